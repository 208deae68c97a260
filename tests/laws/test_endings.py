"""What is said of a finished game: each player reads who has won as you or by name, and it has room on a screen."""

from collections import deque

from companion.core.screen import BODY
from companion.core.seat import PUBLIC, Seat, all_seats
from companion.ui.screens import sentence_pages
from tests.laws.play import Case, every_case, game

MOST_PAGES = 3


@every_case
def test_each_player_reads_who_has_won(case: Case) -> None:
    if case.game.ending is None:
        return
    end = deque(game(case, 3), maxlen=1)[0].state
    views = {seat: case.game.view(end, seat) for seat in (PUBLIC, *all_seats(case.seats))}
    told = {seat: case.game.ending(case.options, view, case.names) for seat, view in views.items()}
    winners: tuple[Seat, ...] = views[PUBLIC].winners or ()
    for seat, said in told.items():
        assert said.endswith("."), said
        assert len(sentence_pages(said, BODY)) <= MOST_PAGES, said
        assert seat is not PUBLIC or "you" not in said.lower(), said
        if len(winners) == 1 and case.seats > 1:
            (winner,) = winners
            assert ("You win" in said) == (seat == winner), said
            assert (f"{case.names[winner]} wins" in said) == (seat != winner), said
