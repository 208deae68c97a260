"""Digit Code: which codes are still possible.

A world is a code for each seat and, last, for the table; None where that one makes none or has not made it yet. The codes
of plays before a draw are no part of it: both were proposed aloud. What answers leave possible is found by
games.digitcode.possible, exactly; `helping_sheet` there is the sheet of C17. All codes of a world that are hidden are independent
of each other, since an answer and a proposal are about one code.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from companion.core.game import Step
from companion.core.prompt import RandBelow
from companion.core.seat import CHANCE, Observer, Seat
from companion.games.digitcode.moves import DIGITS_IN_CODE, SixDigits, is_legal
from companion.games.digitcode.options import Options, hidden_from
from companion.games.digitcode.possible import count_codes, draw_code, is_possible, possible_codes
from companion.games.digitcode.state import AskedQuestion, State
from companion.games.digitcode.view import DigitCodeView, asked_about, code_in_sight
from companion.solvers.solver import Solver

World = tuple[SixDigits | None, ...]
Holder = Seat | Literal["table"]
Known = SixDigits | Literal["hidden"] | None
Clues = tuple[list[AskedQuestion], list[SixDigits]]


def worlds(options: Options, view: DigitCodeView) -> Iterator[World]:
    """Every world that all answers and proposals agree with; where two codes are hidden, the later holder's runs faster."""
    yield from _worlds(options, view, tuple(_known(options, view, holder) for holder in _holders(view)))


def guess(options: Options, view: DigitCodeView, pick: RandBelow) -> World:
    """One possible world, each with equal chance."""
    drawn: list[SixDigits | None] = []
    for holder in _holders(view):
        known = _known(options, view, holder)
        drawn.append(draw_code(*clues(options, view, holder), pick) if known == "hidden" else known)
    return tuple(drawn)


def accepts(options: Options, view: DigitCodeView, world: World) -> bool:
    """Whether `worlds` would yield this world: for truths that are too far down the list to wait for."""
    if len(world) != view.seats + 1:
        return False
    for holder, code in zip(_holders(view), world, strict=True):
        known = _known(options, view, holder)
        if known != "hidden":
            if code != known:
                return False
        elif code is None or not _is_possible(code, clues(options, view, holder)):
            return False
    return True


def how_many(options: Options, view: DigitCodeView) -> int:
    """How many worlds `worlds` would yield, without the walk."""
    found = 1
    for holder in _holders(view):
        if _known(options, view, holder) == "hidden":
            found *= count_codes(*clues(options, view, holder))
    return found


def clues(options: Options, view: DigitCodeView, holder: Holder) -> Clues:
    """What was answered about the code of a holder, and which proposals it is not."""
    failed = [one.digits for one in view.proposals if not one.correct and hidden_from(options, one.seat) == holder]
    return list(asked_about(view, holder)), failed


def actual_world(state: State, observer: Observer) -> World:
    """The codes of the play since the last draw."""
    return (*state.codes, state.table_code)


def determinize(steps: Sequence[Step], observer: Observer, world: World) -> list[Step]:
    """The last code of each maker is another; a maker, who saw it, is not told otherwise."""
    told = list(steps)
    waiting = {CHANCE if holder == len(world) - 1 else holder: code for holder, code in enumerate(world)}
    for index in range(len(told) - 1, -1, -1):
        actor, move = told[index]
        if move["move"] != "set_code":
            continue
        code = waiting.pop(actor, None)
        if code is not None and actor != observer:
            told[index] = (actor, {"move": "set_code", "digits": list(code)})
    return told


def _worlds(options: Options, view: DigitCodeView, known: tuple[Known, ...]) -> Iterator[World]:
    """The worlds in which all codes are as they are known, but for those that are hidden."""
    hidden = [at for at, code in enumerate(known) if code == "hidden"]
    world: list[SixDigits | None] = [None if code == "hidden" else code for code in known]
    holders = _holders(view)

    def filled(number: int) -> Iterator[World]:
        if number == len(hidden):
            yield tuple(world)
            return
        at = hidden[number]
        for code in possible_codes(*clues(options, view, holders[at])):
            world[at] = code
            if number + 1 == len(hidden):
                yield tuple(world)
            else:
                yield from filled(number + 1)

    return filled(0)


def _is_possible(code: SixDigits, clues: Clues) -> bool:
    return len(code) == DIGITS_IN_CODE and is_legal(code) and is_possible(code, *clues)


def _holders(view: DigitCodeView) -> tuple[Holder, ...]:
    return (*range(view.seats), "table")


def _known(options: Options, view: DigitCodeView, holder: Holder) -> Known:
    """A code that the view holds or that was found aloud; None where there is none; else it is hidden."""
    maker = CHANCE if holder == "table" else holder
    makes = options.master in (None, holder) and not (options.master is None and holder == "table")
    if not makes or (view.phase == "code" and maker in view.to_act):
        return None
    shown = code_in_sight(view, holder)
    if shown is not None:
        return shown
    found = (one.digits for one in view.proposals if one.correct and hidden_from(options, one.seat) == holder)
    return next(found, "hidden")


SOLVER = Solver("digitcode", worlds, guess, actual_world, determinize)
