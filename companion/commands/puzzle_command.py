"""`companion puzzle`: the puzzle of a day in the terminal, with a streak."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from companion.commands.shared import DONE, FAILED, Commands

if TYPE_CHECKING:
    from companion.games.puzzle import Puzzle

STREAK_FILE = "puzzles.json"


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


def add_command(commands: Commands) -> None:
    """The command puzzle."""
    puzzle = commands.add_parser("puzzle", help="solve the puzzle of the day: Mastermind, Da Vinci Code or Digit Code")
    puzzle.add_argument(
        "game",
        nargs="?",
        default=None,
        metavar="GAME",
        help="a game that has puzzles (default: the day's game)",
    )
    puzzle.add_argument("--date", default=None, metavar="D", help="the puzzle of another day, like 2026-01-31")
    puzzle.add_argument("--level", default="easy", metavar="L", help="easy, medium or hard (default easy)")
    puzzle.set_defaults(command=_puzzle)


def _puzzle(parsed: argparse.Namespace) -> int:
    import datetime

    from companion.core.errors import RequestError
    from companion.games.daily_puzzle import game_of_day, known_game, known_level, puzzle_of_day

    # The players' own day counts, not that of UTC.
    today = datetime.date.today().isoformat()
    try:
        day = today if parsed.date is None else datetime.date.fromisoformat(parsed.date).isoformat()
    except ValueError as error:
        raise RequestError(f"A date is like 2026-01-31, not {parsed.date[:20]!r}.") from error
    game = known_game(game_of_day(day) if parsed.game is None else parsed.game)
    level = known_level(parsed.level)
    found = puzzle_of_day(game, level, day)
    for line in _shown(found, day):
        print(line)
    if not _solved(found):
        return FAILED
    if day == today:
        yesterday = (datetime.date.fromisoformat(day) - datetime.timedelta(days=1)).isoformat()
        print(_streak_line(day, yesterday))
    return DONE


def _shown(puzzle: "Puzzle", day: str) -> list[str]:
    from companion.games.catalog import find_game

    clues = [f"{number:3}. {clue}" for number, clue in enumerate(puzzle.clues, 1)]
    how = {
        "last row": 'Type four colours, or their first letters: "red blue green pink", "rbgp".',
        "crack in two": 'Type four colours, or their first letters: "red blue green pink", "rbgp".',
        "last code": 'Type six digits: "152 306".',
        "one question": 'Type a question: "line B", "T even or odd", "T or U larger", "space A, K".',
        "certain tile": "Type a hidden tile and its number: {}.",
    }
    first = puzzle.fields[0]
    example = f'"{first.typed[0][1]} 8" says that {first.choices[0]} is an 8' if first.typed else ""
    return [
        f"{find_game(puzzle.game).title}: {puzzle.title} ({puzzle.level}, {day})",
        "",
        puzzle.task,
        "",
        *clues,
        "",
        puzzle.grade,
        f'{how[puzzle.kind].format(example)} "answer" shows the answer and ends.',
    ]


def _solved(puzzle: "Puzzle") -> bool:
    """Ask until the answer is right; False if it was shown, or the input ended."""
    from companion.games.daily_puzzle import judged, typed_answer

    while True:
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            return False
        text = line.strip()
        if text.lower() == "answer":
            print(f"The answer is {' '.join(puzzle.answer)}.")
            return False
        answer = typed_answer(puzzle, text)
        if answer is None:
            print(f"An answer names {', '.join(field.name for field in puzzle.fields)}; {text[:40]!r} does not.")
            continue
        verdict = judged(puzzle, answer)
        print(f"{'Right' if verdict.right else 'Not right'}. {verdict.why}")
        if verdict.right:
            return True


def _streak_line(day: str, yesterday: str) -> str:
    """Count the day, and say how long the streak is. A streak that cannot be read or written costs no puzzle."""
    from companion.config.configuration import simulated
    from companion.core.errors import FileError
    from companion.files import write_file

    path: Path = simulated(2, os.environ).journal.parent / STREAK_FILE
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        text = b""
    except OSError as error:
        return f"Your streak is not counted: {path} cannot be read: {error.strerror or error}."
    before = read_streak(text)
    if before is None:
        return f"Your streak is not counted: {path} is not a file of this command. Move it away, and a new one begins."
    now: Streak = after_solving(before, day, yesterday)
    if now != before:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, written_streak(now), 0o600)
        except (FileError, OSError) as error:
            return f"Your streak is not kept: {error}"
    days = "1 day" if now.days == 1 else f"{now.days} days"
    return f"Your streak: {days} in a row (longest: {now.best})."
