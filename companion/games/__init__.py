"""The games, and all that could be worked out about them.

    <name>/         one game: rules.py, words.py, screens.py; box.py if it can be played with the players' own pieces. Its record
                    (`core.game.Game`) is in __init__.py, and names the function for `setup`, `view`, `prompt`, `apply`, `render`,
                    …. Whoever plays a game calls these through the record: to follow `game.apply`, look there
    <name>/mind/    what one seat could work out: possible secrets, levels, hints, how a move is judged, puzzles
    catalog.py      the one list of games
    helps.py        which helps a player can switch on, and what that allows
    mind.py         what a mind is, and how one is loaded
    hints.py        what a seat may be told in private     review.py    what each move of a finished game was worth
    reasons.py      the phrases of both                    puzzle.py, daily_puzzle.py    what a puzzle is; that of a day

**A move.** `prompt(options, view)` says what a seat may do. `Game.answer` checks a move against it and calls `apply`, which
returns the next state. Luck is asked of `chance(state)` and comes in as a move of CHANCE. `view(state, observer)` is the only way
out of a state: screens, words, boards and minds are made from views.

**Two halves.** Rules, words, screens, `catalog` and `helps` are what the table needs. A mind, `hints`, `review`, `reasons` and
the puzzles think, which takes long, so the table never imports them: the process that thinks does (`thinking/`), and commands
without a table.

Invariants: no game imports another; within one, screens are made of words and words of rules, and none of them meets the mind. A
mind gets views, never a state. Everything is pure; two minds read tables from their packages, once.
"""
