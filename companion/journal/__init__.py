"""The journal: every move of every game, on disk before it is on any screen.

Entries of the table (`table/effects.py`) come in through the worker, one transaction and one fsync each; games and their endings
come out through readers. A journal's life: names of volumes and the files beside them (`files`) -> at start: the lock, the
header, a verdict whether the last entries are there, copies of what is damaged, the connection (`opening`) -> during play: one
transaction for each entry, and a check that the files are still there (`journal`, on the thread of `worker`) -> reading, through
any connection (`reader`) -> a full check of all finished games, in slices, while nobody plays (`worker`). `tables` has the
schema, `rows` the records and the digests that chain them.

Two small files stand beside the journal, written on the same thread: which phones have seats (`kept_phones`), and the names that
players choose from (`known_names`). Neither is part of a game, and a table plays without them.

Invariants: one writing connection. What SQLite does not notice, our own digests and marks do. A file that cannot be used is left
unchanged, and a new volume begins beside it.
"""
