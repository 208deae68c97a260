"""Puzzles of Da Vinci Code: of all hidden tiles only one is certain. Which one is it, and what is it?

The player has seat 0. The others are Ben and Cleo.
"""

from typing import Final

from msgspec import structs

from companion.core.prompt import Move
from companion.core.seat import Seat, all_seats
from companion.core.words import listed
from companion.games.davinci.mind.hidden import Spot, by_order, open_places, posterior, worlds
from companion.games.davinci.rules import (
    NUMBER_TILES,
    TILE_NUMBERS,
    TILE_RANK,
    DavinciView,
    Deduction,
    Options,
    State,
    Tile,
    ordinal,
    prompt,
    tile_front,
    tile_name,
    tile_words,
    view,
)
from companion.games.davinci.words import with_article
from companion.games.puzzle import Field, Maker, Puzzle, PuzzleLevel, TextLuck, Verdict, shuffled

OWNERS: Final = ("You", "Ben", "Cleo")
_SOLVER: Final = Seat(0)
_BY_ORDER: Final[dict[PuzzleLevel, tuple[int, int]]] = {"easy": (1, 1), "medium": (2, 3), "hard": (4, 12)}
"""By level: how many values the order of its row alone leaves the tile, least and most."""
_MOST_ARRANGEMENTS: Final = 20_000
"""Positions with more are not used, so that an example of another arrangement is found at once."""
_OPTIONS: Final = Options()


