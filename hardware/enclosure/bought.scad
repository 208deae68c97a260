// What the enclosures are made round, as the makers' data sheets give it. Everything is in millimetres.
// A test compares these numbers with the data sheets', and the models below with the enclosures.

// Raspberry Pi Pico, data sheet, figure 3: the origin is in the middle of its board's lower side, USB towards +y.
pico_board = [21.0, 51.0, 1.0];
pico_holes = [11.4, 47.0];      // from hole to hole
pico_hole = 2.1;
pico_rows = 17.78;              // from one row of pins to the other
pico_usb = [8.0, 5.6, 2.8];     // the micro USB socket: width, length, height
pico_usb_out = 1.3;             // how far it stands out beyond the board
usb_plug = [11.5, 20.0, 8.0];   // the grip of a micro USB plug: width, length, height

// Header pins and the sockets of jumper wires.
pin_base = 2.54;                // the plastic of a pin header
jumper_socket = 14.0;
jumper_bend = 4.0;              // what the wire needs behind the socket

// Raspberry Pi Zero 2 and a 3, 4 or 5, mechanical drawings: the origin is at the corner of the board between the microSD card
// and the sockets' long edge, the header along the other long edge.
zero_board = [65.0, 30.0, 1.4];
zero_holes = [58.0, 23.0];
full_board = [85.0, 56.0, 1.4];
full_holes = [58.0, 49.0];
pi_hole_in = 3.5;               // from a hole to the two edges of its corner
pi_hole = 2.7;
pi_header = [7.1, 51.0];        // from the microSD edge to where the header begins, and its length

// Reflective sensors.
tcrt5000 = [10.2, 5.8, 7.0];    // Vishay 83760
tcrt5000_distance = 2.5;
qre1113 = [3.6, 2.9, 1.7];      // onsemi QRE1113
qre1113_distance = 1.0;

// Piezo Murata PKM13EPYH4000: diameter, height.
piezo = [12.6, 6.9];

// Stripboard: from hole to hole, and the strip of a seat's keys (tools/wiring/keys.py draws it).
hole = 2.54;
stripboard = 1.6;
keys_board = [30 * hole, 5 * hole];
solder = 2.5;                   // what stands out below a stripboard

// Rotary encoder Bourns PEC11R with its pins: width, length, height behind the panel; the thread of its shaft.
encoder = [13.4, 13.2, 12.0];
encoder_bush = 7.0;

// A push button with a thread: the thread, its nut, and what it needs behind the wall.
side_key = [12.0, 16.0, 24.0];

module pico(pins) {
  translate([-pico_board[0] / 2, -pico_board[1] / 2, 0]) cube(pico_board);
  translate([-pico_usb[0] / 2, pico_board[1] / 2 + pico_usb_out - pico_usb[1], pico_board[2]]) cube(pico_usb);
  // The plug, put in as far as the socket's front.
  translate([-usb_plug[0] / 2, pico_board[1] / 2 + pico_usb_out, pico_board[2] + pico_usb[2] / 2 - usb_plug[2] / 2])
    cube(usb_plug);
  length = pins ? pin_base + jumper_socket + jumper_bend : 1.5;
  for (side = [-1, 1]) translate([side * pico_rows / 2 - 1.27, -48.26 / 2 - 1.27, -length]) cube([2.54, 50.8, length]);
}
