"""Matches between bots and outside programs: who plays, which games, one game, all of them on every core, and who won how often,
with the interval in which the true rate lies in 95 of 100 contests.

A contest is a value, and every game of it follows from its number alone. So a contest gives the same games whichever process
plays them, in whatever order, and the outcomes are given in the order of the games, whoever was ready first.

A player that breaks the rules, is silent or dies loses the game there and then, and the others share the win: it is not known
who would have won, and nobody gains by a fault of somebody else more than a draw.

Ctrl-C is the parent's alone: no process of a contest hears of it. Each looks now and then whether it was stopped.

An outside program at a seat is started anew for each game. It is asked `{"seat", "options", "view", "prompt"}` and answers
`{"move": {...}}`, each on a line of JSON; `seat` counts from 0, view, prompt and move are those of the engine protocol. When the
game is over its input ends, and it should end too.

Law: whatever a program does, it is a move, or one sentence of FaultError; and nothing of it is left when the seat is closed.
"""

import multiprocessing
import os
import random
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import combinations, islice
from math import sqrt
from multiprocessing.synchronize import Event
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from companion.core.errors import RequestError, RuleError
from companion.core.game import AnyGame, Step
from companion.core.prompt import Prompt, RandBelow, check, sample
from companion.core.seat import CHANCE, Seat, each_seat
from companion.games.catalog import find_game
from companion.games.mind import RANDOM, Bot, announced_step, followed, mind_of
from companion.history.json_lines import encode_game_line
from companion.history.replay import ReplayedGame
from companion.journal.rows import SavedGame
from companion.table.effects import Opened

PROGRAM: Final = "cmd:"
"""How an entrant begins that is a command line."""


class Entrant(Struct, frozen=True):
    """`given`: as the command line names it; `command`: the words of an outside program, none for a bot."""

    given: str
    command: tuple[str, ...] = ()


def entrants(game: AnyGame, given: Sequence[str]) -> tuple[Entrant, ...]:
    """Raises RequestError where there is no such bot or program."""
    return tuple(_entrant(game, one) for one in given)


def line_ups(game: AnyGame, playing: tuple[Entrant, ...], seats: int | None) -> tuple[tuple[Entrant, ...], ...]:
    """Who plays together: one entrant a seat.

    Where there are more entrants than seats, every choice of them plays; where there are fewer, the last one takes the seats
    that are left. `seats`: None means one for each entrant, or as near to that as the game allows. Raises RequestError.
    """
    low, high = game.seats
    if seats is None:
        seats = min(max(len(playing), low), high)
    if not low <= seats <= high:
        raise RequestError(f"{game.title} is for {low} to {high} seats, not {seats}: give another number to --seats.")
    filled = playing + playing[-1:] * (seats - len(playing))
    return tuple(dict.fromkeys(combinations(filled, seats)))


def player_names(line_up: Sequence[Entrant]) -> tuple[str, ...]:
    """What the players are called in the file of games: at most 12 letters, each another name."""
    taken: list[str] = []
    for one in line_up:
        name = "program" if one.command else one.given[:9]
        same = sum(other == name or other.startswith(f"{name} ") for other in taken)
        taken.append(f"{name} {same + 1}" if same else name)
    return tuple(taken)


def _entrant(game: AnyGame, given: str) -> Entrant:
    if given.startswith(PROGRAM):
        return Entrant(given, _command(given))
    known = [bot.name for bot in mind_of(game).bots]
    if given not in known:
        raise RequestError(
            f"{game.title} has no bot {given[:40]!r}; its bots are {', '.join(known)}. A program is given as "
            f'"{PROGRAM}COMMAND LINE".'
        )
    return Entrant(given)


def _command(given: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(given.removeprefix(PROGRAM)))
    except ValueError as error:
        raise RequestError(f"The command line {given!r} cannot be read: {str(error).lower()}.") from error
    if not words:
        raise RequestError(
            f'There is no command line after "{PROGRAM}": write for example "{PROGRAM}python3 my_bot.py".'
        )
    if shutil.which(words[0]) is None:
        raise RequestError(f"The program {words[0]!r} cannot be started: there is no such program.")
    return words


