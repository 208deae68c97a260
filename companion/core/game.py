"""A game as the table knows it: a record of pure functions, and the one way to play a move.

State is a frozen value and the fold of its moves; luck comes in as moves of CHANCE. What leaves a state leaves through
`view`, which builds its own type from what the observer may know; a prompt is made from a view, so it can tell no more.
Options are agreed on before the game and known to all, so whoever has a view has them too.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.core.entry import Entry
from companion.core.errors import RuleError
from companion.core.options import Setting
from companion.core.physical_draw import PhysicalDraws
from companion.core.prompt import Move, Prompt, check, names
from companion.core.recap import Recap
from companion.core.refusal import Vocabulary, bare, lacking, misspelled, superfluous
from companion.core.rules_book import Book
from companion.core.screen import Mark, Rendering
from companion.core.seat import CHANCE, PUBLIC, Actor, Observer, Seat

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT", bound="View")


class View(Struct, frozen=True, kw_only=True):
    """What every view begins with. Each game's view extends it by what its observer may know.

    `seat`: whose view this is (None: the public's); `to_act`: who may move now, ascending; `scores`: one a seat;
    `winners`: None while the game is on.
    """

    game: str
    seats: int
    seat: Observer
    to_act: tuple[Actor, ...]
    phase: str
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


class Result(Struct, frozen=True):
    """How a game stands: `scores`, one a seat; `winners`: None while it is on, else all who won (none where nobody did)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


Step = tuple[Actor, Move]
"""A move and who made it."""


def _no_remark(options: Any, before: Any, step: Step, after: Any, names: tuple[str, ...]) -> str | None:
    """There is nothing that the screens do not show."""
    return None


def _no_confirmation(options: Any, view: Any, move: Move) -> str | None:
    """Every move is meant as it is made."""
    return None


def _anybody(view: object) -> None:
    """No seat of its own throws the die."""
    return


def _no_recap(state: object) -> Recap | None:
    """The game has no rounds."""
    return None


def _no_pieces(pieces: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Nothing is counted."""
    return ()


def _lasts(state: object, actor: Actor, move: Move) -> str:
    """Of a game that says nothing about its moves, each of them lasts."""
    return "this game has no taking back."


@dataclass(frozen=True, slots=True)
class Game(Generic[StateT, OptionsT, ViewT]):
    """One game. `rules` is raised whenever an old journal would replay differently; `older` then gets a record that plays by
    the rules before, so that what was recorded under them stays readable (`by_rules`)."""

    name: str
    title: str
    rules: int
    seats: tuple[int, int]
    settings: tuple[Setting, ...]
    read_options: Callable[[Mapping[str, Any], int], OptionsT]
    """Takes options as they were given and the number of seats; raises RuleError with a sentence."""
    setup: Callable[[OptionsT, int], StateT]
    view: Callable[[StateT, Observer], ViewT]
    prompt: Callable[[OptionsT, ViewT], Prompt | None]
    """What the view's own seat is asked; None where it is not to act."""
    to_act: Callable[[StateT], tuple[Actor, ...]]
    """Who may move now, as every view says it: seats, ascending, or CHANCE alone; nobody when the game is over."""
    chance: Callable[[StateT], Prompt | None]
    """What luck is asked. From the state, since luck knows all; nobody is shown it."""
    apply: Callable[[StateT, Actor, Move], StateT]
    """Pure; a move that passed `check` never raises."""
    result: Callable[[StateT], Result]
    explain: Callable[[OptionsT, ViewT, Move], str | None]
    """Why a refused move breaks the rules, from what its seat may know (of chance: from the public view). The move has the
    keys that its name asks for and no other, if it is one that is possible now; None where the prompt says it well enough."""
    describe: Callable[[OptionsT, ViewT, tuple[str, ...]], str]
    """The public view's last event as one sentence, for the event line."""
    render: Callable[[OptionsT, ViewT, tuple[str, ...], Entry | None], Rendering]
    """Draws a view: what the seats are called (12 letters at most), and what the view's own seat has entered so far of a move."""
    announce: Callable[[OptionsT, ViewT, Step, ViewT, tuple[str, ...]], str | None] = _no_remark
    """From a move and the public views before and after it: a sentence that every screen and the event line say until the
    next key, since what it tells stands in no view; None for nearly every move."""
    recap: Callable[[StateT], Recap | None] = _no_recap
    """The round that was finished last, made as a view is; None before that, and in a game without rounds."""
    pieces: Callable[[tuple[str, ...], int], tuple[Mark, ...]] = _no_pieces
    """Draws the pieces that a recap counted, side by side, from that row down: 16 rows at most."""
    thrower: Callable[[ViewT], Seat | None] = _anybody
    """From the public view, while chance is asked for a roll of the die: the seat that throws it; None where anybody may."""
    why_irreversible: Callable[[StateT, Actor, Move], str | None] = _lasts
    """Why a move made in that state is never taken back: what it showed anybody. None where it showed nothing but itself."""
    confirm_question: Callable[[OptionsT, ViewT, Move], str | None] = _no_confirmation
    """From what its seat may know: a sentence that asks whether a legal move is meant, since it cannot tell or win anything.
    Whoever has keys is asked back once; the move is legal all the same. None for nearly every move."""
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    """Every move with its keys, so that a refusal can say which of them is unknown."""
    book: Book = ()
    """Its rules, to be looked up at the table; none where there is nothing to read."""
    material: PhysicalDraws[StateT, OptionsT, ViewT] | None = None
    """How players tell what they draw from a box of their own; None where nothing is drawn from one."""
    older: "tuple[AnyGame, ...]" = ()
    """The same game by its older rules, to step through what was recorded under them; never to begin a game."""


AnyGame = Game[Any, Any, Any]


def by_rules(game: AnyGame, rules: int) -> AnyGame | None:
    """The record that plays a game by the rules of that number; None where this version has none."""
    return next((one for one in (game, *game.older) if one.rules == rules), None)


def to_act(game: AnyGame, state: object) -> tuple[Actor, ...]:
    """Who may move now: seats, ascending, or CHANCE alone; nobody when the game is over."""
    return game.to_act(state)


def ask(game: AnyGame, options: object, state: object, actor: Actor) -> Prompt | None:
    """What `actor` is asked now; None where it is not to act."""
    if actor == CHANCE:
        return game.chance(state)
    return game.prompt(options, game.view(state, actor))


def submit(game: AnyGame, options: object, state: object, actor: Actor, move: object) -> object:
    """The state after `move`. Raises RuleError with a sentence for the player, and then nothing has changed."""
    prompt = ask(game, options, state, actor)
    if prompt is None:
        raise RuleError(_not_asked(game, state, actor))
    try:
        check(prompt, move)
    except RuleError as refusal:
        raise RuleError(_why(game, options, state, actor, prompt, move) or str(refusal)) from refusal
    assert isinstance(move, dict)
    return game.apply(state, actor, move)


def replay(game: AnyGame, options: object, seats: int, steps: Iterable[Step]) -> object:
    """The state after `steps`, each checked. Raises RuleError naming the first step that does not replay."""
    state = game.setup(options, seats)
    for number, (actor, move) in enumerate(steps, 1):
        try:
            state = submit(game, options, state, actor, move)
        except RuleError as error:
            raise RuleError(f"Move {number} does not replay: {error}") from error
    return state


def announcement(
    game: AnyGame, options: object, before: object, step: Step, after: object, names: tuple[str, ...]
) -> str | None:
    """What the game announces to everybody about a move, from the states around it; None for nearly every move."""
    if game.announce is _no_remark:
        return None
    return game.announce(options, game.view(before, PUBLIC), step, game.view(after, PUBLIC), names)


def who(actor: Actor) -> str:
    """An actor in words."""
    return "chance" if actor == CHANCE else f"seat {actor}"


def _not_asked(game: AnyGame, state: object, actor: Actor) -> str:
    acting = to_act(game, state)
    if not acting:
        return "The game is over."
    return f"It is not the turn of {who(actor)}: {' or '.join(map(who, acting))} is to act."


def _why(game: AnyGame, options: object, state: object, actor: Actor, prompt: Prompt, move: object) -> str | None:
    """Why a move is refused, in the words of the game: the name, what it lacks, the rule that it breaks; where all else is
    right, the key too many."""
    if not isinstance(move, dict) or not isinstance(move.get("move"), str):
        return None
    words = game.vocabulary.chance if actor == CHANCE else game.vocabulary.seats
    keys = words.get(move["move"])
    if keys is None:
        if reason := misspelled(words, f"Luck in {game.title}" if actor == CHANCE else game.title, move["move"]):
            return reason
    else:
        unknown, move = superfluous(keys, move), bare(keys, move)
        if unknown is not None and _refusal(prompt, move) is None:
            return unknown
        if move["move"] in names(prompt) and (reason := lacking(keys, move)):
            return reason
    return game.explain(options, game.view(state, PUBLIC if actor == CHANCE else actor), move) or _refusal(prompt, move)


def _refusal(prompt: Prompt, move: Move) -> str | None:
    """The prompt's own sentence; None where it allows the move."""
    try:
        check(prompt, move)
    except RuleError as refusal:
        return str(refusal)
    return None
