// One seat's console: three keys on a slope, a panel above them, and a hood round it so that only its player can read it.
// Everything is in millimetres. Choose the panel and the part here, or with -D on the command line.
//
//   openscad -D 'part="body"' -o seat-body.stl seat.scad

part = "all";        // body, bottom, all
panel = "0.96";      // 0.96, 1.3, 2.42: the panel's diagonal in inches
pod = false;         // true leaves room for a Raspberry Pi Pico, and an opening for its USB plug

/* [The panel's module: measure yours, clones differ] */
// [board width, board height, holes across, holes up, window width, window height, window above the middle]
module_of = panel == "2.42" ? [72.0, 43.0, 66.0, 37.0, 57.0, 29.5, 1.5]
          : panel == "1.3"  ? [35.4, 33.5, 30.4, 28.5, 31.0, 16.5, 2.5]
          :                   [27.3, 27.8, 23.5, 23.8, 24.0, 13.5, 3.0];

wall = 2.0;
key_hole = 12.6;     // for the round cap of a 12 mm tactile switch
key_pitch = 19.05;
front_height = 14;
slope = 38;          // degrees; the player looks down on it at a right angle
hood_reach = 42;     // how far the hood stands out over the panel
screw = 2.9;         // self-tapping M3
$fn = 48;

width = max(84, module_of[0] + 24);
keys_at = 15;                                        // up the slope, from its front edge
panel_at = keys_at + 18 + module_of[1] / 2;
face = panel_at + module_of[1] / 2 + 8;              // the slope's length
depth = face * cos(slope);
back_height = front_height + face * sin(slope);

// Puts children on the slope: x across, y up the slope, z out of it.
module on_slope() {
  translate([0, 0, front_height]) rotate([slope, 0, 0]) children();
}

module profile(inset) {
  offset(delta = -inset) polygon([[0, 0], [depth, 0], [depth, back_height], [0, front_height]]);
}

// The profile stands in y and z; this draws it out across x.
module across(w) {
  translate([-w / 2, 0, 0]) rotate([90, 0, 90]) linear_extrude(w) children();
}

module shell() {
  difference() {
    across(width) profile(0);
    across(width - 2 * wall) profile(wall);
    // Open below, so that the walls go down to the table.
    translate([-width / 2 + wall, wall, -1]) cube([width - 2 * wall, depth - 2 * wall, wall + 2]);
  }
}

// Three walls round the panel. The lower side stays open: the player looks in from there.
module hood() {
  w = module_of[0] + 10;
  top = panel_at + module_of[1] / 2 + 4;
  low = panel_at - module_of[1] / 2 - 4;
  on_slope() {
    for (side = [-1, 1]) translate([side * w / 2 - wall / 2, 0, 0]) rotate([90, 0, 90])
      linear_extrude(wall) polygon([[low, -0.5], [top, -0.5], [top, hood_reach], [low + 6, hood_reach * 0.55]]);
    translate([-w / 2 - wall / 2, top - wall, -0.5]) cube([w + wall, wall, hood_reach + 0.5]);
  }
}

module holes() {
  on_slope() {
    for (n = [-1, 0, 1]) translate([n * key_pitch, keys_at, -wall - 1]) cylinder(d = key_hole, h = wall + 2);
    translate([-module_of[4] / 2, panel_at + module_of[6] - module_of[5] / 2, -wall - 1])
      cube([module_of[4], module_of[5], wall + 2]);
  }
  // The cable, or the plug of a pod, at the back.
  translate([-(pod ? 12 : 9) / 2, depth - wall - 1, wall]) cube([pod ? 12 : 9, wall + 2, pod ? 8 : 6]);
}

// What the panel and the keys' board are screwed to, on the inner side of the slope.
module posts() {
  on_slope() {
    for (x = [-1, 1], y = [-1, 1])
      translate([x * module_of[2] / 2, panel_at + y * module_of[3] / 2, -wall - 4]) post(4.6, 4.5, 1.7);
    for (x = [-1, 1]) translate([x * (key_pitch * 1.5 + 5), keys_at, -wall - 6]) post(6, 6.5, 2.2);
  }
}

module post(diameter, height, hole) {
  difference() {
    cylinder(d = diameter, h = height);
    translate([0, 0, -1]) cylinder(d = hole, h = height);
  }
}

// Four pillars take the bottom's screws.
module pillars() {
  intersection() {
    across(width - wall) profile(wall / 2);
    for (x = [-1, 1], y = [wall + 4, depth - wall - 4]) translate([x * (width / 2 - wall - 4), y, wall + 0.4])
      difference() {
        union() {
          cylinder(d = 8, h = y < depth / 2 ? 9 : 16);
          translate([x > 0 ? 0 : -5, -4, 0]) cube([5, 8, y < depth / 2 ? 9 : 16]);
        }
        translate([0, 0, -1]) cylinder(d = screw - 0.4, h = 12);
      }
  }
}

module body() {
  difference() {
    union() { shell(); hood(); posts(); pillars(); }
    holes();
  }
}

module bottom() {
  gap = 0.3;
  difference() {
    translate([-width / 2 + wall + gap, wall + gap, 0]) cube([width - 2 * (wall + gap), depth - 2 * (wall + gap), wall]);
    for (x = [-1, 1], y = [wall + 4, depth - wall - 4]) translate([x * (width / 2 - wall - 4), y, -1]) {
      cylinder(d = screw + 0.4, h = wall + 2);
      translate([0, 0, 0.4]) cylinder(d = 6, h = 1.2);
    }
  }
  if (pod) for (x = [-1, 1]) translate([x * 12.5, depth - 40, wall - 0.1]) cube([2, 30, 5], center = false);
}

if (part == "body") body();
else if (part == "bottom") bottom();
else {
  body();
  translate([0, -depth - 8, 0]) bottom();
}
