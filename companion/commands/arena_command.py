"""Let bots and outside programs play many games against each other, and count who wins."""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.commands.shared import DONE, FAILED, Commands

if TYPE_CHECKING:
    from companion.arena import Contest, Tally

SOON: Final = 0.25
"""Seconds between two progress lines."""

DESCRIPTION: Final = """\
Play seeded games between bots and outside programs, and print how often each wins, with the interval
in which its true win rate lies in 95 of 100 contests. The same command gives the same games, whatever --jobs is.

In as many games in a row as there are seats, everybody sits once in every seat. With more players than seats,
every choice of them plays; with fewer, the last one named takes the seats that are left.
A game that several win counts as a part of a win for each of them.

An outside program is given as its command line, for example "cmd:python3 my_bot.py". It is started anew for each
game and asked on its standard input, one JSON object a line, whenever its seat is to move:
  {"seat": 0, "options": {...}, "view": {...}, "prompt": {...}}
It answers each question with one line on its standard output, flushed:
  {"move": {"move": "draw", "pile": "draw"}}
seat counts from 0. options, view, prompt and move are those of the engine protocol; the prompt holds every legal
move. When the game is over, its input ends. What it writes on standard error is shown. A program that breaks the
rules, answers too late or ends loses the game at once, and the others share the win."""


def add_command(commands: Commands) -> None:
    """The command arena."""
    arena = commands.add_parser(
        "arena",
        help="let bots and outside programs play many games, and count who wins",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arena.add_argument("game", metavar="GAME", help="the game; an unknown name lists them all")
    arena.add_argument("--games", type=int, default=100, metavar="N", help="games of each line-up (default 100)")
    arena.add_argument(
        "--bots", nargs="+", required=True, metavar="BOT", help='names of bots, and programs as "cmd:COMMAND LINE"'
    )
    arena.add_argument("--seats", type=int, default=None, metavar="N", help="(default: one for each player)")
    arena.add_argument("--seed", type=int, default=0, metavar="S", help="of all luck (default 0)")
    arena.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, its value in JSON, such as levels=[3,4]; may be given several times",
    )
    arena.add_argument("--jobs", type=int, default=None, metavar="J", help="processes (default: one for each core)")
    arena.add_argument(
        "--time-limit",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="that an outside program has for a move (default 10)",
    )
    arena.add_argument(
        "--log",
        type=Path,
        default=None,
        metavar="FILE",
        help="write the games that were played to their end as JSON Lines, as export does; import takes them",
    )
    arena.set_defaults(command=_arena)


def _arena(parsed: argparse.Namespace) -> int:
    from companion.arena import Tally, cores, outcomes, told
    from companion.files import replacing

    contest = _contest(parsed)
    jobs = parsed.jobs if parsed.jobs is not None else cores()
    tally = Tally(contest)
    progress = _Progress(tally, contest.total)
    stopped = False
    with ExitStack() as stack:
        log = stack.enter_context(replacing(parsed.log)) if parsed.log is not None else None
        found = outcomes(contest, jobs)
        try:
            for outcome in found:
                if log is not None and outcome.line is not None:
                    log.write(outcome.line)
                tally.add(outcome)
                progress.show()
        except KeyboardInterrupt:
            stopped = True
        finally:
            found.close()
            progress.clear()
    for line in tally.table():
        print(line)
    sys.stdout.flush()
    for fault in told(tally.faults):
        print(fault, file=sys.stderr)
    if stopped:
        print(f"Stopped after {tally.games} of {contest.total} games; these were counted.", file=sys.stderr)
    return FAILED if stopped else DONE


def _contest(parsed: argparse.Namespace) -> "Contest":
    """Raises RequestError or RuleError where the games cannot be played so."""
    from companion.arena import Contest, entrants, line_ups
    from companion.core.errors import RequestError
    from companion.games.catalog import find_game
    from companion.journal.worker import utc_label

    for name, value in (("--games", parsed.games), ("--jobs", parsed.jobs)):
        if value is not None and value < 1:
            raise RequestError(f"{name} is a whole number from 1, not {value}.")
    if not 0 < parsed.time_limit <= 86_400:
        raise RequestError(f"--time-limit is a number of seconds above 0, a day at most, not {parsed.time_limit:g}.")
    game = find_game(parsed.game)
    options = dict(_options(parsed.option))
    playing = line_ups(game, entrants(game, parsed.bots), parsed.seats)
    game.read_options(options, len(playing[0]))
    at = utc_label() if parsed.log is not None else None
    return Contest(game.name, options, playing, parsed.games, parsed.seed, parsed.time_limit, at)


def _options(given: list[str]) -> Iterator[tuple[str, Any]]:
    """A value that is no JSON is a text, so that words need no quotes."""
    import msgspec

    from companion.core.errors import RequestError

    for one in given:
        name, equals, value = one.partition("=")
        if not name or not equals:
            raise RequestError(f"An option is NAME=VALUE, such as levels=[3,4], not {one[:40]!r}.")
        try:
            yield name, msgspec.json.decode(value)
        except msgspec.DecodeError:
            yield name, value


class _Progress:
    """One line on a terminal that is written over: how many games are played, and how long the rest will take."""

    def __init__(self, tally: "Tally", total: int) -> None:
        self._tally, self._total = tally, total
        self._shows = sys.stderr.isatty()
        self._began = self._last = time.monotonic()

    def show(self) -> None:
        now = time.monotonic()
        if not self._shows or now - self._last < SOON:
            return
        self._last = now
        played = self._tally.games
        pace = played / (now - self._began)
        left = round((self._total - played) / pace)
        print(
            f"\r\x1b[K{played} of {self._total} games, {pace:.1f} a second, {left // 60}:{left % 60:02} left",
            end="",
            file=sys.stderr,
            flush=True,
        )

    def clear(self) -> None:
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
