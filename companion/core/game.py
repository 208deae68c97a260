"""The Game record: the pure functions of one game, and the only way to play a move.

A state is a frozen value, and the fold of its moves. Draws and rolls are moves of CHANCE.

Invariant: information leaves a state only through `view`, which builds a type of its own from what the observer may know. A
prompt is made from a view, so it reveals no more. The options are agreed on before the game, so every observer knows them.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import UNSET, Struct, structs

from companion.core.entry import Entry
from companion.core.errors import RuleError
from companion.core.moves import NO_MOVES, MoveRecord, Moves
from companion.core.options import Setting
from companion.core.physical_draw import PhysicalDraws
from companion.core.prompt import Move, Prompt, check
from companion.core.recap import Recap, Recaps
from companion.core.rules_book import Book
from companion.core.screen import Rendering
from companion.core.seat import CHANCE, PUBLIC, Actor, Observer, Seat
from companion.core.words import listed, quoted

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT", bound="View")


class View(Struct, frozen=True, kw_only=True):
    """The fields that every view has. The view of each game adds what its observer may know.

    `seat`: whose view this is (None: the public's). `to_act`: who may move now, ascending. `scores`: one for each seat.
    `winners`: None until the game is over.
    """

    game: str
    seats: int
    seat: Observer
    to_act: tuple[Actor, ...]
    phase: str
    scores: tuple[int, ...]
    winners: tuple[Seat, ...] | None


class Result(Struct, frozen=True):
    """`scores`: one for each seat. `winners`: None until the game is over, then all who won; empty if nobody did."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...] | None


Step = tuple[Actor, Move]
"""Who made a move, and the move."""


@dataclass(frozen=True, slots=True)
class Sheet(Generic[OptionsT, ViewT]):
    """A helping sheet, which a player can switch on for one seat alone."""

    options: Callable[[OptionsT], OptionsT]
    """The options for the screen of that player. They change what that player sees and nothing else."""
    data: Callable[[OptionsT, ViewT], Struct | None]
    """What the sheet says to the view's own seat, as data for a touch interface; None where the options have no sheet."""


@dataclass(frozen=True, slots=True)
class Pointing(Generic[ViewT]):
    """At which place on the table a player points while a move is made, as a finger would. All may see it."""

    fields: Mapping[str, tuple[str, ...]]
    """Of the moves that point, the fields that name the place. No other field is shown before the move is made."""
    words: Callable[[ViewT, Move, tuple[str, ...]], tuple[str, str]]
    """The place as the view's seat calls it, from these fields of a move: a name that it begins with, if any, and the rest, as in
    ("Bob", "'s 3rd tile") or ("", "your 3rd tile")."""

    def place(self, move: Move) -> Move | None:
        """The name of a move, which may lack fields, and the fields that name the place; None where it points at none."""
        fields = self.fields.get(move["move"])
        if fields is None or any(field not in move for field in fields):
            return None
        return {"move": move["move"], **{field: move[field] for field in fields}}


class Announcement(Struct, frozen=True):
    """A public event that no view holds. `follows`: who does what next, in a sentence; it is read until the next move is made."""

    text: str
    follows: str

    def __str__(self) -> str:
        return f"{self.text} {self.follows}"


class Event(Struct, frozen=True):
    """What a move did, as all may know it: a sentence in the past tense.

    `seat`: who did it; None: nobody in particular. `stays`: the screens of all seats go on showing it, so a player who was not
    asked meanwhile need not be told of it. `once`: what the log says instead of `text`, which players have to remember; empty:
    the log has `text`. `out`: the seat that is out of the game by it, and so reads it at once. `own`: what the maker of the move
    reads as its answer, where the board alone could be overlooked; empty: nothing.
    """

    text: str
    seat: Seat | None = None
    stays: bool = False
    once: str = ""
    out: Seat | None = None
    own: str = ""


@dataclass(frozen=True, slots=True)
class Game(Generic[StateT, OptionsT, ViewT]):
    """One game. `rules` is raised whenever an old journal would replay differently. `older` then gets a record that plays by the
    earlier rules, so that games recorded under them stay readable (`by_rules`)."""

    name: str
    title: str
    rules: int
    seats: tuple[int, int]
    settings: tuple[Setting, ...]
    read_options: Callable[[Mapping[str, Any], int], OptionsT]
    """Reads options as they were sent, for a number of seats. Raises RuleError with a sentence."""
    setup: Callable[[OptionsT, int], StateT]
    view: Callable[[StateT, Observer], ViewT]
    prompt: Callable[[OptionsT, ViewT], Prompt | None]
    """What the seat of the view is asked; None if it is not to act."""
    to_act: Callable[[StateT], tuple[Actor, ...]]
    """Who may move now, as in every view: seats, ascending, or CHANCE alone; nobody when the game is over."""
    chance: Callable[[StateT], Prompt | None]
    """What chance is asked. It is made from the state, since chance may know everything. No player sees it."""
    apply: Callable[[StateT, Actor, Move], StateT]
    """The state after a move. Pure. A move that passed `check` never makes it raise."""
    result: Callable[[StateT], Result]
    describe: Callable[[OptionsT, ViewT, tuple[str, ...]], str]
    """The last event of the public view as one sentence, for the event line."""
    render: Callable[[OptionsT, ViewT, tuple[str, ...], Entry | None], Rendering]
    """Draws a view. It takes the names of the seats (12 letters at most) and what the view's own seat has entered so far."""
    announce: Callable[[OptionsT, ViewT, Step, ViewT, tuple[str, ...]], Announcement | None] | None = None
    """From a move and the public views before and after it: a public event that no view holds, None for nearly
    every move. Every screen and the event line show it until the next key."""
    happened: Callable[[OptionsT, ViewT, ViewT, tuple[str, ...]], Event | None] | None = None
    """From the public views before and after a move: what it did; None where nothing can be told. It is given no move, so it can
    tell no secret; a move that was announced is told by the announcement. Without the function nobody is told what happened since
    the own last turn."""
    ending: Callable[[OptionsT, ViewT, tuple[str, ...]], str] | None = None
    """Of a game that is over: who has won and by what, in sentences for the player of the view's seat (you), or for everybody.
    The screen of each player begins with it. None: its pages say so themselves."""
    points: Pointing[ViewT] | None = None
    """At what players point while they make a move; None: at nothing."""
    open_phases: tuple[str, ...] = ()
    """Phases in which nobody needs to see what is secret, such as the rolls of the start: a page that several share is not passed
    from one to the next meanwhile, and everybody's secrets are covered."""
    recaps: Recaps[StateT] | None = None
    """What is told of a finished round; None: a game without rounds."""
    why_irreversible: Callable[[StateT, Actor, Move], str | None] | None = None
    """Why a move made in that state cannot be taken back: what it revealed to anybody; None if it revealed only itself. Without
    the function no move can be taken back."""
    confirm_question: Callable[[OptionsT, ViewT, Move], str | None] | None = None
    """From the view of its seat: a sentence that asks whether a legal move is meant, since it can bring neither knowledge nor
    points. A player with keys is asked once, and can make the move. None for nearly every move."""
    beside_protocol: tuple[str, ...] = ()
    """Fields of the view that only screens and pages use. The engine protocol fixes a view's fields and does not send these."""
    sheet: Sheet[OptionsT, ViewT] | None = None
    """The helping sheet, if the game has one."""
    moves: Moves = NO_MOVES
    """All moves, with their words."""
    named: Callable[[ViewT, MoveRecord], dict[str, str]] | None = None
    """From the view of a seat and a move of it: the names in `MoveWords.suggest` that are no fields of the move."""
    book: Book = ()
    """What players can look up on their screens: how it is played, in pictures, where the game has such pages, then the rules."""
    book_of: Callable[[OptionsT], Book] | None = None
    """The same for a game by these options, where they change what has to be said."""
    box: PhysicalDraws[StateT, OptionsT, ViewT] | None = None
    """How players report what they draw from their own box of pieces; None if the game cannot be played so."""
    older: "tuple[AnyGame, ...]" = ()
    """The same game by its older rules, to replay recorded games; no game is begun by them."""
    sign: str = ""
    """A few signs by which people know the game, where there is no room for a picture."""
    about: str = ""
    """What it is, in a sentence of two short lines of a screen."""
    series: str = ""
    """The option that says how many rounds are played, where a single one is won without counting points."""
    minutes: int = 0
    """About how long it lasts; 0: nobody knows."""
    kit: Mapping[str, Any] = field(default_factory=dict)
    """What a board in a browser is drawn with besides the view: the letters and names of pieces, and how many of them there are.
    The same in every game that is played."""
    package: str = ""
    """The package of the game. Its subpackage `mind` is imported by who thinks, and by nobody else."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """The levels at which the machine plays it, beside "random", weakest first, and how each of them plays in a sentence. Empty:
    the game has no mind."""
    hints: bool = False
    """Whether its mind has hints. With them a player is offered how much is still possible, what a move is worth, and a move."""
    reviews: bool = False
    """Whether its mind has a reviewer, so that a finished game can be gone through move by move."""
    weighs_if: Callable[[Move], bool] | None = None
    """Which of the moves that are weighed, where it depends on more than the name. None: all."""

    def recap(self, state: StateT) -> Recap | None:
        """The last finished round; None before, and in a game without rounds."""
        return None if self.recaps is None else self.recaps.last(state)

    @property
    def editions(self) -> Setting | None:
        """The option that chooses an edition, the usual one first: of those that are offered openly, the one that sets others."""
        return next((setting for setting in self.settings if setting.decides and not setting.rare), None)

    def book_for(self, given: Mapping[str, Any], seats: int) -> Book:
        """The book for options as they were sent; of options that cannot be played the book of the defaults."""
        try:
            return self.book if self.book_of is None else self.book_of(self.read_options(given, seats))
        except RuleError:
            return self.book

    def level_words(self) -> dict[str, str]:
        """Every level, weakest first, and how it plays, in a sentence."""
        return {"random": "Plays any legal move, by luck.", **self.levels}

    def level_names(self) -> tuple[str, ...]:
        """Every level, weakest first; there is one at least."""
        return ("random", *self.levels)

    def levels_help(self) -> str:
        """How each level plays, for a page of help."""
        return " ".join(f"{level}: {words}" for level, words in self.level_words().items())

    def middle_level(self) -> str:
        """The level of a machine that nobody chose one for: neither the weakest nor the strongest, where there are others."""
        levels = self.level_names()
        return levels[len(levels) // 2]

    def level_like(self, level: str, before: "AnyGame") -> str:
        """The level of this game for who played `before` at `level`: the same name, or else about the same rank."""
        levels, old = self.level_names(), before.level_names()
        if level in levels or level not in old:
            return level if level in levels else self.middle_level()
        return levels[round(old.index(level) * (len(levels) - 1) / max(1, len(old) - 1))]

    def weighs(self, move: Move) -> bool:
        """Whether a player may ask what such a legal move is worth."""
        weighed = self.moves.words(move["move"]).weighed
        return weighed and self.hints and (self.weighs_if is None or self.weighs_if(move))

    # Playing it

    def by_rules(self, rules: int) -> "AnyGame | None":
        """The record that plays the game by the rules of that number; None if this version has none."""
        return next((one for one in (self, *self.older) if one.rules == rules), None)

    def ask(self, options: OptionsT, state: StateT, actor: Actor) -> Prompt | None:
        """What `actor` is asked now; None if it is not to act."""
        if actor == CHANCE:
            return self.chance(state)
        return self.prompt(options, self.view(state, actor))

    def submit(self, options: OptionsT, state: StateT, actor: Actor, move: object) -> StateT:
        """The state after `move`. Raises RuleError with a sentence for the player if the move is refused."""
        return self.answer(state, actor, move, self.ask(options, state, actor))

    def answer(self, state: StateT, actor: Actor, move: object, prompt: Prompt | None) -> StateT:
        """The same for who has the actor's `prompt` already."""
        if prompt is None:
            raise RuleError(self._not_asked(state, actor))
        try:
            check(prompt, move)
        except RuleError as refusal:
            raise RuleError(self._refusal(actor, move, str(refusal))) from refusal
        assert isinstance(move, dict)
        return self.apply(state, actor, move)

    def replay_states(self, options: OptionsT, seats: int, steps: Iterable[Step]) -> Iterator[StateT]:
        """The state before the first step and after each step, all of which are checked; a generator, so that a caller can pause
        the replay. Raises RuleError that names the first step that is refused."""
        state = self.setup(options, seats)
        yield state
        for number, (actor, move) in enumerate(steps, 1):
            try:
                if actor != CHANCE and not 0 <= actor < seats:
                    raise RuleError(f"There is no {who(actor)}: the seats are 0 to {seats - 1}.")
                state = self.submit(options, state, actor, move)
            except RuleError as error:
                raise RuleError(f"Move {number} does not replay: {error}") from error
            yield state

    def replay(self, options: OptionsT, seats: int, steps: Iterable[Step]) -> StateT:
        """The state after `steps`. Raises RuleError as `replay_states` does."""
        return deque(self.replay_states(options, seats, steps), maxlen=1).pop()

    def announcement(
        self, options: OptionsT, before: StateT, step: Step, after: StateT, names: tuple[str, ...]
    ) -> str | None:
        """What the game announces to everybody about a move, from the states before and after it; None for nearly every move."""
        if self.announce is None:
            return None
        said = self.announce(options, self.view(before, PUBLIC), step, self.view(after, PUBLIC), names)
        return None if said is None else str(said)

    def view_for_programs(self, view: ViewT) -> ViewT:
        """A view as the engine protocol has it, for msgspec to encode: a field that is UNSET is left out."""
        return structs.replace(view, **dict.fromkeys(self.beside_protocol, UNSET)) if self.beside_protocol else view

    def _not_asked(self, state: StateT, actor: Actor) -> str:
        acting = self.to_act(state)
        if not acting:
            return "The game is over."
        return f"It is not the turn of {who(actor)}: {' or '.join(map(who, acting))} is to act."

    def _refusal(self, actor: Actor, move: object, sentence: str) -> str:
        """The prompt's sentence with the numbers of the rules; of a move that the game does not have, which ones it has."""
        if not isinstance(move, dict) or not isinstance(name := move.get("move"), str):
            return sentence
        moves = self.moves.of(actor)
        if not moves:
            return sentence
        if name not in moves:
            whose = f"Luck in {self.title}" if actor == CHANCE else self.title
            return f"{whose} has no move {quoted(name)}: it has {listed(moves)}."
        rules = moves[name].words.rules
        return f"{sentence[:-1]} ({rules}){sentence[-1]}" if rules else sentence


AnyGame = Game[Any, Any, Any]


def who(actor: Actor) -> str:
    """An actor in words."""
    return "chance" if actor == CHANCE else f"seat {actor}"
