// The nest of the die: a square in which a marked cube lies flat, with six bare reflective sensors looking up at it.
// Everything is in millimetres. The front, where the players' sheet says so, is towards -y. Print it in black.
//
//   openscad -D cube=40 -o nest.stl nest.scad

include <bought.scad>

part = "all";        // all; clash: where a sensor would stand in a wall, which is nowhere
kind = "TCRT5000";   // TCRT5000, QRE1113: bare ones; a module board of 32 x 14 mm has no room at this pitch
cube = 40;           // the die's edge; print its marking with: companion die sheet --size 40
play = 0.8;          // how much wider than the die the nest is
rim = 9;             // how high its walls are: the die falls in, and cannot lie askew
wall = 2.4;
room = 26;           // below, for the sensors' legs and their stripboard
slack = 0.4;         // how much wider than a sensor its hole is
ledge = 1.0;         // at both ends of a sensor: it is pushed up against these
$fn = 48;

sensor = kind == "QRE1113" ? qre1113 : tcrt5000;
distance = kind == "QRE1113" ? qre1113_distance : tcrt5000_distance;   // from a sensor's face to the die's
inner = cube + play;
outer = inner + 2 * (wall + 6);
third = cube / 3;
floor_at = room + distance;                          // the die's lower face
plate = max(wall, min(sensor[2], 5));                // what is left beside a sensor holds it

// Where the sensors are, in thirds of the cube from its centre: front, left, back, right, centre, corner.
sensors = [[0, -1], [-1, 0], [0, 1], [1, 0], [0, 0], [1, -1]];

assert(max(sensor) + slack + 1.2 <= third, "These sensors are wider than their pitch; take a larger cube, or smaller sensors.");

module well() {
  // Wider above, so that a die dropped near it slides in.
  translate([0, 0, floor_at]) {
    translate([-inner / 2, -inner / 2, 0]) block(inner, rim + 1);
    hull() {
      translate([-inner / 2, -inner / 2, rim - 3]) block(inner, 0.1);
      translate([-inner / 2 - 5, -inner / 2 - 5, rim]) block(inner + 10, 1);
    }
  }
}

module block(edge, height) { linear_extrude(height) square(edge); }

module at_sensors() {
  for (place = sensors) translate([place[0] * third, place[1] * third, 0]) children();
}

module nest() {
  difference() {
    translate([-outer / 2, -outer / 2, 0]) block(outer, floor_at + rim);
    well();
    at_sensors() {
      // The sensor from below, as far as the ledges, which fill the distance from its face to the die's; between them its window.
      translate([0, 0, room / 2]) linear_extrude(room / 2) square([sensor[0] + slack, sensor[1] + slack], center = true);
      translate([0, 0, room / 2]) linear_extrude(room) square([sensor[0] - 2 * ledge, sensor[1] + slack], center = true);
    }
    // The room for legs and stripboard, open below.
    translate([-outer / 2 + wall, -outer / 2 + wall, -1]) block(outer - 2 * wall, room - plate + 1);
    // The cable.
    translate([-5, outer / 2 - wall - 1, -1]) linear_extrude(7) square([10, wall + 2]);
    // Which side is the front.
    translate([0, -outer / 2 + 0.6, room / 2]) rotate([90, 0, 0]) linear_extrude(1)
      text("front", size = 7, halign = "center", valign = "center");
  }
}

if (part == "clash") intersection() {
  nest();
  union() {
    at_sensors() translate([-sensor[0] / 2, -sensor[1] / 2, room - sensor[2] - 0.05]) cube_of(sensor);
    translate([-cube / 2, -cube / 2, floor_at + 0.05]) block(cube, cube);
  }
}
else nest();

module cube_of(size) { linear_extrude(size[2]) square([size[0], size[1]]); }
