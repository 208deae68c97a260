"""What a player has entered so far of a move, as the game's rendering may show it. It belongs to that player's screen alone."""

from msgspec import Struct

from companion.core.prompt import Branch, Option, Prompt, Symbol

EntryChoice = Symbol | Option | Branch
"""What one step of an entry offers."""


class Entry(Struct, frozen=True):
    """The state of an entry.

    `prompt`: what is being answered, below all menus. `path`: the texts of the branches that led there.
    `values`: the values entered so far: symbols of a Fill or of the wheels of a Dial, letters of a Write.
    `focus`: the choice in sight in a list, which ● would take; None where the keys stand for choices themselves.
    `group`: the choices of the group that is open; empty where none is.
    `complete`: nothing is missing, and ● confirms; of a Choose, `focus` is the option then.
    """

    prompt: Prompt
    path: tuple[str, ...] = ()
    values: tuple[str | int, ...] = ()
    focus: EntryChoice | None = None
    group: tuple[EntryChoice, ...] = ()
    complete: bool = False
