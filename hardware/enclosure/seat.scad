// One seat's console: three keys or a knob on a slope, a panel above them, and a hood round it so that only its player can read it.
// Everything is in millimetres. Choose the panel and the part here, or with -D on the command line.
//
//   openscad -D 'part="body"' -o seat-body.stl seat.scad

include <bought.scad>

part = "all";        // body, bottom, all; clash: where a part that is bought would stand in a wall, which is nowhere
panel = "0.96";      // 0.96, 1.3, 2.42: the panel's diagonal in inches
pod = "none";        // none; flat: a Raspberry Pi Pico whose wires are soldered into its holes; pins: one on header pins that
                     // point down, with jumper wires on them

front = "keys";      // keys: three; four: and a fourth in the right side wall, a push button with a thread of 12 mm; encoder: a knob

/* [The panel's module: measure yours, clones differ] */
// [board width, board height, holes across, holes up, window width, window height, window above the middle]
module_of = panel == "2.42" ? [72.0, 43.0, 66.0, 37.0, 57.0, 29.5, 1.5]
          : panel == "1.3"  ? [35.4, 33.5, 30.4, 28.5, 31.0, 16.5, 2.5]
          :                   [27.3, 27.8, 23.5, 23.8, 24.0, 13.5, 3.0];

wall = 2.0;
key_hole = 12.6;     // for the round cap of a 12 mm tactile switch
key_pitch = 8 * hole;        // 20.32: whole holes of the stripboard that carries the switches
key_screws = 27 * hole;      // from one screw of that stripboard to the other
key_depth = 8;       // from the slope's outer side to the stripboard
panel_depth = 6;     // and to the panel's board
panel_pins = 10;     // behind the panel's board: its header pins with wires soldered to them
front_height = 14;
slope = 38;          // degrees; the player looks down on it at a right angle
hood_reach = 42;     // how far the hood stands out over the panel
screw = 2.9;         // self-tapping M3
gap = 0.3;           // between the bottom and the walls
$fn = 48;

width = max(84, module_of[0] + 24);
keys_at = 15;                                        // up the slope, from its front edge
panel_at = keys_at + 18 + module_of[1] / 2;

// The Pico lies on the bottom, in the middle, its USB socket in the back wall.
pico_lift = pod == "pins" ? pin_base + jumper_socket + jumper_bend + 0.5 : 3;    // from the bottom to its board
pico_front = pod == "pins" ? 27 : wall + 2;          // the keys' board is above it, or before it
panel_back = (panel_at + module_of[1] / 2) * cos(slope) + (panel_depth + stripboard + panel_pins) * sin(slope);
depth = max((panel_at + module_of[1] / 2 + 8) * cos(slope), panel_back + wall,
            pod == "none" ? 0 : pico_front + pico_board[1] + gap + wall);
face = depth / cos(slope);                           // the slope's length
back_height = front_height + face * sin(slope);
pico_at = [0, depth - wall - gap - pico_board[1] / 2, wall + pico_lift];
usb_height = pico_at[2] + pico_board[2] + pico_usb[2] / 2;
side_key_at = [depth - wall - 12 - side_key[1] / 2, 13];      // along the right wall, and its height

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
  if (front == "four") translate([width / 2 - wall - 1, side_key_at[0], side_key_at[1]]) rotate([0, 90, 0]) cylinder(d = side_key[0] + 0.3, h = wall + 2);
  on_slope() {
    if (front == "encoder") translate([0, keys_at, -wall - 1]) cylinder(d = encoder_bush + 0.3, h = wall + 2);
    else for (n = [-1, 0, 1]) translate([n * key_pitch, keys_at, -wall - 1]) cylinder(d = key_hole, h = wall + 2);
    translate([-module_of[4] / 2, panel_at + module_of[6] - module_of[5] / 2, -wall - 1])
      cube([module_of[4], module_of[5], wall + 2]);
  }
  // At the back: the grip of a pod's plug, round the middle of its socket; or a slot for the cable, which is put in from below.
  if (pod == "none") translate([-3.5, depth - wall - 1, -1]) cube([7, wall + 2, wall + 8]);
  else translate([-usb_plug[0] / 2 - 0.7, depth - wall - 1, usb_height - usb_plug[2] / 2 - 0.5])
    cube([usb_plug[0] + 1.4, wall + 2, usb_plug[2] + 1]);
}

