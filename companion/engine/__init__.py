"""The engine protocol: the games for other programs, as JSON Lines on standard input and output."""
