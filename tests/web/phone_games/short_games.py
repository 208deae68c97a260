"""Moves that lead to the end of a game soon, and are of all kinds on the way. All that is hidden is known to who chooses them."""

import random
from collections.abc import Callable
from itertools import islice
from typing import Final

from companion.core.prompt import Move, every, move_names
from companion.core.seat import Place, Seat
from companion.games.breakthecode.rules import sought_row
from companion.table.effects import Moved, Opened
from tests.mirror import NAMES, Mirror

Choose = Callable[[Mirror, Place], Move]

QUESTIONS: Final = ("ask_line", "ask_parity", "ask_larger", "ask_space")
PEGS: Final = ["red", "yellow", "green"]
WRONG: Final = ["red", "red", "yellow", "pink"]
DIGITS: Final = [4, 0, 7, 1, 9, 3]


def mirror_of(opened: Opened, seed: int, names: tuple[str, ...] = NAMES) -> Mirror:
    """A mirror at the beginning of that game; chance has the luck of a table with that seed."""
    mirror = Mirror(names, pick=random.Random(seed).randrange)
    mirror._carry_out(mirror.table.resume(opened, []))
    return mirror


def offered(mirror: Mirror, place: Place) -> list[Move]:
    """The legal moves; of very many, the first."""
    prompt = mirror.table.prompt(place)
    assert prompt is not None
    return list(islice(every(prompt), 2000))


def mastermind(mirror: Mirror, place: Place) -> Move:
    """A code, one wrong guess, and the right one; the arms as they are."""
    state = mirror.table.state.game_state
    prompt = mirror.table.prompt(place)
    assert prompt is not None
    if state.code is None:
        return {"move": "set_code", "pegs": [*PEGS, ["blue", "white"][len(state.past)]]}
    if "pull_arms" in move_names(prompt):
        right = state.rows[-1].pegs == state.code
        return {"move": "pull_arms", "red": 4 if right else 2 - 1, "white": 0 if right else 1}
    return {"move": "guess", "pegs": list(state.code) if state.rows else WRONG}


def davinci(mirror: Mirror, place: Place) -> Move:
    """The first claim of the game is wrong, and all others are right; whoever may stop does so at each third move."""
    stop: Move = {"move": "stop"}
    moves = offered(mirror, place)
    if stop in moves and mirror.number % 3 == 0:
        return stop
    rows = mirror.table.state.game_state.rows
    right = [m for m in moves if m["move"] == "deduce" and rows[m["seat"]][m["position"]].name[1:] == m["value"]]
    if not right:
        return moves[0]
    claimed = any(entry.move["move"] == "deduce" for entry in mirror.entries if isinstance(entry, Moved))
    return right[0] if claimed else next(move for move in moves if move != right[0])


def digitcode(mirror: Mirror, place: Place) -> Move:
    """Two players: the four questions; then the first to act proposes what is right, and the other lets the last chance go."""
    state = mirror.table.state.game_state
    prompt = mirror.table.prompt(place)
    assert prompt is not None
    can = move_names(prompt)
    if "pass" in can:
        return {"move": "pass"}
    if "propose" in can:
        return {"move": "propose", "digits": list(state.codes[1 - place])}
    return next(every(prompt))


def digitcode_for_solvers(mirror: Mirror, place: Place) -> Move:
    """The first player makes a code; each of the others asks a question of each kind; then the first of them proposes it."""
    if mirror.number == 0:
        return {"move": "set_code", "digits": DIGITS}
    solvers = len(mirror.names) - 1
    if mirror.number > solvers * len(QUESTIONS):
        return {"move": "propose", "digits": DIGITS}
    kind = QUESTIONS[mirror.number % len(QUESTIONS)]
    questions = [move for move in offered(mirror, place) if move["move"] == kind]
    return questions[mirror.number % len(questions)]


def passcode(mirror: Mirror, place: Place) -> Move:
    """Play what can be played, and keep the rest."""
    moves = offered(mirror, place)
    for wanted in ("play", "lay_down", "keep"):
        found = [move for move in moves if move["move"] == wanted]
        if found:
            return found[0]
    # What is no help any more goes first.
    lasting = [move for move in moves if move.get("card") != "KEY"]
    return (lasting or moves)[0]


def breakthecode(mirror: Mirror, place: Place) -> Move:
    """Each player asks a card with one number and one with two; then everybody guesses right but the last one, who lets the last
    turn go."""
    state = mirror.table.state.game_state
    prompt = mirror.table.prompt(place)
    assert prompt is not None
    if "pass" in move_names(prompt) and sum(one.correct for one in state.guesses) == state.seats - 1:
        return {"move": "pass"}
    if len(state.asked) >= 2 * state.seats:
        return {"move": "guess", "tiles": list(sought_row(state, Seat(place)))}
    asks = [move for move in offered(mirror, place) if move["move"] == "ask"]
    return next((move for move in asks if ("number" in move) == (len(state.asked) >= state.seats)), asks[0])


def counted_scores(opened: Opened, scores: tuple[int, ...]) -> tuple[int, ...]:
    """The scores that a page shows of a game that is over: none where a single game or round was won, not points."""
    single = opened.game in ("digitcode", "breakthecode") or (
        opened.game == "davinci" and opened.options.get("rounds", 1) == 1
    )
    return () if single else scores