def make(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    """Positions of two players; hard ones of three too."""
    least, most = _BY_ORDER[level]
    while True:
        state = _dealt(3 if level == "hard" and luck(2) else 2, level, luck)
        found = _certain(view(state, _SOLVER))
        if found is None:
            continue
        spot, _ = found
        state = _without_needless_claims(state, found)
        seen = view(state, _SOLVER)
        values = by_order(seen)[spot]
        if not least <= len(values) <= most:
            continue
        return _puzzle(level, seen, found, len(values))


def check_answer(puzzle: Puzzle, answer: tuple[str, ...]) -> Verdict:
    """Whether a tile and its value are right."""
    seen: DavinciView = puzzle.position
    spot, said = _spots(seen)[answer[0]], answer[1]
    weights = posterior(open_places(seen)).weights[spot]
    if answer == puzzle.answer:
        return Verdict(True, "In every possible arrangement it is this tile, and no other hidden tile is certain.")
    if said not in weights:
        return Verdict(False, f"{answer[0]} cannot be {with_article(said)}: {_why_not(seen, spot, said)}.")
    if len(weights) == 1:
        return Verdict(True, "It is certain.")
    for world in worlds(_OPTIONS, seen):
        tile = world.rows[spot[0]][spot[1]]
        if tile_front(tile) != said:
            row = ", ".join(map(tile_words, world.rows[spot[0]]))
            return Verdict(False, f"{answer[0]} is not certain: {OWNERS[spot[0]]}'s row could be {row}.")
    raise AssertionError("a tile with several values has several arrangements")


def _dealt(seats: int, level: PuzzleLevel, luck: TextLuck) -> State:
    """Rows of drawn tiles; most of the others' lie open; a few claims that were wrong."""
    tiles = [NUMBER_TILES[number] for number in shuffled(list(range(len(NUMBER_TILES))), luck)]
    rows: list[tuple[Tile, ...]] = []
    for seat in all_seats(seats):
        size = 5 + luck(3)
        names = sorted(tiles[:size], key=TILE_RANK.__getitem__)
        tiles = tiles[size:]
        rows.append(tuple(Tile(name, exposed=seat > 0 and luck(5) < (3 if level == "easy" else 2)) for name in names))
    hidden = [(seat, at) for seat in all_seats(seats)[1:] for at, tile in enumerate(rows[seat]) if not tile.exposed]
    claims: list[Deduction] = []
    for _ in range(luck(4) if hidden and level != "easy" else 0):
        seat, at = hidden[luck(len(hidden))]
        said = TILE_NUMBERS[luck(len(TILE_NUMBERS))]
        if said != tile_front(rows[seat][at].name):
            claims.append(Deduction(_SOLVER, seat, at, said, correct=False))
    return State(
        options=_OPTIONS,
        seats=seats,
        round=1,
        turn_of=_SOLVER,
        phase="deduce",
        centre=tuple(sorted(tiles, key=TILE_RANK.__getitem__)),
        rows=tuple(rows),
        scores=(0,) * seats,
        log=tuple(dict.fromkeys(claims)),
        claims=(0,) * seats,
        codes=(0,) * seats,
    )


def _certain(seen: DavinciView) -> tuple[Spot, str] | None:
    """The hidden tile that is certain, and its value; None where there is none, or more than one, or nothing else is hidden."""
    found = posterior(open_places(seen))
    if not 1 < found.total <= _MOST_ARRANGEMENTS:
        return None
    certain = [(spot, next(iter(values))) for spot, values in found.weights.items() if len(values) == 1]
    return certain[0] if len(certain) == 1 else None


def _without_needless_claims(state: State, found: tuple[Spot, str]) -> State:
    """Without the claims that say nothing beyond the rest."""
    for claim in state.log:
        fewer = structs.replace(state, log=tuple(other for other in state.log if other != claim))
        if _certain(view(fewer, _SOLVER)) == found:
            state = fewer
    return state


def _puzzle(level: PuzzleLevel, seen: DavinciView, found: tuple[Spot, str], by_row: int) -> Puzzle:
    (seat, at), said = found
    asked = prompt(_OPTIONS, seen)
    assert asked is not None, "the seat is to claim"
    could = listed(by_order(seen)[seat, at], "or")
    grade = (
        "The known tiles beside it leave only one value."
        if by_row == 1
        else f"The known tiles beside it leave it {by_row} values; {by_row - 1} must be excluded."
    )
    return Puzzle(
        game="davinci",
        title="The certain tile",
        kind="certain tile",
        level=level,
        task="Only one hidden tile is certain. Which one, and what is it? There are black and white tiles from 0 to 11. Rows "
        "rise from left to right; of two equal numbers the black tile stands left.",
        clues=_clues(seen),
        fields=(
            Field("hidden tile", tuple(_spots(seen)), tuple(map(_typed, _spots(seen).values()))),
            Field("value", TILE_NUMBERS),
        ),
        answer=(_called((seat, at)), said),
        deductions=1 + len(seen.turn_log),
        worlds=by_row - 1,
        grade=grade,
        position=seen,
        view=seen,
        names=OWNERS[: seen.seats],
        prompt=asked,
        hints=(f"Look at {_called((seat, at))}.", f"By the known tiles beside it, it could be {could}."),
    )


def _spots(seen: DavinciView) -> dict[str, Spot]:
    """The hidden tiles, by what answers call them."""
    return {
        _called((seat, at)): (seat, at)
        for seat, row in enumerate(seen.rows)
        for at, tile in enumerate(row)
        if tile.value is None
    }


def _clues(seen: DavinciView) -> tuple[str, ...]:
    found = []
    for seat, row in enumerate(seen.rows):
        tiles = [
            f"{ordinal(at)} {tile.colour} {'?' if tile.value is None else tile.value}" if seat
            else f"{tile.colour} {tile.value}"
            for at, tile in enumerate(row)
        ]  # fmt: skip
        whose = "Your row" if seat == 0 else f"{OWNERS[seat]}'s row"
        found.append(f"{whose}: {', '.join(tiles)}")
    refuted = (f"{_called((one.target, one.position))} is not {with_article(one.value)}" for one in seen.turn_log)
    return (*found, *refuted)


def _why_not(seen: DavinciView, spot: Spot, said: str) -> str:
    tile = seen.rows[spot[0]][spot[1]]
    if any((one.target, one.position, one.value) == (*spot, said) for one in seen.turn_log if not one.correct):
        return "the last clues say so"
    name = tile_name(tile.colour, said)
    for seat, row in enumerate(seen.rows):
        if any(shown.value is not None and shown.name == name for shown in row):
            return f"the {tile_words(name)} stands in {'your row' if seat == 0 else OWNERS[seat] + chr(39) + 's row'}"
    if said not in by_order(seen)[spot]:
        return "the known tiles beside it leave no room for that"
    return "the hidden tiles of its row, and all the others, leave no room for that"


def _called(spot: Spot) -> str:
    """What the game calls a tile of another's row: "Ben's 3rd tile"."""
    seat, at = spot
    return f"{OWNERS[seat]}'s {ordinal(at)} tile"


def _typed(spot: Spot) -> tuple[str, ...]:
    """How else it can be typed: "Ben's 3rd", "Ben 3rd", "Ben 3"."""
    seat, at = spot
    return f"{OWNERS[seat]}'s {ordinal(at)}", f"{OWNERS[seat]} {ordinal(at)}", f"{OWNERS[seat]} {at + 1}"


def answer_of(move: Move) -> tuple[str, ...]:
    """The tile and the value of a claim."""
    return _called((move["seat"], move["position"])), str(move["value"])


DAVINCI_PUZZLES: Final = Maker("davinci", make, check_answer, answer_of)
