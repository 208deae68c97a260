"""Parts of the screens of Da Vinci Code: rows with names, and the body while a move is entered."""
