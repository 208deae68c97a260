"""Players who have switched on every help."""

from companion.games.helps import HELPS, Helps


def helps_at(*seats: int, of: int = 2) -> tuple[Helps, ...]:
    """All helps at some of so many seats."""
    return tuple(HELPS if seat in seats else () for seat in range(of))
