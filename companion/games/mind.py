"""A mind: what could be worked out from what one seat sees, as pure functions.

Each game has one (`Game.package` names where, `mind_of` loads it). Whatever thinks goes through it: bots, hints, reviews,
puzzles, the engine's `analyse`, the laws. A mind is made of:

- a **solver**: which worlds are possible for a seat. A world is one way in which all that the seat cannot see may be; each solver
  decides what it is made of. The law: the true world is always among `worlds`, and replaying the history rewritten by
  `determinize` for any of them gives the seat an equal view. So the view tells no more than the solver knows, and the solver
  knows no less than the view tells.
- **bots**, one for each level. A bot is made of views. It never meets a state, so it cannot know more than its seat. Its memory
  is a fold: `start` makes it, `observe` is given every view of the seat in order, from the first one on and whether the seat is
  asked or not, and `note_announcement` what the game announces and no view holds. So a bot that is started again with the same
  views and the same luck gives the same move.
- **hints**: what a move promises, and how much is still possible, from the options, the seat's own view and the memory of the
  strongest bot. So two games that look alike to a seat give it the same hints.
- a **reviewer**: what a move that was made brought, weighed by what its seat knew then.
- **puzzles** (`puzzle.py`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from companion.core.game import AnyGame, Step
from companion.core.prompt import Move, Prompt, RandBelow, sample
from companion.core.seat import Observer, Seat
from companion.games.puzzle import Maker

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")
WorldT = TypeVar("WorldT")
MemoryT = TypeVar("MemoryT")


@dataclass(frozen=True, slots=True)
class Solver(Generic[StateT, OptionsT, ViewT, WorldT]):
    """A solver for the game of that name, as pure functions."""

    game: str
    worlds: Callable[[OptionsT, ViewT], Iterator[WorldT]]
    """Every world that is possible by the view (and by nothing else), each once, in a fixed order, made as it is asked for."""
    guess: Callable[[OptionsT, ViewT, RandBelow], WorldT]
    """One possible world by luck, where there are too many to list; every possible world has some chance."""
    actual_world: Callable[[StateT, Observer], WorldT]
    """The true world, as this solver describes it to that observer."""
    determinize: Callable[[Sequence[Step], Observer, WorldT], list[Step]]
    """The history as it would have been in a world: the moves that the observer did not see are replaced, no other."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the reason for it as one sentence that a player understands, made from what the seat may know. `tells_count`:
    the reason says how many secrets are still possible."""

    move: Move
    why: str
    tells_count: bool = False


def _ignored(options: Any, memory: Any, step: Step) -> Any:
    """Announcements change nothing."""
    return memory


@dataclass(frozen=True, slots=True)
class Bot(Generic[OptionsT, ViewT, MemoryT]):
    """A player of one game, as pure functions."""

    name: str
    """Small letters, unique in its game: what the engine and the lobby call it."""
    start: Callable[[OptionsT], MemoryT]
    """The memory before the first view."""
    observe: Callable[[OptionsT, MemoryT, ViewT], MemoryT]
    """The memory after one more view of the seat. It may be given an equal view again, which then changes nothing."""
    choose: Callable[[OptionsT, MemoryT, ViewT, Prompt, RandBelow], Choice]
    """A legal move. `view` is the last one that `observe` was given, `Prompt` what it is asked; `RandBelow` is its luck."""
    note_announcement: Callable[[OptionsT, MemoryT, Step], MemoryT] = _ignored
    """The memory after a move that the game announces to everybody (`Game.announce`), given between the views before and after
    that move."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a seat could work out from its memory and view.

    `worlds`: how many secrets are still possible, exactly; None where nobody can count them. `marginals`: Da Vinci Code
    only: for each seat's row a list, None for a tile that the seat sees, else {value: probability}.
    """

    worlds: int | None
    marginals: tuple[tuple[dict[str, float] | None, ...], ...] | None = None


def _nothing(options: Any) -> None:
    return None


def _unchanged(options: Any, memory: None, view: Any) -> None:
    return None


def _any_move(options: Any, memory: None, view: Any, prompt: Prompt, pick: RandBelow) -> Choice:
    return Choice(sample(prompt, pick), "Any legal move is as good as another to this player.")


RANDOM: Bot[Any, Any, None] = Bot("random", _nothing, _unchanged, _any_move)
"""Plays any legal move of any game."""


def announced_step(
    game: AnyGame, options: object, before: object, step: Step, after: object, seats: int
) -> Step | None:
    """`step` if the game announces it to everybody, else None. `before`, `after`: the states around it."""
    names = tuple(f"Player {seat + 1}" for seat in range(seats))
    return None if game.announcement(options, before, step, after, names) is None else step


def followed(bot: Bot[Any, Any, Any], options: object, memory: Any, announced: Step | None, view: Any) -> Any:
    """The bot's memory after one more view of its seat. `announced`: the move before that view, if it was announced."""
    if announced is not None:
        memory = bot.note_announcement(options, memory, announced)
    return bot.observe(options, memory, view)


