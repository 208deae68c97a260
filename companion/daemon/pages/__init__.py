"""The daemon's side of the web pages: requests, phones that join, puzzles, the server's start."""
