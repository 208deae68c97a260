"""Points and winners of a game, from the list of moves and the options alone; it shares nothing with the rules."""

from collections.abc import Sequence
from typing import Any

from companion.core.game import Step


def number(tile: str) -> int:
    return 0 if tile.endswith("-") else int(tile[1:])


class Tally:
    """The game as a person with paper would follow it: hands are sets of tiles, sorted when somebody points."""

    def __init__(self, seats: int, given: dict[str, Any]) -> None:
        self.seats, self.advanced = seats, given.get("advanced", False)
        self.points = [0] * seats
        self.winners: list[int] = []
        self.rounds = given.get("rounds", 1)
        self.deal()

    def deal(self) -> None:
        self.rows: list[list[str]] = [[] for _ in range(self.seats)]
        self.open: set[str] = set()
        self.left = 26 if self.advanced else 24
        self.missing = self.seats * (3 if self.seats == 4 else 4)
        self.taker, self.held, self.failed = -1, "", False

    def join(self, position: int | None) -> None:
        row = self.rows[self.taker]
        row.insert(len(row) if position is None else position, self.held)
        if not self.advanced:
            row.sort(key=lambda tile: (int(tile[1:]), tile[0]))
        if self.failed:
            self.open.add(self.held)
        self.held, self.failed = "", False

    def hear(self, actor: Any, move: dict[str, Any]) -> None:
        match move["move"]:
            case "take":
                self.taker = actor
            case "draw":
                self.held = move["tile"]
                self.left -= 1
                if self.missing:
                    self.missing -= 1
                    self.join(None)
            case "arrange":
                numbers = sorted(
                    (tile for tile in self.rows[actor] if tile[1:] != "-"), key=lambda tile: (int(tile[1:]), tile[0])
                )
                dashes = sorted(tile for tile in self.rows[actor] if tile[1:] == "-")
                for position, dash in sorted(zip(move["positions"], dashes, strict=True)):
                    numbers.insert(position, dash)
                self.rows[actor] = numbers
            case "place":
                self.join(move["position"])
            case "stop":
                if self.held and not self.advanced:
                    self.join(None)
            case "reveal":
                self.open.add(self.rows[actor][move["position"]])
                self.look()
            case "deduce":
                tile = self.rows[move["seat"]][move["position"]]
                if tile[1:] == move["value"]:
                    self.open.add(tile)
                    self.points[actor] += 4 if set(self.rows[move["seat"]]) <= self.open else 1
                    self.look()
                elif self.held:
                    self.failed = True
                    if not self.advanced:
                        self.join(None)

    def look(self) -> None:
        """Whether the round has ended."""
        alive = [seat for seat in range(self.seats) if set(self.rows[seat]) - self.open]
        if len(alive) > 1:
            return
        winner = alive[0]
        secret = [*(set(self.rows[winner]) - self.open), *([self.held] if self.held else [])]
        self.points[winner] += 5 + sum(map(number, secret))
        self.rounds -= 1
        self.winners = [winner]
        if self.rounds:
            self.deal()


def tally(seats: int, given: dict[str, Any], steps: Sequence[Step]) -> tuple[list[int], list[int]]:
    """The points of all, and who won."""
    sheet = Tally(seats, given)
    for actor, move in steps:
        sheet.hear(actor, move)
    assert sheet.rounds == 0, "as many rounds as were agreed on"
    best = [seat for seat in range(seats) if sheet.points[seat] == max(sheet.points)]
    return sheet.points, best if given.get("rounds") == 3 else sheet.winners
