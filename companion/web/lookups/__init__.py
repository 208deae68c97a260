"""Pages that look something up and have no part in the table's game: finished games, puzzles."""
