// The case in the middle of the table: the Raspberry Pi, the central board, and the buzzer.
// Everything is in millimetres. Choose the Pi and the part here, or with -D on the command line.
//
//   openscad -D 'part="base"' -o pi-base.stl pi.scad

include <bought.scad>

part = "all";        // base, lid, all; clash: where a part that is bought would stand in a wall, which is nowhere
pi = "zero";         // zero: a Raspberry Pi Zero 2; full: a 3, 4 or 5
mux_board = [39 * hole, 31 * hole];   // the central board: 39 holes of 31 strips
mux_screws = [36 * hole, 26 * hole];  // from screw to screw: holes that are widened to 2.7 mm
cables = 6;          // one slot at the back for each seat
wall = 2.4;
gap = 0.3;           // between the lid's rim and the walls
lift = 5;            // from the floor to both boards
above = pin_base + jumper_socket + 8;  // above a board: jumper wires on its pins, and their bend
screw = 2.9;         // self-tapping M3, for the lid
corner = 8;          // the pillars that take them
$fn = 48;

board = pi == "full" ? full_board : zero_board;
board_holes = pi == "full" ? full_holes : zero_holes;
out = pi == "full" ? 4 : 1.5;         // how far the sockets stand out beyond the board
// Before the Pi only what its sockets stand out: their plugs come through the wall. Beside it corners for the pillars.
pi_at = [corner + 1, out + 0.5];
mux_at = [corner + 1, pi_at[1] + board[1] + 4];
inside = [max(board[0], mux_board[0]) + 2 * (corner + 1), mux_at[1] + mux_board[1] + corner + 1, lift + stripboard + above];
outside = [inside[0] + 2 * wall, inside[1] + 2 * wall, inside[2] + wall];
top_of_pi = lift + board[2];

// One in each corner; on the larger Pi the sockets of USB and network take the fourth, which stands behind them.
module pillar_places() {
  left = corner / 2;
  right = inside[0] - corner / 2;
  back = inside[1] - corner / 2;
  for (place = [[left, left], [right, pi == "full" ? mux_at[1] : left], [left, back], [right, back]])
    translate([place[0], place[1], 0]) children();
}

module board_places(at, size, holes_in, inset) {
  for (x = [0, 1], y = [0, 1])
    translate([at[0] + (inset ? pi_hole_in : (size[0] - holes_in[0]) / 2) + x * holes_in[0],
               at[1] + (inset ? pi_hole_in : (size[1] - holes_in[1]) / 2) + y * holes_in[1], 0]) children();
}

module stand() {
  difference() {
    translate([0, 0, -0.1]) cylinder(d = 5.6, h = lift + 0.1);
    translate([0, 0, 1]) cylinder(d = 2.1, h = lift);
  }
}

// The origin is the inner corner of the floor: the Pi's sockets are towards -y, its microSD card towards -x.
module base() {
  difference() {
    translate([-wall, -wall, -wall]) cube(outside);
    cube([inside[0], inside[1], inside[2] + 1]);
    // The sockets of the long edge, and room for the grips of their plugs.
    translate([pi_at[0] + 5, -wall - 1, lift - 3]) cube([pi == "full" ? 58 : 57, wall + 2, pi == "full" ? 14 : 11]);
    // The microSD card, and on the larger Pi the sockets of the short edge.
    translate([-wall - 1, pi_at[1] + (pi == "full" ? 18 : 8), lift - 4]) cube([corner + wall + 2, pi == "full" ? 20 : 18, 8]);
    if (pi == "full") translate([inside[0] - 0.1, pi_at[1] + 1, lift - 1]) cube([wall + 1, 54, 20]);
    for (n = [0 : cables - 1])
      translate([inside[0] * (n + 1) / (cables + 1) - 4, inside[1] - 0.1, inside[2] - 9]) cube([8, wall + 1, 10]);
  }
  board_places(pi_at, board, board_holes, true) stand();
  board_places(mux_at, mux_board, mux_screws, false) stand();
  pillar_places() difference() {
    translate([-corner / 2, -corner / 2, -0.1]) cube([corner, corner, inside[2] + 0.1 - wall]);
    translate([0, 0, inside[2] - wall - 12]) cylinder(d = screw - 0.4, h = 13);
  }
}