// What the panel and the keys' board are screwed to, on the inner side of the slope.
module posts() {
  on_slope() {
    for (x = [-1, 1], y = [-1, 1])
      translate([x * module_of[2] / 2, panel_at + y * module_of[3] / 2, -panel_depth]) post(3.6, panel_depth - 1.5, 1.7);
    if (front != "encoder") for (x = [-1, 1]) translate([x * key_screws / 2, keys_at, -key_depth]) post(6, key_depth - 1.5, 2.1);
  }
}

module post(diameter, height, bore) {
  difference() {
    cylinder(d = diameter, h = height);
    translate([0, 0, -1]) cylinder(d = bore, h = height);
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
  difference() {
    translate([-width / 2 + wall + gap, wall + gap, 0]) cube([width - 2 * (wall + gap), depth - 2 * (wall + gap), wall]);
    for (x = [-1, 1], y = [wall + 4, depth - wall - 4]) translate([x * (width / 2 - wall - 4), y, -1]) {
      cylinder(d = screw + 0.4, h = wall + 2);
      translate([0, 0, 0.4]) cylinder(d = 6, h = 1.2);
    }
  }
  if (pod != "none") rests();
}

// Two rests under the Pico's four holes, between its rows of pins; each hole has a screw of M2.
module rests() {
  rest = [pico_rows - 2.54 - 0.5, 3.6];
  for (end = [-1, 1]) difference() {
    translate([-rest[0] / 2, pico_at[1] + end * pico_holes[1] / 2 - rest[1] / 2, wall - 0.1]) cube([rest[0], rest[1], pico_lift + 0.1]);
    for (side = [-1, 1]) translate([side * pico_holes[0] / 2, pico_at[1] + end * pico_holes[1] / 2, wall + 0.6])
      cylinder(d = 1.6, h = pico_lift + 1);
  }
}

// Everything that is put in, where it will be; a little above what it lies on.
module bought() {
  if (front == "four") side_button();
  on_slope() {
    front_parts();
    translate([-module_of[0] / 2, panel_at - module_of[1] / 2, -panel_depth - stripboard - 0.05])
      cube([module_of[0], module_of[1], stripboard]);
    translate([-6, panel_at + module_of[1] / 2 - 4, -panel_depth - stripboard - panel_pins]) cube([12, 3, panel_pins]);
  }
  if (pod != "none") translate([pico_at[0], pico_at[1], pico_at[2] + 0.05]) pico(pod == "pins");
}

// What the player's fingers move, behind the slope: the keys' board, or the encoder.
module front_parts() {
  if (front == "encoder") translate([-encoder[0] / 2, keys_at - encoder[1] / 2, -wall - encoder[2] - 0.05]) cube(encoder);
  else translate([-keys_board[0] / 2, keys_at - keys_board[1] / 2, -key_depth - stripboard - solder - 0.05])
    cube([keys_board[0], keys_board[1], stripboard + solder]);
}

// The fourth key, its nut included.
module side_button() {
  translate([width / 2 - wall - 0.05, side_key_at[0], side_key_at[1]]) rotate([0, -90, 0]) cylinder(d = side_key[1], h = side_key[2]);
}

if (part == "body") body();
else if (part == "bottom") bottom();
else if (part == "clash") {
  intersection() { union() { body(); bottom(); } bought(); }
  // And nothing that is put in may stand in anything else: the Pico and the boards on the slope.
  if (pod != "none") intersection() {
    translate([pico_at[0], pico_at[1], pico_at[2] + 0.05]) pico(pod == "pins");
    on_slope() {
      front_parts();
      translate([-6, panel_at + module_of[1] / 2 - 4, -panel_depth - stripboard - panel_pins]) cube([12, 3, panel_pins]);
    }
  }
  if (front == "four") intersection() {
    side_button();
    union() {
      on_slope() {
        front_parts();
        translate([-module_of[0] / 2, panel_at - module_of[1] / 2, -panel_depth - stripboard]) cube([module_of[0], module_of[1], stripboard]);
      }
      if (pod != "none") translate([pico_at[0], pico_at[1], pico_at[2] + 0.05]) pico(pod == "pins");
    }
  }
} else {
  body();
  translate([0, -depth - 8, 0]) bottom();
}
echo(pico_at = pico_at, usb_height = usb_height, depth = depth, key_pitch = key_pitch);
