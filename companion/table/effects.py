"""What a table wants done, in order. Append stands before any Show, and is awaited: no screen shows what a power cut undoes."""

from typing import Any

from msgspec import Struct

from companion.core.prompt import Move, Prompt
from companion.core.screen import Screen
from companion.core.seat import Actor, Seat


class Opened(Struct, frozen=True):
    """A game was opened: its name, the number of its rules, its options as they were given, and who sits where."""

    game: str
    rules: int
    options: dict[str, Any]
    names: tuple[str, ...]


class Moved(Struct, frozen=True):
    """Move number `number` (from 1) of the open game."""

    number: int
    actor: Actor
    move: Move


Entry = Opened | Moved


class Append(Struct, frozen=True):
    """Write this into the journal and wait until it is safe there."""

    entry: Entry


class Show(Struct, frozen=True):
    """Put this on a seat's screen. `urgent`: it answers that seat's own key, so it goes before others."""

    seat: Seat
    screen: Screen
    urgent: bool


class AskChance(Struct, frozen=True):
    """Let chance answer `prompt`, as move number `number`."""

    number: int
    prompt: Prompt


class Publish(Struct, frozen=True):
    """The public view of the game after `number` moves, as JSON values, and what happened last in one sentence."""

    number: int
    view: dict[str, Any]
    told: str


Effect = Append | Show | AskChance | Publish
