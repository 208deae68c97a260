"""A table with two at it: they press keys, the screens are read, and chance answers by itself."""

from collections.abc import Sequence
from typing import Any

from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.prompt import Move, Prompt, every
from companion.core.screen import Screen, TextMark, every_mark
from companion.core.seat import CHANCE, Actor
from companion.games.mastermind import MASTERMIND
from companion.table.draws import Material
from companion.table.effects import (
    Answered,
    Append,
    AskChance,
    Effect,
    EventLine,
    Gestured,
    JournalEntry,
    Opened,
    Publish,
    RememberName,
    Show,
    SwitchOff,
)
from companion.table.pages import pages_and_menu, table_entries
from companion.table.table import Table
from companion.ui.editor import MenuEntry
from companion.ui.screens import Secrecy
from tests.games.mastermind.play import pegs
from tests.key_spelling import spell


def code(letters: str) -> Move:
    return {"move": "set_code", "pegs": pegs(letters)}


def guess(letters: str) -> Move:
    return {"move": "guess", "pegs": pegs(letters)}


def arms(red: int, white: int) -> Move:
    return {"move": "pull_arms", "red": red, "white": white}


class Room:
    """What two players see and do. `kept`: the journal; `events`: the event line so far; `off`: how often the machine was to be
    switched off, and who had agreed by silence."""

    def __init__(
        self,
        catalog: Sequence[AnyGame] = (MASTERMIND,),
        secrecy: Secrecy = "open",
        names: tuple[str, ...] = ("Ann", "Bob"),
        players: tuple[str, ...] = (),
        *,
        switchable: bool = False,
        phones: Sequence[int] = (),
        material: Material = "screens",
        seeds: Sequence[str] = ("0" * 32,),
    ) -> None:
        left = iter(seeds)
        self.table = Table(
            catalog,
            names,
            secrecy,
            players,
            material,
            switchable=switchable,
            phones=phones,
            new_seed=lambda: next(left),
        )
        self.off: list[str] = []
        self.remembered: list[str] = []
        self.kept: list[JournalEntry] = []
        self.shown: dict[int, Screen] = {}
        self.events: list[str] = []
        self.carry_out(self.table.begin())

    def carry_out(self, effects: Sequence[Effect]) -> list[Effect]:
        """Do what the table wants done; chance draws the first of its lots."""
        for effect in effects:
            match effect:
                case Append(entry):
                    self.kept.append(entry)
                case Show(place):
                    self.shown[place] = self.table.screen(place)
                case Publish(event=event) | EventLine(event=event):
                    self.events.append(event)
                case RememberName(name):
                    self.remembered.append(name)
                case SwitchOff(silence):
                    self.off.append(silence)
                case AskChance(number, prompt):
                    self.luck(number, prompt)
        return list(effects)

    def luck(self, number: int, prompt: Prompt) -> None:
        """Chance is asked: it draws the first of its lots."""
        self.carry_out(self.table.handle(Answered(CHANCE, number, next(every(prompt)))))

    def press(self, seat: int, *gestures: Gesture) -> list[Effect]:
        """Keys of a seat; the effects of the last."""
        effects: list[Effect] = []
        for gesture in gestures:
            effects = self.carry_out(self.table.handle(Gestured(seat, gesture)))
        return effects

    def enter(self, seat: int, move: Move, but: int = 0) -> list[Effect]:
        """A whole move by keys, or all `but` its last presses. A game is begun with the Yes to the question."""
        prompt = self.table.prompt(seat)
        assert prompt is not None
        gestures = spell(self.table.state.places[seat].dialog.draft or prompt, move)
        effects = self.press(seat, *gestures[: len(gestures) - but])
        if move == {"move": "start"} and not but and self.table.state.places[seat].doubt is not None:
            effects = self.press(seat, "right")  # the lobby asks back before a game begins
        return effects

    def answer(self, actor: Actor, move: Move, number: int | None = None) -> list[Effect]:
        """A move of somebody without keys."""
        number = self.table.state.number + 1 if number is None else number
        return self.carry_out(self.table.handle(Answered(actor, number, move)))

    def refusal(self, actor: Actor, move: Move, number: int | None = None) -> str:
        """The sentence of a refused answer; the table stands as before."""
        before = self.table.state
        try:
            self.answer(actor, move, number)
        except RuleError as error:
            assert self.table.state == before
            return str(error)
        raise AssertionError(f"{move} was not refused")

    def start(self, **options: Any) -> "Room":
        """Through the lobby into Mastermind."""
        for name, value in options.items():
            self.answer(0, {"move": "set", "option": name, "value": value})
        self.answer(0, {"move": "start"})
        return self

    def play(self, *moves: tuple[Actor, Move]) -> "Room":
        for actor, move in moves:
            self.answer(actor, move)
        return self

    def go_on(self) -> "Room":
        """All who read how a round ended go on."""
        for place, own in enumerate(self.table.state.places):
            if own.recap is not None:
                self.press(place, "middle")
        return self

    def series(self) -> "Room":
        """A series to its end: one row each, a draw."""
        return self.play((0, code("RYGB")), (1, guess("RYGB")), (1, code("RYGB")), (0, guess("RYGB"))).go_on()

    def words(self, seat: int) -> str:
        """What stands on a seat's screen, line by line."""
        return words(self.shown[seat])

    @property
    def opened(self) -> Opened:
        return self.table.state.opened


def menu_of(table: Table, place: int) -> tuple[MenuEntry, ...]:
    """The entries of the game's menu at a place."""
    at = table.at(place)
    return pages_and_menu(at, at.own.dialog, table_entries(at))[1]


def words(screen: Screen) -> str:
    """The texts of a screen, from top to bottom."""
    texts = sorted((mark.y, mark.x, mark.text) for mark in every_mark(screen) if isinstance(mark, TextMark))
    return "\n".join(text for _, _, text in texts)
