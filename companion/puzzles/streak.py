"""How many days in a row somebody solved a puzzle of that day."""

import msgspec
from msgspec import Struct, structs


class Streak(Struct, frozen=True, forbid_unknown_fields=True):
    """`last`: the last day on which a puzzle of that day was solved, as in 2026-01-31; `days`: how many in a row until then;
    `best`: the longest row."""

    format: int = 1
    last: str = ""
    days: int = 0
    best: int = 0


def after_solving(streak: Streak, day: str, yesterday: str) -> Streak:
    """The streak after a puzzle of `day` was solved on that day; `yesterday` is the day before it."""
    if streak.last == day:
        return streak
    days = streak.days + 1 if streak.last == yesterday else 1
    return structs.replace(streak, last=day, days=days, best=max(streak.best, days))


def read_streak(text: bytes) -> Streak | None:
    """The streak of a file's contents; a new one for an empty file, None for what is no streak."""
    if not text.strip():
        return Streak()
    try:
        found = msgspec.json.decode(text, type=Streak)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if found.format == 1 and found.days >= 0 and found.best >= 0 else None


def written_streak(streak: Streak) -> bytes:
    """The contents of its file."""
    return msgspec.json.encode(streak) + b"\n"