Unit = Literal["bits", "chance", "points"]
"""What moves are compared by. bits: of information about the secret; one bit halves the number of possible secrets. chance: the
probability, 0 to 1, that a claim is right (Da Vinci Code). points: hundredths of the chance that a code is completed in its
round, less what a move leaves to the next seat, so a worth can be below 0 (Passcode)."""


class Promise(Struct, frozen=True):
    """What a move is expected to bring. `worth`: in the game's unit; `bits`: of information, None where nobody counts them."""

    worth: float
    bits: float | None = None


class Best(Struct, frozen=True):
    """The move that promises most among the legal ones, of those that the game compares, and what it promises."""

    move: Move
    promise: Promise


class Sighting(NamedTuple):
    """What a seat learned from a move: the step, if the game announced it to everybody (else None), and the view after it."""

    announced: Step | None
    view: Any


@dataclass(frozen=True, slots=True)
class Hints(Generic[OptionsT, ViewT, MemoryT]):
    """The hints of one game. `memory`: that of the game's strongest bot, made by `games.hints.remembered`."""

    game: str
    unit: Unit
    promise: Callable[[OptionsT, MemoryT, ViewT, Move], Promise | None]
    """What a legal move of the seat promises; None for a move that is not compared, such as setting a code."""
    best: Callable[[OptionsT, MemoryT, ViewT], Best | None]
    """None where no legal move is compared."""
    words: Callable[[OptionsT, MemoryT, ViewT, Move], str]
    """In words what a legal move promises, of those for which `promise` is not None."""
    still_possible: Callable[[OptionsT, MemoryT, ViewT, Move | None], str | None]
    """In words how much is still possible for the seat, where a move is suggested also what that says of it; None where the seat
    has nothing to find out."""


class TurnChoice(Struct, frozen=True):
    """A choice to go on or to stop. `going_on` (with the best claim), `stopping`, `expected` (of the claim that was made, or the
    stop): chances to win the round, 0 to 1. `good`: no worse than the other choice. `deviation`: what the choice lost against
    the other one, in the unit of the review, at most 0."""

    went_on: bool
    going_on: float
    stopping: float
    good: bool
    expected: float
    deviation: float


class Moment(Struct, frozen=True):
    """A move as its reviewer gets it. `state`: before the move; `view`, `memory`: what its seat knew then; `following`: the step
    after the move, None for the last one."""

    options: Any
    state: Any
    view: Any
    memory: Any
    seat: Seat
    move: Move
    following: Step | None
    names: tuple[str, ...]


class Judgement(Struct, frozen=True):
    """What a game's reviewer says of a move; the fields are those of `ReviewedMove`."""

    said: str
    why: str
    gained: float | None = None
    expected: float | None = None
    best: float | None = None
    before: int | None = None
    after: int | None = None
    contradiction: bool = False
    choice: TurnChoice | None = None


@dataclass(frozen=True, slots=True)
class Reviewer:
    """How one game is reviewed. `measure`: what the numbers count. `stands_out`: the least deviation that makes a turning point.
    `has_choices`: whether players choose to go on or to stop."""

    judge: Callable[[Moment], Judgement | None]
    measure: str
    stands_out: float
    has_choices: bool = False


BITS_MEASURE: Final = (
    "The numbers beside the moves are bits: one bit halves the codes that are possible. The sentences count codes. A hint seeks "
    "the win, not the most bits, so a move that it advised can cost some."
)
"""What the numbers of a review in bits count."""


@dataclass(frozen=True, slots=True)
class Mind:
    """The mind of one game. `levels`: its bots, weakest first; the last one is the strongest. `weakest`: what plays at the level
    `random` at a table; it makes no game void by luck. `analyse`: what a seat could work out, from the options, the memory of the
    strongest bot and the seat's view. None: the game has no such thing."""

    levels: tuple[Bot[Any, Any, Any], ...] = ()
    solver: Solver[Any, Any, Any, Any] | None = None
    analyse: Callable[[Any, Any, Any], Analysis] | None = None
    hints: Hints[Any, Any, Any] | None = None
    reviewer: Reviewer | None = None
    puzzles: Maker | None = None
    weakest: Bot[Any, Any, Any] = RANDOM

    @property
    def bots(self) -> tuple[Bot[Any, Any, Any], ...]:
        """Every player of the game, weakest first: `random`, then its levels."""
        return (RANDOM, *self.levels)

    @property
    def table_bots(self) -> tuple[Bot[Any, Any, Any], ...]:
        """The same as the machine plays them at a table."""
        return (self.weakest, *self.levels)

    @property
    def strongest(self) -> Bot[Any, Any, Any]:
        """The bot whose memory hints and reviews use."""
        return self.bots[-1]


_MINDLESS: Final = Mind()


def mind_of(game: AnyGame) -> Mind:
    """The mind of a game; the first call imports it. A game without levels of its own is played by `random` alone."""
    if not game.levels:
        return _MINDLESS
    found: Mind = import_module(f"{game.package}.mind").MIND
    return found
