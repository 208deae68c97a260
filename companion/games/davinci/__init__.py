"""Da Vinci Code, the tiles whose backs show their colour."""
