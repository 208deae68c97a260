"""Games that are over, and abandoned ones: lists, replay, export and import.

    journals (journal/reader.py) → game_list.py   which games there are, a page at a time, newest first
                                 → replay.py      every state of one game, by the rules of its time
    pages of a running table → history_reader.py  on a thread, at a pace (pace.py) that leaves the interpreter to the table
    commands → journal_set.py                     all journals of a table that is not running, locked
                                 → json_lines.py  one game a line, to export and to import

A list needs no replay where a game's ending is stored; elsewhere the replay says how it ended. Who looks at a move gets the view
of one observer at that move, so what came to light later is not in it.

Invariants: the open game is never read. Readers change nothing; only an import writes, into the newest journal. A game that does
not replay is refused in one sentence, and the others go on.
"""
