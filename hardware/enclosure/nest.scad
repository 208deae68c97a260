// The nest of the die: a square in which a marked cube lies flat, with six reflective sensors looking up at it.
// Everything is in millimetres. The front, where the players' sheet says so, is towards -y.
//
//   openscad -D cube=40 -o nest.stl nest.scad

cube = 40;           // the die's edge; print its marking with: companion die sheet --size 40
play = 0.8;          // how much wider than the die the nest is
rim = 9;             // how high its walls are: the die falls in, and cannot lie askew
distance = 2.5;      // from a sensor's face to the die's; see your sensor's data sheet
sensor = [10.4, 6.2];    // the hole for one sensor: a TCRT5000 lies with its long side across
wall = 2.4;
room = 18;           // below, for the sensors' boards
$fn = 48;

inner = cube + play;
outer = inner + 2 * (wall + 6);
third = cube / 3;

// Where the sensors are, in thirds of the cube from its centre: front, left, back, right, centre, corner.
sensors = [[0, -1], [-1, 0], [0, 1], [1, 0], [0, 0], [1, -1]];

module well() {
  // Wider above, so that a die dropped near it slides in.
  translate([0, 0, room + distance]) {
    translate([-inner / 2, -inner / 2, 0]) cube_of(inner, rim + 1);
    hull() {
      translate([-inner / 2, -inner / 2, rim - 3]) cube_of(inner, 0.1);
      translate([-inner / 2 - 5, -inner / 2 - 5, rim]) cube_of(inner + 10, 1);
    }
  }
}

module cube_of(edge, height) { linear_extrude(height) square(edge); }

module nest() {
  difference() {
    translate([-outer / 2, -outer / 2, 0]) cube_of(outer, room + distance + rim);
    well();
    for (place = sensors) translate([place[0] * third, place[1] * third, room - wall - 1])
      translate([-sensor[0] / 2, -sensor[1] / 2, 0]) linear_extrude(distance + wall + 3) square(sensor);
    // The room for the boards, open below.
    translate([-outer / 2 + wall, -outer / 2 + wall, -1]) cube_of(outer - 2 * wall, room - wall + 1);
    // The cable.
    translate([-5, outer / 2 - wall - 1, -1]) linear_extrude(7) square([10, wall + 2]);
    // Which side is the front.
    translate([0, -outer / 2 + 0.6, room / 2]) rotate([90, 0, 0]) linear_extrude(1)
      text("front", size = 7, halign = "center", valign = "center");
  }
}

nest();
