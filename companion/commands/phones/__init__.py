"""What the command line has for seats on phones: the codes in the terminal, and the command `companion phones`."""
