"""The fewest turns to a code, by trying everything."""

from functools import lru_cache

from companion.games.digitcode.moves import SixDigits
from companion.games.digitcode.rules import true_answer
from companion.games.digitcode.state import QuestionAnswer
from companion.solvers.digitcode.candidates import QUESTIONS


@lru_cache(maxsize=4096)
def fewest(codes: tuple[SixDigits, ...], wrong: bool) -> int:
    """The turns of all these codes together: every question and, while none was wrong, every proposal."""
    if len(codes) == 1:
        return 1
    ways = []
    if not wrong:
        ways += [len(codes) + fewest(tuple(other for other in codes if other != proposed), True) for proposed in codes]
    for question in QUESTIONS:
        parts: dict[QuestionAnswer, list[SixDigits]] = {}
        for code in codes:
            parts.setdefault(true_answer(code, question), []).append(code)
        if len(parts) > 1:
            ways.append(len(codes) + sum(fewest(tuple(part), wrong) for part in parts.values()))
    return min(ways)
