"""The helps that a player can switch on, each by itself, and what each is called.

Every one is private to the player who has it. That it is switched on is public.
"""

from typing import Final, Literal, get_args

Help = Literal["count", "worth", "hint"]
"""count: how many secrets are still possible. worth: what a move in the making is expected to tell. hint: a move, and why."""

Helps = tuple[Help, ...]
"""Those of one player, in the order of HELPS."""

HELPS: Final[Helps] = get_args(Help)

HELP_TITLES: Final[dict[Help, str]] = {
    "count": "How many left",
    "worth": "Worth of a move",
    "hint": "Suggest a move",
}

_WORDS: Final[dict[Help, str]] = {"count": "count", "worth": "worth", "hint": "hints"}


def ordered(helps: frozenset[Help] | set[Help]) -> Helps:
    """The same in the order of HELPS."""
    return tuple(one for one in HELPS if one in helps)


def switched(helps: Helps, switch: Help, *, on: bool) -> Helps:
    """With one of them switched on or off."""
    others = {*helps} - {switch}
    return ordered(others | {switch} if on else others)


def helps_words(helps: Helps) -> str:
    """What a player has switched on, for a list: "off", "all", or "count, hints"."""
    if not helps:
        return "off"
    return "all" if helps == HELPS else ", ".join(_WORDS[one] for one in helps)
