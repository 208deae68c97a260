"""Whole games on phones in a browser.

`four_phones.py` drives four phones by taps, in any browser that `tests/web/browsers` opens: they scan codes, sit down, begin a
game and lose their connections. `short_games.py` chooses the moves. A mirror beside the table (`tests/mirror.py`) says what each
move is, and the engine says how the game ended. `blind_player.py` uses what a screen reader reads (`spoken_tree.py`) and nothing
else.
"""