class Contest(Struct, frozen=True):
    """`line_ups`: who plays together, each as many games as `games`; `time_limit`: seconds that an outside program has for a
    move; `at`: the date and time that the games of a file have, None where no file
    is wanted; `seed`: of all luck."""

    game: str
    options: dict[str, Any]
    line_ups: tuple[tuple[Entrant, ...], ...]
    games: int
    seed: int
    time_limit: float
    at: str | None

    @property
    def total(self) -> int:
        """How many games are played in all."""
        return self.games * len(self.line_ups)


def seating(contest: Contest, number: int) -> tuple[int, ...]:
    """For each seat, who of the line-up sits there in game `number`.

    In as many games in a row as there are seats, everybody sits once in every seat. Who sits next to whom is drawn anew for
    each such row.
    """
    seats = len(contest.line_ups[number // contest.games])
    row, turn = divmod(number % contest.games, seats)
    circle = list(range(seats))
    luck(contest, f"seating {number // contest.games} {row}").shuffle(circle)
    return tuple(circle[(seat + turn) % seats] for seat in range(seats))


def luck(contest: Contest, what: str) -> random.Random:
    """A generator of its own for each purpose, so that what one player draws changes nothing for the others."""
    return random.Random(f"{contest.seed} {what}")


def pick(contest: Contest, what: str) -> RandBelow:
    """The same, as players and chance use it."""
    return luck(contest, what).randrange


MOST: Final = 100_000
"""Moves of a game, those of chance too; a game that is not over then counts for nobody."""


class Outcome(Struct, frozen=True):
    """`number`: of the game, from 0; `line_up`: which of the contest's. By the line-up's order: `shares` of the win, which add up
    to 1 (to 0 where nobody won), and `scores` (none where the game was not played to its end). `fault`: what a player did instead
    of a move, as a sentence; `line`: the game as JSON Lines, None where it was not played to its end or no file is
    wanted."""

    number: int
    line_up: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    fault: str | None
    line: bytes | None


class Player(Protocol):
    """Somebody at a seat. `watches`: whether it wants to see more than the views that it is asked about."""

    watches: bool

    def watch(self, view: Any, announced: Step | None) -> None:
        """Take notice of a view of the seat."""

    def move(self, view: Any, prompt: Prompt) -> object:
        """Answer a prompt; the view was the last that was watched, if any was."""

    def close(self) -> None:
        """Leave the seat."""


class BotPlayer:
    """A bot at a seat: the fold of the views that it is shown."""

    def __init__(self, bot: Bot[Any, Any, Any], options: object, pick: RandBelow) -> None:
        self._bot, self._options, self._pick = bot, options, pick
        self._memory = bot.start(options)
        self.watches = bot.observe is not RANDOM.observe

    def watch(self, view: Any, announced: Step | None) -> None:
        """One more view, and the move before it where the game announced that."""
        self._memory = followed(self._bot, self._options, self._memory, announced, view)

    def move(self, view: Any, prompt: Prompt) -> object:
        """The bot's choice."""
        return self._bot.choose(self._options, self._memory, view, prompt, self._pick).move

    def close(self) -> None:
        """Nothing is left of a bot."""


class LostError(Exception):
    """A player made no legal move: its seat, and the rest of the sentence that its name begins."""

    def __init__(self, seat: Seat, did: str) -> None:
        super().__init__(did)
        self.seat, self.did = seat, did


def never() -> bool:
    """Nobody stops the contest."""
    return False


def play(contest: Contest, number: int, stopping: Callable[[], bool] = never) -> Outcome:
    """The outcome of game `number`. Raises StoppedError when `stopping` says so."""
    game = find_game(contest.game)
    line_up = contest.line_ups[number // contest.games]
    seated = seating(contest, number)
    options = game.read_options(contest.options, len(seated))
    steps: list[Step] = []
    try:
        with ExitStack() as stack:
            players = [
                _seated(stack, contest, number, seat, line_up[who], options, stopping)
                for seat, who in each_seat(seated)
            ]
            state = _played(game, options, players, pick(contest, f"game {number}"), steps, stopping)
    except LostError as lost:
        share = 1 / (len(seated) - 1) if len(seated) > 1 else 0.0
        shares = tuple(0.0 if who == seated[lost.seat] else share for who in range(len(seated)))
        said = f"Game {number + 1}: {line_up[seated[lost.seat]].given} at seat {lost.seat + 1} {lost.did}. It loses the game."
        return Outcome(number, number // contest.games, shares, (), said, None)
    if game.to_act(state):
        said = f"Game {number + 1} was not over after {MOST} moves. It counts for nobody."
        return Outcome(number, number // contest.games, (0.0,) * len(seated), (), said, None)
    result = game.result(state)
    winners = result.winners or ()
    share = 1 / len(winners) if winners else 0.0
    called = player_names(line_up)
    places = [seated.index(who) for who in range(len(seated))]
    return Outcome(
        number,
        number // contest.games,
        tuple(share if seat in winners else 0.0 for seat in places),
        tuple(result.scores[seat] for seat in places if seat < len(result.scores)),
        None,
        _line(contest, game, options, tuple(called[who] for who in seated), steps, state),
    )


def _line(
    contest: Contest, game: AnyGame, options: object, called: tuple[str, ...], steps: list[Step], state: object
) -> bytes | None:
    if contest.at is None:
        return None
    opened = Opened(game.name, game.rules, contest.options, called)
    return encode_game_line(
        ReplayedGame(SavedGame(opened, contest.at, b"", tuple(steps), abandoned=False), game, options, (state,))
    )


def _seated(
    stack: ExitStack,
    contest: Contest,
    number: int,
    seat: Seat,
    entrant: Entrant,
    options: object,
    stopping: Callable[[], bool],
) -> Player:
    player: Player
    if entrant.command:
        try:
            player = Program(entrant.command, options, contest.time_limit, stopping)
        except FaultError as fault:
            raise LostError(seat, str(fault)) from fault
    else:
        bot = next(bot for bot in mind_of(find_game(contest.game)).bots if bot.name == entrant.given)
        player = BotPlayer(bot, options, pick(contest, f"game {number} seat {seat}"))
    stack.callback(player.close)
    return player


def _played(
    game: AnyGame,
    options: object,
    players: Sequence[Player],
    chance: RandBelow,
    steps: list[Step],
    stopping: Callable[[], bool],
) -> object:
    """The last state; `steps` fills with the moves. Raises LostError or StoppedError."""
    state: object = game.setup(options, len(players))
    announced: Step | None = None
    while True:
        views = {seat: game.view(state, seat) for seat, player in each_seat(players) if player.watches}
        for seat, view in views.items():
            players[seat].watch(view, announced)
        acting = game.to_act(state)
        if not acting or len(steps) >= MOST:
            return state
        if stopping():
            raise StoppedError
        actor = acting[0]
        if actor == CHANCE:
            owed = game.chance(state)
            assert owed is not None, "chance is to act"
            move = sample(owed, chance)
        else:
            view = views[actor] if actor in views else game.view(state, actor)
            move = _chosen(game, options, players[actor], view, actor)
        step = (actor, move)
        steps.append(step)
        before, state = state, game.apply(state, actor, move)
        announced = announced_step(game, options, before, step, state, len(players))


def _chosen(game: AnyGame, options: object, player: Player, view: Any, seat: Seat) -> dict[str, Any]:
    prompt = game.prompt(options, view)
    assert prompt is not None, "the seat is to act"
    try:
        move = player.move(view, prompt)
        check(prompt, move)
    except FaultError as fault:
        raise LostError(seat, str(fault)) from fault
    except RuleError as error:
        raise LostError(seat, f"made a move that the rules refuse: {str(error).removesuffix('.')}") from error
    assert isinstance(move, dict), "it passed its check"
    return move


AHEAD: Final = 8
"""Games for each process that are handed out before the first of them is back."""

_here: dict[str, tuple[Contest, Event]] = {}
"""What a process of the pool was started with; a pool passes on nothing else that outlives a task."""


def outcomes(contest: Contest, jobs: int) -> Generator[Outcome]:
    """Every game's outcome, in order. Whoever leaves off early closes the generator, which stops the games that go on."""
    if jobs == 1:
        for number in range(contest.total):
            yield play(contest, number)
        return
    # A process that is forked from one with threads may hang, so each is started anew.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    waiting: deque[Future[Outcome | None]] = deque()
    numbers = iter(range(contest.total))
    with ProcessPoolExecutor(min(jobs, contest.total), context, _start, (contest, stop)) as pool:
        try:
            while True:
                with _held():
                    for number in islice(numbers, AHEAD * jobs - len(waiting)):
                        waiting.append(pool.submit(_play, number))
                if not waiting:
                    return
                outcome = waiting.popleft().result()
                assert outcome is not None, "nobody has stopped it"
                yield outcome
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _held() -> Iterator[None]:
    """Ctrl-C waits until the block ends. A process that is started meanwhile never hears it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(contest: Contest, stop: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here["contest"] = contest, stop


def _play(number: int) -> Outcome | None:
    contest, stop = _here["contest"]
    try:
        return play(contest, number, stop.is_set)
    except StoppedError:
        return None


_MOST_BYTES: Final = 1 << 20
"""Bytes of an answer."""
_STOP_CHECK: Final = 0.2
"""Seconds between two looks at whether the contest was stopped."""
_GRACE: Final = 1.0
"""Seconds that a program has to end by itself after its game."""


class FaultError(Exception):
    """What a program did instead of a move, as the rest of a sentence that its name begins."""


class StoppedError(Exception):
    """The contest was stopped while a game went on."""


class Program:
    """One started program. `stopping` is asked now and then while it thinks."""

    watches = False

    def __init__(
        self, command: tuple[str, ...], options: object, time_limit: float, stopping: Callable[[], bool]
    ) -> None:
        self._options = options
        self._time_limit = time_limit
        self._stopping = stopping
        self._unread = b""
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise FaultError(f"cannot be started: {(error.strerror or str(error)).lower()}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)

    def watch(self, view: object, announced: object) -> None:
        """It sees a view only when it is asked."""

    def move(self, view: Any, prompt: Prompt) -> object:
        """What it answers, not judged yet. Raises FaultError or StoppedError."""
        shown = find_game(view.game).view_for_programs(view)
        question = {"seat": view.seat, "options": self._options, "view": shown, "prompt": prompt}
        line = self._exchanged(msgspec.json.encode(question) + b"\n")
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise FaultError(f"answered with a line that is not JSON: {_quoted(line)}") from error
        if not isinstance(answer, dict) or list(answer) != ["move"]:
            raise FaultError(f'answered with something else than {{"move": ...}}: {_quoted(line)}')
        return answer["move"]

    def close(self) -> None:
        """End it: its input ends, and what is left of it after a moment is killed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        # Its own children are of its session, which bears its number.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()

    def _exchanged(self, question: bytes) -> bytes:
        """The line that it answers, when all of the question is written and within the time limit."""
        until = time.monotonic() + self._time_limit
        with selectors.DefaultSelector() as ready:
            ready.register(self._from, selectors.EVENT_READ)
            ready.register(self._to, selectors.EVENT_WRITE)
            while question or b"\n" not in self._unread:
                if self._stopping():
                    raise StoppedError
                left = until - time.monotonic()
                if left <= 0:
                    raise FaultError(f"gave no answer within {self._time_limit:g} seconds")
                for key, _ in ready.select(min(left, _STOP_CHECK)):
                    if key.fd == self._from:
                        self._read()
                    else:
                        question = self._written(question)
                        if not question:
                            ready.unregister(self._to)
        line, _, self._unread = self._unread.partition(b"\n")
        if self._unread:
            raise FaultError(f"answered with more than one line: after the first came {_quoted(self._unread)}")
        return line

    def _written(self, question: bytes) -> bytes:
        """What is left to be written."""
        try:
            return question[os.write(self._to, question) :]
        except BlockingIOError:
            return question
        except BrokenPipeError:
            # Its output tells why: what it said last is read first, then its end.
            return b""

    def _read(self) -> None:
        read = os.read(self._from, 1 << 16)
        if not read:
            raise FaultError(self._ended())
        self._unread += read
        if len(self._unread) > _MOST_BYTES:
            raise FaultError(f"answered with more than {_MOST_BYTES} bytes")

    def _ended(self) -> str:
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output before it answered"
        if status < 0:
            return f"was ended by signal {-status} before it answered"
        return f"ended with exit status {status} before it answered"


def _quoted(line: bytes) -> str:
    text = line[:60].decode(errors="replace")
    return repr(text) + ("..." if len(line) > 60 else "")


Z: Final = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""


class Tally:
    """The outcomes of a contest so far, for each of its line-ups."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._games = [0 for _ in contest.line_ups]
        self._scored = [0 for _ in contest.line_ups]
        self._shares = [[0.0 for _ in line_up] for line_up in contest.line_ups]
        self._scores = [[0 for _ in line_up] for line_up in contest.line_ups]
        self.faults: list[str] = []

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self._games)

    def add(self, outcome: Outcome) -> None:
        """Count one game more."""
        at = outcome.line_up
        self._games[at] += 1
        for who, share in enumerate(outcome.shares):
            self._shares[at][who] += share
        if outcome.scores:
            self._scored[at] += 1
            for who, score in enumerate(outcome.scores):
                self._scores[at][who] += score
        if outcome.fault is not None:
            self.faults.append(outcome.fault)

    def table(self) -> Iterator[str]:
        """The lines of a table for each line-up: a row for each entrant, with all its seats together."""
        contest = self._contest
        width = max(6, *(len(one.given) for line_up in contest.line_ups for one in line_up))
        for at, line_up in enumerate(contest.line_ups):
            games = self._games[at]
            if not games:
                continue
            if at:
                yield ""
            yield f"{contest.game}, {_plural(len(line_up), 'seat')}, {_plural(games, 'game')}, seed {contest.seed}"
            yield f"{'player':{width}}  seats      wins  win rate   95 % interval    even  mean score"
            for entrant in dict.fromkeys(line_up):
                whose = [who for who, other in enumerate(line_up) if other == entrant]
                wins = sum(self._shares[at][who] for who in whose)
                low, high = wilson(wins, games)
                even = len(whose) / len(line_up)
                scores = sum(self._scores[at][who] for who in whose)
                mean = f"{scores / (self._scored[at] * len(whose)):10.2f}" if self._scored[at] else f"{'-':>10}"
                yield (
                    f"{entrant.given:{width}}  {len(whose):5}  {_count(wins):>8}  {wins / games:7.1%}  "
                    f"{low:6.1%} to {high:6.1%}  {even:6.1%}  {mean}"
                )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's score interval of a rate, at 95 %. A shared win counts as a part of one, which makes the interval wider than
    it need be, never narrower."""
    rate, square = wins / games, Z * Z / games
    middle = rate + square / 2
    spread = Z * sqrt(max(0.0, rate * (1 - rate)) / games + square / (4 * games))
    return max(0.0, (middle - spread) / (1 + square)), min(1.0, (middle + spread) / (1 + square))


def told(faults: Sequence[str], most: int = 3) -> Iterator[str]:
    """The first faults, and how many more there were."""
    yield from faults[:most]
    if len(faults) > most:
        more = len(faults) - most
        yield f"There {'was' if more == 1 else 'were'} {_plural(more, 'more fault')} like these."


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _count(wins: float) -> str:
    return f"{wins:.0f}" if abs(wins - round(wins)) < 1e-6 else f"{wins:.1f}"
