"""The vocabulary of the games, the table and the devices: values, and the few pure functions that go with them.

    who         seat.py: seats of a game, places at the table, chance, the public
    a game      game.py: the record of one, its views, and how a move is checked and applied; options.py; moves.py: moves that
                carry their words; prompt.py: what a seat is asked, and `check`, the only validator; recap.py, rules_book.py
    entering    keys.py: events of keys, and gestures; entry.py: what is entered so far
    showing     screen.py: marks on 128×64 pixels; fonts/: their letters; picture.py: the bytes of it; words.py: names and numbers
    real things die.py: how a die lies; physical_draw.py: pieces from the players' own box
    errors.py   every error that is raised on purpose, and who may read it

A gesture becomes an entry, and an entry a move (`ui/editor.py`, by the prompt). A move becomes the next state (`game.py`). A
state becomes views, a view a screen (the game), and a screen a picture (`ui/raster.py`). Each of these is a type here.

Invariants: values are frozen. Nothing here knows a certain game, a table or a device, and nothing does I/O, except that the
glyphs of the faces are read from the package once.
"""
