"""Reviews games in steps, as budgets allow, and caches the finished reviews.

Invariant: the cache key contains the digest of a game's last entry, as that of `replay_cache` does.
"""

from collections import OrderedDict
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from companion.core.small_steps import SmallSteps
from companion.games.review import Review, review_steps
from companion.history.cpu_budget import CpuBudget
from companion.history.replay import ReplayedGame
from companion.journal.rows import GameHead

_MAX_REVIEWS: Final = 4
"""Most finished reviews that are cached; a long game of Passcode takes about 300 KB."""
_MAX_PARTIAL: Final = 2
"""Most unfinished reviews that are kept."""

_ReviewKey = tuple[Path, int, bytes]
"""The journal of a game, its id there, and the digest of its last entry."""


class ReviewCache:
    """The reviews of recently viewed games."""

    def __init__(self) -> None:
        self._finished: OrderedDict[_ReviewKey, dict[str, Any]] = OrderedDict()
        self._partial: OrderedDict[_ReviewKey, SmallSteps[Review]] = OrderedDict()

    def known(self, path: Path, head: GameHead) -> dict[str, Any] | None:
        """The review as JSON values, if it is cached."""
        return self._finished.get((path, head.id, head.chain))

    def continued(self, path: Path, head: GameHead, one: ReplayedGame, budget: CpuBudget) -> dict[str, Any] | None:
        """The review; None if the budget ends first: the next call continues it. `one` must be replayed to its end."""
        name = path, head.id, head.chain
        kept = one.kept
        steps = self._partial.pop(name, None) or review_steps(
            one.game, one.options, one.states, kept.steps, kept.opened.names
        )
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: dict[str, Any] = to_builtins(end.value)
                self._finished[name] = found
                while len(self._finished) > _MAX_REVIEWS:
                    self._finished.popitem(last=False)
                return found
            if not budget.step():
                break
        self._partial[name] = steps
        while len(self._partial) > _MAX_PARTIAL:
            self._partial.popitem(last=False)
        return None
