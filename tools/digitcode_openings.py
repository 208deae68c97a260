"""Works out Digit Code's table of first questions: `python -m tools.digitcode_openings` writes it anew.

For each row of answers to the first three questions or fewer: the eight questions that leave least are looked into one
question further, among all 465,120 codes. "kinds" asks one of each kind (C9), "free" whatever it likes. It takes 35 s of one
core of a laptop, and 105 MB.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import companion
from companion.core.seat import Seat
from companion.games.digitcode.mind.counts import Candidates, index_codes, members
from companion.games.digitcode.mind.search import answers, average, spelling
from companion.games.digitcode.possible import possible_codes
from companion.games.digitcode.rules import QUESTION_KINDS, QUESTIONS, AskedQuestion, question_kind

DEPTH = 4
LOOKED_INTO = 8
TABLE = Path(companion.__file__).parent / "games" / "digitcode" / "mind" / "openings.txt"
Row = tuple[str, str]


def main() -> None:
    """Write the table."""
    found = index_codes(tuple(possible_codes(())))
    lines = ["What to ask first in Digit Code, by the answers so far. Made by `python -m tools.digitcode_openings`."]
    for name, by_kind in (("kinds", True), ("free", False)):
        lines.append(f"opening {name}")
        lines += [f"{key}: {question}" for key, question in sorted(rows(found, (), by_kind=by_kind), key=_order)]
        print(f"{name}: {len(lines)} lines", file=sys.stderr)
    TABLE.write_text("\n".join(lines) + "\n")


def rows(found: Candidates, asked: tuple[AskedQuestion, ...], *, by_kind: bool) -> Iterator[Row]:
    """The table from these answers on; `found` are the codes that give them."""
    number = _best(found, asked, by_kind=by_kind)
    question = QUESTIONS[number]
    yield answers(asked), spelling(question)
    if len(asked) + 1 < DEPTH:
        for answer, part in found.parts[number]:
            after = index_codes([found.codes[one] for one in members(part)])
            yield from rows(after, (*asked, AskedQuestion(Seat(0), Seat(1), question, answer)), by_kind=by_kind)


def _best(found: Candidates, asked: tuple[AskedQuestion, ...], *, by_kind: bool) -> int:
    """The question that leaves the fewest turns after the one that follows it."""
    had = [question_kind(one.question) for one in asked] if by_kind else []
    may_follow = [number for number in _allowed(had, by_kind=by_kind) if len(found.parts[number]) > 1]
    rising = sorted((_left(found, found.all, number), number) for number in may_follow)[:LOOKED_INTO]
    looked: list[tuple[float, int]] = []
    for _, number in rising:
        then = _allowed([*had, question_kind(QUESTIONS[number])] if by_kind else [], by_kind=by_kind)
        looked.append(
            (sum(min(_left(found, part, other) for other in then) for _, part in found.parts[number]), number)
        )
    return min(looked)[1]


def _allowed(had: list[str], *, by_kind: bool) -> list[int]:
    """C9: the questions of the kinds that are left; any question once there is none."""
    left = [name for name in QUESTION_KINDS if name not in had] or QUESTION_KINDS
    return [number for number, one in enumerate(QUESTIONS) if not by_kind or question_kind(one) in left]


def _left(found: Candidates, these: int, number: int) -> float:
    sizes = [(these & part).bit_count() for _, part in found.parts[number]]
    return sum(size * average(size, wrong=False) for size in sizes if size)


def _order(row: Row) -> tuple[int, str]:
    return row[0].count(",") + bool(row[0]), row[0]


if __name__ == "__main__":
    main()
