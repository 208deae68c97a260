"""All thinking of a table: the machine's moves, hints, what a move is worth, reviews, puzzles. One process does it; the loop
never waits. Commands without a table (`engine`, `arena`, `puzzle`) ask the minds in `games/` themselves.

    client.py    the daemon's side: what is asked, in which order, how long, and what happens when the process fails
    messages.py  what the two tell each other, a line of JSON each
    process.py   the process: its lines, its low priority, and how a page's work is interrupted
    thinker.py   what it answers

**What comes in.** The table's effects AskMachine, AskHint, AskPromise and AskReview, each with the seat that it is about and all
that this seat has seen; and what pages ask: reviews of finished games, and puzzles. **What goes out**: `Answered` for a seat of
the machine, at the pace of people; `HintGiven`, `PromiseGiven` and `ReviewGiven`; and JSON for pages.

**Secrecy.** The process gets views of the seats for which it thinks, moves that the game announced to everybody, and games that
are over. It never gets a state of a game that is played.

**Order.** The process has at most one question of the table, and at most one of pages. Of the table, a move of the machine comes
first, then each place in turn, with at most one question that waits: the newest. A question is written only when the one before
is answered, with the views of its seat that the process has not been told yet, so whoever asks as fast as a phone can costs the
loop no more than the asking. A table's question interrupts a page's work, so no visitor can hold up the table. Of pages, the
same question is thought about once however many ask it, at most `MOST_WAITING` others of its kind wait, and the kinds take turns.

**Failures.** A process that ends, hangs, or says something else than an answer is ended. The page's question that it had fails,
and none is taken from pages for a while. The table's question is asked once more, of another process, and pages wait until it is
answered; if that fails, too, the place is told that there is no answer, or everybody that the machine has stopped. A question
that nobody waits for any more is answered nevertheless, and the answer is dropped: to start a process takes longer than most
thoughts. When the table leaves a game, such a thought is ended with its process.
"""
