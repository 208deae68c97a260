"""A game with a clock, at a table whose time a test tells."""

from typing import Any

from companion.core.prompt import Move, every
from companion.core.seat import Actor
from companion.games.catalog import CATALOG, find_game
from companion.table.clock import ThinkTime
from companion.table.effects import Answered, Append, ClockShown, Effect, Gestured, Moved, Opened, Ticked
from tests.table.room import Room, words

BEGIN = 1000.0


def opened(clock: str, game: str = "mastermind", **more: Any) -> Opened:
    given: dict[str, Any] = {"options": {}, "names": ("Ann", "Bob")} | more
    return Opened(game, find_game(game).rules, clock=clock, **given)


def playing(clock: str, steps: Any = (), at: float = BEGIN, game: str = "mastermind", **more: Any) -> Room:
    """A game of two with a clock that runs from `at` on."""
    room = Room(CATALOG)
    room.carry_out(room.table.resume(opened(clock, game, **more), steps))
    room.carry_out(room.table.run_clock(at, runs=True))
    return room


def move_at(room: Room, actor: Actor, move: Move, at: float) -> list[Effect]:
    return room.carry_out(room.table.handle(Answered(actor, room.table.state.number + 1, move, at)))


def press_at(room: Room, seat: int, gesture: Any, at: float) -> list[Effect]:
    return room.carry_out(room.table.handle(Gestured(seat, gesture, at)))


def wait(room: Room, until: float) -> list[Effect]:
    """Time passes, and the table is told so when it wants to be."""
    effects: list[Effect] = []
    while (due := room.table.deadline) is not None and due <= until:
        effects += room.carry_out(room.table.handle(Ticked(due)))
    return effects


def time_of(room: Room) -> ThinkTime:
    """The think time of the game."""
    time = room.table.state.clock
    assert time is not None
    return time


def title(room: Room, seat: int) -> str:
    """The words of a title bar that stand in one line with the time."""
    return " ".join(words(room.table.screen(seat)).split("\n")[:3])


def told(effects: list[Effect]) -> list[ClockShown]:
    return [effect for effect in effects if isinstance(effect, ClockShown)]


def entry(effects: list[Effect]) -> Moved:
    found = next(effect.entry for effect in effects if isinstance(effect, Append))
    assert isinstance(found, Moved)
    return found


def first_move(room: Room, seat: int) -> Move:
    prompt = room.table.prompt(seat)
    assert prompt is not None
    return next(every(prompt))
