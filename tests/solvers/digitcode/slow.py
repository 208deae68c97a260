"""The fewest turns to a code, by trying everything."""

from functools import lru_cache

from companion.games.digitcode.questions import QuestionAnswer, answer
from companion.games.digitcode.segments import Code
from companion.solvers.digitcode.candidates import QUESTIONS


@lru_cache(maxsize=4096)
def fewest(codes: tuple[Code, ...], wrong: bool) -> int:
    """The turns of all these codes together: every question and, while none was wrong, every proposal."""
    if len(codes) == 1:
        return 1
    ways = []
    if not wrong:
        ways += [len(codes) + fewest(tuple(other for other in codes if other != proposed), True) for proposed in codes]
    for question in QUESTIONS:
        parts: dict[QuestionAnswer, list[Code]] = {}
        for code in codes:
            parts.setdefault(answer(code, question), []).append(code)
        if len(parts) > 1:
            ways.append(len(codes) + sum(fewest(tuple(part), wrong) for part in parts.values()))
    return min(ways)
