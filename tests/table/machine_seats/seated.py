"""A table at which the machine plays: people press keys or make moves, and the machine answers from this process."""

from collections.abc import Sequence

from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.prompt import ChancePrompt, Move, every
from companion.core.screen import Screen, TextMark, every_mark
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG, find_game
from companion.hints.helps import Help, offered_helps
from companion.table.effects import Append, AskChance, Effect, JournalEntry, Publish, SeatMachines, Show, Throw
from companion.table.inputs import Answered, Gestured
from companion.table.physical_draws.draw_reports import Material
from companion.table.screens.seat_screen import seat_menu
from companion.table.table import Table
from companion.ui.key_spelling import spell
from tests.machine_players.thinker import Thinker

SEEDS = tuple(f"{number:032x}" for number in range(1, 30))


class Seated:
    """`kept`: what the journal holds; `shown`: the last screen of each place; `published`: what everybody was told."""

    def __init__(
        self,
        places: int = 2,
        catalog: Sequence[AnyGame] = CATALOG,
        material: Material = "screens",
        *,
        thinks: bool = True,
    ) -> None:
        seeds = iter(SEEDS)
        self.table = Table(
            catalog,
            tuple(f"Seat {place + 1}" for place in range(places)),
            "open",
            (),
            material,
            new_seed=lambda: next(seeds),
        )
        self.thinker = Thinker()
        self.thinks = thinks
        self.kept: list[JournalEntry] = []
        self.shown: dict[int, Screen] = {}
        self.published: list[Publish] = []
        self.effects: list[Effect] = []
        self.asked: dict[int, Throw] = {}
        """Who was to throw the die, by the number of the move."""
        self.carry_out(self.table.begin())

    def carry_out(self, effects: Sequence[Effect]) -> None:
        self.effects = list(effects)
        for effect in effects:
            match effect:
                case Append(entry):
                    self.kept.append(entry)
                case Show(place, screen, _):
                    self.shown[place] = screen
                case Publish():
                    self.published.append(effect)
                case AskChance(number, ChancePrompt(die=True), throw):
                    self.asked[number] = throw
                case _:
                    pass
        answer = self.thinker.take(effects) if self.thinks else None
        for effect in effects:
            if isinstance(effect, AskChance):
                self.carry_out(self.table.handle(Answered(CHANCE, effect.number, next(every(effect.prompt)))))
        if answer is not None:
            self.carry_out(self.table.handle(answer))

    def move(self, seat: int, move: Move) -> None:
        self.carry_out(self.table.handle(Answered(seat, self.table.state.number + 1, move)))

    def switch(self, seat: int, *helps: Help) -> None:
        """A player switches these helps on in the lobby; all that the chosen game has if none is named."""
        for one in helps or offered_helps(find_game(self.table.state.game_state.chosen)):
            self.move(seat, {"move": "help", "help": one, "on": True})

    def press(self, place: int, *gestures: Gesture) -> None:
        for gesture in gestures:
            self.carry_out(self.table.handle(Gestured(place, gesture)))

    def enter(self, place: int, move: Move) -> None:
        """A move by keys. A game is begun with the Yes to the question."""
        prompt = self.table.prompt(place)
        assert prompt is not None
        self.press(place, *spell(self.table.state.desks[place].draft or prompt, move))
        if self.table.state.desks[place].doubt is not None:
            assert move == {"move": "start"}, "only the beginning of a game is asked back here"
            self.press(place, "right")

    def choose(self, place: int, action: str) -> None:
        """Hold ●, and take an entry of the menu that opens."""
        self.press(place, "back")
        for _ in range(12):
            desk = self.table.state.desks[place]
            entries = seat_menu(self.table.setup, self.table.state, place, desk)
            if desk.menu is not None and entries and entries[desk.menu % len(entries)].action == action:
                self.press(place, "middle")
                return
            self.press(place, "right")
        raise AssertionError(f"there is no entry {action}")

    def words(self, place: int) -> str:
        texts = [mark for mark in every_mark(self.table.screen(place)) if isinstance(mark, TextMark)]
        return "\n".join(mark.text for mark in sorted(texts, key=lambda mark: (mark.y, mark.x)))

    @property
    def seated(self) -> list[SeatMachines]:
        return [effect for effect in self.effects if isinstance(effect, SeatMachines)]
