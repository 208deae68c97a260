"""Break the Code a second time, from a list of moves: every answer, and who has won, told without the rules' own code.

A row is a picture here: a text of ten columns, one for each number, of "b", "w", "bw", "g" or "gg".
"""

from collections.abc import Sequence
from typing import Any

from companion.core.game import Step

NAMES = "ABCDE"


def picture(tiles: Sequence[str]) -> list[str]:
    """For each number the colours that lie there, black first."""
    columns = [""] * 10
    for tile in tiles:
        columns[int(tile[1])] += tile[0].lower()
    return ["".join(sorted(column)) for column in columns]


def laid(tiles: Sequence[str]) -> list[tuple[int, str]]:
    """The number and the colour of each tile from left to right."""
    return [(number, colour) for number, column in enumerate(picture(tiles)) for colour in column]


def answer(tiles: Sequence[str], card: str, number: int | None) -> Any:
    """What a row answers."""
    row = laid(tiles)
    values = {"left": row[:3], "middle": row[1:4], "right": row[len(row) - 3 :], "": row}
    kind, _, rest = card.partition("_")
    if card == "middle":
        return row[2][0] in (5, 6, 7, 8, 9)
    if kind == "sum":
        some = values.get(rest)
        if some is None:
            some = [tile for tile in row if tile[1] == rest[0]]
        return sum(value for value, _ in some)
    if card == "spread":
        return max(row)[0] - min(row)[0]
    if kind == "count":
        wanted = {"black": "b", "white": "w", "even": (0, 2, 4, 6, 8), "odd": (1, 3, 5, 7, 9)}[rest]
        return sum((tile[1] if rest in ("black", "white") else tile[0]) in wanted for tile in row)
    if card == "pairs":
        return len([column for column in picture(tiles) if len(column) == 2])
    if card in ("runs", "same_colour"):
        at = 1 if card == "same_colour" else 0
        found = []
        for place in range(len(row) - 1):
            left, right = row[place], row[place + 1]
            if (left[1] == right[1]) if at else (left[0] + 1 == right[0]):
                found.append(NAMES[place])
        return found
    sought = int(rest) if number is None else number
    return [name for name, (value, _) in zip(NAMES, row, strict=False) if value == sought]


def tally(seats: int, given: dict[str, Any], steps: Sequence[Step]) -> tuple[tuple[int, ...], set[int]]:
    """A point for each who has won a game that is over, and who they are, from its moves alone."""
    rows: dict[Any, list[str]] = {}
    first = given.get("first_seat", 0)
    right: set[int] = set()
    gone: set[int] = set()
    turns = dict.fromkeys(range(seats), 0)
    for actor, move in steps:
        if move["move"] == "deal":
            rows.setdefault(move["to"], []).append(move["tile"])
        if actor == "chance":
            continue
        turns[actor] += 1
        if move["move"] == "guess":
            sought = rows[1 - actor] if seats == 2 else rows["middle"]
            if laid(move["tiles"]) == laid(sought):
                right.add(actor)
            elif seats > 2:
                gone.add(actor)
    if right:
        # Nobody who is still in the game has had fewer turns than the one who began.
        most = max(turns.values())
        assert all(turns[seat] == most for seat in range(seats) if seat not in gone), (turns, gone, first)
    return tuple(int(seat in right) for seat in range(seats)), right
