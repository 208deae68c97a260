"""One's own box on the table: who tells what was drawn, and how all tell theirs again when it cannot be.

What is told is a move of chance like any other, and judged by the same check. The law: nobody's screen depends on what
another seat tells again, until all have told and it is part of the game.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step, replay, submit
from companion.core.physical_draw import Reporter
from companion.core.prompt import ChancePrompt, Choose, Move
from companion.core.seat import CHANCE, PUBLIC, Seat

Source = Literal["screens", "box"]
"""screens: tiles and cards live on the screens, and the machine draws them; box: the players draw and tell."""


class RedrawReport(Struct, frozen=True):
    """All tell theirs again: what each seat has told so far. It is kept nowhere, so a power cut asks for it again."""

    told: tuple[tuple[Move, ...], ...]

    def adding(self, seat: Seat, move: Move) -> "RedrawReport":
        """With something more from a seat."""
        more = (*self.told[seat], move)
        return structs.replace(self, told=(*self.told[:seat], more, *self.told[seat + 1 :]))


class CorrectedDraws(Struct, frozen=True):
    """The history told anew, and the state that it leads to."""

    steps: tuple[Step, ...]
    state: Any


def begin(seats: int) -> RedrawReport:
    """Nobody has told anything yet."""
    return RedrawReport(((),) * seats)


def reporter(game: AnyGame, state: object) -> Reporter | None:
    """Who tells what luck is asked for now; None where luck is asked for nothing, or for nothing of the box."""
    prompt = game.chance(state)
    if game.material is None or prompt is None or (isinstance(prompt, ChancePrompt) and prompt.die):
        return None
    return game.material.reporter(state)


def asked(game: AnyGame, state: object, again: RedrawReport | None, seat: Seat) -> Choose | None:
    """What a seat is asked to tell; None where it is nothing."""
    now = reporter(game, state)
    if game.material is None or now is None:
        return None
    drawing = now if seat == now.seat else None
    if again is not None:
        return game.material.offer_again(game.view(state, seat), again.told[seat], drawing)
    return None if drawing is None else game.material.offer(game.view(state, seat), drawing.title)


def is_through(game: AnyGame, state: object, again: RedrawReport) -> bool:
    """Whether all have told all that they hold."""
    return all(asked(game, state, again, seat) is None for seat in range(len(again.told)))


def status(game: AnyGame, state: object, again: RedrawReport | None, names: Sequence[str]) -> str:
    """The title line of who is not asked, while somebody tells; in 21 letters."""
    now = reporter(game, state)
    assert game.material is not None, "nothing is told where there is no box"
    assert now is not None, "somebody tells"
    return game.material.again if again is not None else f"{names[now.seat]} tells a {game.material.piece}"


def conflict(game: AnyGame) -> str:
    """The sentence for all when what was told cannot be."""
    assert game.material is not None, "nothing is told where there is no box"
    return game.material.conflict


def corrected(
    game: AnyGame, options: object, state: object, steps: tuple[Step, ...], again: RedrawReport
) -> CorrectedDraws | None:
    """The history as all have told it again; None where that cannot be either, or would change what all have seen."""
    material = game.material
    assert material is not None, "nothing is told where there is no box"
    seen = material.settled(game.view(state, PUBLIC))
    for history in material.corrected(options, steps, again.told):
        *before, (_, last) = history
        try:
            then = replay(game, options, len(again.told), before)
            if material.settled(game.view(then, PUBLIC)) == seen:
                return CorrectedDraws(tuple(history), submit(game, options, then, CHANCE, last))
        except RuleError:
            # What was told again by several seats may be wrong, too: then another reading of it is tried.
            continue
    return None
