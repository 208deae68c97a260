"""`companion history`, `export` and `import`: list finished games, write them to a file, read them back."""

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands.shared import DONE, FAILED, Commands, add_journal, journals, run_and_report

if TYPE_CHECKING:
    from companion.history.game_list import ListedGame


def games_table(games: "Sequence[ListedGame]") -> list[str]:
    """One line for each game; a column is as wide as its widest entry."""
    if not games:
        return []
    rows = [
        (
            game.key,
            game.at[:16].replace("T", " "),
            game.title,
            ", ".join(game.players),
            _result_text(game),
            _length_text(game),
        )
        for game in games
    ]
    wide = [max(len(row[column]) for row in rows) for column in range(6)]
    return [
        "  ".join(
            text.rjust(width) if column == 0 else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]


def _result_text(game: "ListedGame") -> str:
    """The winner and the scores, as in "Ann wins 12:9"."""
    scores = ":".join(map(str, game.scores))
    if game.how == "abandoned" or game.winners is None:
        return f"abandoned at {scores}"
    names = [game.players[seat] for seat in game.winners]
    match names:
        case []:
            return f"nobody wins {scores}"
        case [name]:
            return f"{name} wins {scores}"
        case _:
            return f"a draw of {' and '.join(names)} {scores}"


def _length_text(game: "ListedGame") -> str:
    """The number of moves, as in "12 moves"."""
    return f"{game.moves} {'move' if game.moves == 1 else 'moves'}"


_GAMES_PER_STEP: Final = 20
"""Games between two steps of the progress bar."""
_BAR_CELLS: Final = 40


def add_command(commands: Commands) -> None:
    """The commands history, export and import."""
    history = commands.add_parser("history", help="list the finished games, newest first, a page at a time")
    history.add_argument("--before", default=None, metavar="KEY", help="only games before the one with this key")
    history.add_argument("--all", action="store_true", help="every page")
    history.add_argument("--json", action="store_true", help="one JSON object a line instead")
    history.set_defaults(command=_history)
    export = commands.add_parser("export", help="write the finished games as JSON Lines")
    export.add_argument("--out", type=Path, default=None, metavar="FILE", help="where to (default: standard output)")
    export.set_defaults(command=_export)
    importing = commands.add_parser("import", help="import games that export wrote, each checked by a replay")
    importing.add_argument("file", type=Path, metavar="FILE")
    importing.set_defaults(command=_import)
    for command in (history, export, importing):
        add_journal(command)


def _history(parsed: argparse.Namespace) -> int:
    import msgspec

    from companion.files import acting_for
    from companion.history.game_list import GameKey
    from companion.history.journal_set import existing_journal_set, finished_games_page

    before = None if parsed.before is None else GameKey.of(parsed.before)
    faults: list[str] = []
    shown = 0
    bases = journals(parsed)
    with acting_for(bases[0]), existing_journal_set(bases) as on:
        while True:
            found = finished_games_page(on, before)
            faults += found.faults
            for line in (
                (msgspec.json.encode(game).decode() for game in found.games)
                if parsed.json
                else games_table(found.games)
            ):
                print(line)
            shown += len(found.games)
            if found.older is None or not parsed.all:
                break
            before = GameKey.of(found.older)
    if not shown and not faults and not parsed.json and before is None:
        print("No game has been finished yet.")
    if found.older is not None:
        print(
            f"There are older games: see them with --before {found.older}, or all of them with --all.", file=sys.stderr
        )
    return run_and_report(faults)


def _export(parsed: argparse.Namespace) -> int:
    from companion.files import acting_for, replacing
    from companion.history.journal_set import existing_journal_set, exported_lines, game_count

    faults: list[str] = []
    out: Path | None = parsed.out
    bases = journals(parsed)
    with contextlib.ExitStack() as stack:
        # Written to a temporary file first, so that a failed export keeps the old file.
        to = stack.enter_context(replacing(out)) if out else sys.stdout.buffer
        with acting_for(bases[0]), existing_journal_set(bases) as on:
            lines = exported_lines(on)
            if sys.stderr.isatty() and (out or not sys.stdout.isatty()):
                lines = _with_progress_bar(lines, game_count(on))
            for line in lines:
                if isinstance(line, bytes):
                    to.write(line)
                else:
                    faults.append(line)
        to.flush()
    return run_and_report(faults)


def _with_progress_bar(lines: Iterator[bytes | str], count: int) -> Iterator[bytes | str]:
    """The lines of `count` games, and on standard error how many there were so far."""
    try:
        for number, line in enumerate(lines, 1):
            if number % _GAMES_PER_STEP == 0:
                done = min(number, count)
                cells = _BAR_CELLS * done // max(count, 1)
                bar = "#" * cells + "." * (_BAR_CELLS - cells)
                print(f"\r[{bar}] {done} of {count} games", end="", file=sys.stderr, flush=True)
            yield line
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _import(parsed: argparse.Namespace) -> int:
    from companion.core.errors import FileError, RequestError, RuleError
    from companion.files import acting_for
    from companion.history.journal_set import bounded_lines, import_line, intake
    from companion.journal.worker import utc_label

    path: Path = parsed.file
    bases = journals(parsed)
    imported_count = there = refused = 0
    try:
        with acting_for(path):
            file = path.open("rb")
    except FileError:
        raise
    except OSError as error:
        return run_and_report([f"The file {path} cannot be read: {error.strerror or error}."])
    with file, acting_for(bases[0]), intake(bases, utc_label) as into:
        for number, line in enumerate(bounded_lines(file), 1):
            try:
                if import_line(into, line):
                    imported_count += 1
                else:
                    there += 1
                    print(f"{path}, line {number}: this game is in the journal already.")
            except (RequestError, RuleError) as error:
                refused += 1
                print(f"{path}, line {number} is refused: {error}", file=sys.stderr)
    print(f"Imported: {imported_count}; there already: {there}; refused: {refused}.")
    return FAILED if refused else DONE