// It lies on the walls; its rim goes in between them.
module lid() {
  difference() {
    union() {
      translate([-wall, -wall, 0]) cube([outside[0], outside[1], wall]);
      difference() {
        translate([gap, gap, -wall + gap]) cube([inside[0] - 2 * gap, inside[1] - 2 * gap, wall]);
        translate([wall, wall, -wall]) cube([inside[0] - 2 * wall, inside[1] - 2 * wall, wall]);
        // The cables.
        translate([-1, inside[1] - wall - 1, -wall]) cube([inside[0] + 2, wall + 2, wall]);
        pillar_places() translate([-corner / 2 - gap, -corner / 2 - gap, -wall]) cube([corner + 2 * gap, corner + 2 * gap, wall]);
      }
      // The buzzer, pushed in from below.
      translate([piezo_at[0], piezo_at[1], -piezo[1] + 1]) cylinder(d = piezo[0] + 3, h = piezo[1]);
    }
    translate([piezo_at[0], piezo_at[1], -piezo[1]]) cylinder(d = piezo[0] + 0.3, h = piezo[1] + 0.4);
    // Warm air leaves above the processor and above the larger Pi's whole board.
    for (n = [0 : pi == "full" ? 7 : 3]) translate([pi_at[0] + 16 + 4 * n, pi_at[1] + 6, -1]) cube([2, board[1] - 12, 3 * wall]);
    for (n = [0 : 5]) rotate_about(piezo_at, n * 60) translate([4, 0, 0]) cylinder(d = 1.6, h = 3 * wall, center = true);
    pillar_places() translate([0, 0, -wall - 1]) {
      cylinder(d = screw + 0.4, h = 3 * wall);
      translate([0, 0, 2 * wall - 0.4]) cylinder(d = 6, h = wall);
    }
  }
}

// Above the gap between the Pi's sockets and its header, where nothing stands up.
piezo_at = [pi_at[0] + board[0] - 14, pi_at[1] + 10];

module rotate_about(at, angle) { translate([at[0], at[1], 0]) rotate(angle) children(); }

// Everything that is put in, where it will be; a little above what it lies on.
module bought() {
  translate([pi_at[0], pi_at[1], lift + 0.05]) {
    cube(board);
    translate([pi_header[0], board[1] - pi_hole_in - 2.54, board[2]]) cube([pi_header[1], 5.08, pin_base + jumper_socket + jumper_bend]);
    if (pi == "full") {
      // Power, HDMI and sound; USB and the network.
      translate([7, -out, board[2]]) cube([50, out + 8, 7]);
      translate([7, -20, board[2] - 1.5]) cube([50, 20, 10]);
      translate([85 - 18, 2, board[2]]) cube([18 + 3, 52, 16]);
      translate([85 + 3, 2, board[2]]) cube([30, 52, 16]);
    } else {
      translate([6, -out, board[2]]) cube([53, out + 6, 3.4]);
      translate([6.2, -20, board[2] - 2.5]) cube([53.6, 20, 8]);
    }
  }
  translate([mux_at[0], mux_at[1], lift + 0.05]) {
    cube([mux_board[0], mux_board[1], stripboard]);
    translate([10, 10, 0]) cube([mux_board[0] - 20, mux_board[1] - 20, stripboard + pin_base + jumper_socket + jumper_bend]);
  }
  translate([piezo_at[0], piezo_at[1], inside[2] - piezo[1] + 0.3]) cylinder(d = piezo[0], h = piezo[1]);
}

module closed() {
  base();
  translate([0, 0, inside[2]]) lid();
}

if (part == "base") base();
else if (part == "lid") rotate([180, 0, 0]) lid();
else if (part == "clash") {
  intersection() { closed(); bought(); }
  intersection() { base(); translate([0, 0, inside[2] + 0.05]) lid(); }
}
else {
  base();
  translate([0, -20, wall]) rotate([180, 0, 0]) lid();
}
echo(inside = inside, pi_at = pi_at, mux_at = mux_at);
