"""A game in a test: begin it, make moves as an outsider would, look at it. Each game has a class of its own beside this one."""

from typing import Any, ClassVar, Self

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step
from companion.core.prompt import Prompt
from companion.core.seat import Actor, Observer


class Playing:
    """A game that goes on from move to move; every move of it is checked. `steps`: those made so far."""

    played: ClassVar[AnyGame]

    def __init__(self, seats: int, **given: Any) -> None:
        self.options: Any = self.played.read_options(given, seats)
        self.seats = seats
        self.state: Any = self.played.setup(self.options, seats)
        self.steps: list[Step] = []

    def move(self, actor: Actor, move: Any) -> Self:
        self.state = self.played.submit(self.options, self.state, actor, move)
        self.steps.append((actor, move))
        return self

    def refusal(self, actor: Actor, move: Any) -> str:
        """The sentence of a refusal; the state stays as it was."""
        before = self.state
        try:
            self.move(actor, move)
        except RuleError as error:
            assert self.state is before
            return str(error)
        raise AssertionError(f"{move} was not refused")

    def view(self, observer: Observer = None) -> Any:
        return self.played.view(self.state, observer)

    def prompt(self, seat: int) -> Prompt | None:
        asked: Prompt | None = self.played.prompt(self.options, self.view(seat))
        return asked

    @property
    def to_act(self) -> Any:
        return self.view().to_act

    @property
    def phase(self) -> str:
        return str(self.view().phase)
