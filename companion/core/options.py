"""The options of a game: the data that the lobby offers, and how options are read.

Players agree on them before the game. Each game has a frozen record of options. `read` makes it from what was sent, or says
in one sentence what is wrong.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from msgspec import Struct, ValidationError, convert

from companion.core.errors import RuleError

T = TypeVar("T")


class Value(Struct, frozen=True):
    """One value that the lobby offers for an option. `label` has at most 12 letters. `value` is JSON."""

    value: Any
    label: str


class Setting(Struct, frozen=True):
    """One option. `default` is JSON (None if it depends on the number of seats). `title` has at most 21 letters.

    `values`: what the lobby offers; other programs may send other values, which the game judges. `of_seats`: the lobby offers
    every seat by its name, before `values`. `of_two`: with two players no seat is meant, and the default is called so.
    `rare`: few tables change it, so the lobby lists it under "More options".
    """

    name: str
    default: Any
    title: str
    help: str
    values: tuple[Value, ...] = ()
    of_seats: bool = False
    of_two: str = ""
    rare: bool = False


def read_record(kind: type[T], game: str, given: Mapping[str, Any], settings: tuple[Setting, ...]) -> T:
    """The record `kind` from JSON values. Raises RuleError for an unknown option or a value of the wrong type."""
    known = [setting.name for setting in settings]
    for name in given:
        if name not in known:
            near = get_close_matches(str(name), known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(known)}."
            raise RuleError(f"{game} has no option {str(name)[:40]!r}{hint}")
    for name, value in given.items():
        try:
            convert({name: value}, kind)
        except ValidationError as error:
            reason = str(error).split(" - at")[0]
            raise RuleError(f"Option {name} of {game} cannot be {str(value)[:40]!r}: {reason.lower()}.") from error
    return convert(dict(given), kind)


def switch(name: str, default: bool, title: str, help_text: str, *, rare: bool = False) -> Setting:
    """A setting that is on or off."""
    return Setting(name, default, title, help_text, (Value(False, "no"), Value(True, "yes")), rare=rare)
