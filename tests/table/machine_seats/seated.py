"""A table at which the machine plays: people press keys or make moves, and the machine answers from this process."""

from collections.abc import Sequence

from companion.core.game import AnyGame
from companion.core.prompt import ChancePrompt, Move
from companion.games.catalog import CATALOG, find_game
from companion.games.helps import Help, offered_helps
from companion.table.draws import Material
from companion.table.effects import AskChance, Effect, Publish, Throw
from tests.table.room import Room
from tests.thinking.thinker import Thinker

SEEDS = tuple(f"{number:032x}" for number in range(1, 30))


class Seated(Room):
    """`published`: what everybody was told; `effects`: those of the last input; `asked`: who was to throw the die, by the number
    of the move."""

    def __init__(
        self,
        places: int = 2,
        catalog: Sequence[AnyGame] = CATALOG,
        material: Material = "screens",
        *,
        thinks: bool = True,
    ) -> None:
        self.thinker = Thinker()
        self.thinks = thinks
        self.published: list[Publish] = []
        self.effects: list[Effect] = []
        self.asked: dict[int, Throw] = {}
        names = tuple(f"Seat {place + 1}" for place in range(places))
        super().__init__(catalog, names=names, material=material, seeds=SEEDS)

    def carry_out(self, effects: Sequence[Effect]) -> list[Effect]:
        self.effects = list(effects)
        for effect in effects:
            match effect:
                case Publish():
                    self.published.append(effect)
                case AskChance(number, ChancePrompt(die=True), throw):
                    self.asked[number] = throw
                case _:
                    pass
        answer = self.thinker.take(effects, self.table) if self.thinks else None
        super().carry_out(effects)
        if answer is not None:
            self.carry_out(self.table.handle(answer))
        return list(effects)

    def move(self, seat: int, move: Move) -> None:
        self.answer(seat, move)

    def switch(self, seat: int, *helps: Help) -> None:
        """A player switches these helps on in the lobby; all that the chosen game has if none is named."""
        for one in helps or offered_helps(find_game(self.table.state.game_state.chosen)):
            self.move(seat, {"move": "help", "help": one, "on": True})

    def choose(self, place: int, action: str) -> None:
        """Hold ●, and take an entry of the menu that opens."""
        self.press(place, "back")
        for _ in range(16):
            entry = self.table.state.places[place].dialog.menu
            if entry is not None and entry.action == action:
                self.press(place, "middle")
                return
            self.press(place, "right")
        raise AssertionError(f"there is no entry {action}")
