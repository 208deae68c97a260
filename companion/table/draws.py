"""The players' own box of pieces: who reports what was drawn, and how all report again if the reports contradict each other.

A report is a move of chance like any other, and the same check judges it.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step
from companion.core.physical_draw import Reporter
from companion.core.prompt import ChancePrompt, Choose, Move
from companion.core.seat import CHANCE, PUBLIC, Seat, all_seats

Material = Literal["screens", "box"]
"""screens: the machine draws tiles and cards, and the screens show them; box: the players draw them, and report them."""


class RepeatedReports(Struct, frozen=True):
    """What each seat has reported so far, while all report again. The journal has nothing of it, so a power cut asks again."""

    by_seat: tuple[tuple[Move, ...], ...]

    def adding(self, seat: Seat, move: Move) -> "RepeatedReports":
        """With one more report of a seat."""
        more = (*self.by_seat[seat], move)
        return structs.replace(self, by_seat=(*self.by_seat[:seat], more, *self.by_seat[seat + 1 :]))


class CorrectedDraws(Struct, frozen=True):
    """The corrected history, and the state of the game that it leads to."""

    steps: tuple[Step, ...]
    state: Any


def none_yet(seats: int) -> RepeatedReports:
    """Nobody has reported anything again yet."""
    return RepeatedReports(((),) * seats)


def reporter(game: AnyGame, state: object) -> Reporter | None:
    """Who reports what chance is asked for now; None if chance is asked for nothing, or for nothing from the box."""
    prompt = game.chance(state)
    if game.box is None or prompt is None or (isinstance(prompt, ChancePrompt) and prompt.die):
        return None
    return game.box.reporter(state)


def report_prompt(game: AnyGame, state: object, repeated: RepeatedReports | None, seat: Seat) -> Choose | None:
    """What a seat is asked to report; None if nothing. `repeated`: the reports so far, if all report again."""
    now = reporter(game, state)
    if game.box is None or now is None:
        return None
    drawing = now if seat == now.seat else None
    if repeated is not None:
        return game.box.offer_again(game.view(state, seat), repeated.by_seat[seat], drawing)
    return None if drawing is None else game.box.offer(game.view(state, seat), drawing.title)


def all_have_reported(game: AnyGame, state: object, repeated: RepeatedReports) -> bool:
    """Whether all seats have reported all their pieces again."""
    return all(report_prompt(game, state, repeated, seat) is None for seat in all_seats(len(repeated.by_seat)))


def report_title(game: AnyGame, state: object, repeated: RepeatedReports | None, names: Sequence[str]) -> str:
    """The title line of a seat that is asked nothing while another one reports; at most 21 letters."""
    now = reporter(game, state)
    assert game.box is not None, "only a game with a box has reports"
    assert now is not None, "a seat reports now"
    return game.box.repeat_title if repeated is not None else f"{names[now.seat]} tells a {game.box.piece}"


def conflict(game: AnyGame) -> str:
    """The sentence for all if the reports contradict each other."""
    assert game.box is not None, "only a game with a box has reports"
    return game.box.conflict


def corrected(
    game: AnyGame, options: object, state: object, steps: tuple[Step, ...], repeated: RepeatedReports
) -> CorrectedDraws | None:
    """The history that the repeated reports mean; None if they contradict each other, or what all have seen."""
    box = game.box
    assert box is not None, "only a game with a box has reports"
    seen = box.settled(game.view(state, PUBLIC))
    for history in box.corrected(options, steps, repeated.by_seat):
        *before, (_, last) = history
        try:
            then = game.replay(options, len(repeated.by_seat), before)
            if box.settled(game.view(then, PUBLIC)) == seen:
                return CorrectedDraws(tuple(history), game.submit(options, then, CHANCE, last))
        except RuleError:
            # Repeated reports of several seats can be wrong, too. Then another history is tried.
            continue
    return None
