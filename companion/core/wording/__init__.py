"""What people read in sentences: names of players, short names, refusals, moves."""
