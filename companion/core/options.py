"""The options of a game: the data that the lobby offers, and how options are read.

Players agree on them before the game. Each game has a frozen record of options. `read_record` makes it from what was sent, or
says in one sentence what is wrong. A value may set the defaults of other options: an edition of a game is such a value. What
was sent always wins over a default.
"""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from msgspec import Struct, ValidationError, convert

from companion.core.errors import RuleError
from companion.core.prompt import same

T = TypeVar("T")


class Value(Struct, frozen=True):
    """One value that the lobby offers for an option. `label` has at most 15 letters. `value` is JSON. `sets`: the defaults that
    other options have while this is the value; then `about` says what is played, in two short lines of a screen."""

    value: Any
    label: str
    sets: tuple[tuple[str, Any], ...] = ()
    about: str = ""


class Setting(Struct, frozen=True):
    """One option. `default` is JSON (None if it depends on the number of seats). `title` has at most 21 letters.

    `values`: what the lobby offers; other programs may send other values, which the game judges. `of_seats`: the lobby offers
    every seat by its name, before `values`. `of_two`: with two players no seat is meant, and the default is called so. `rare`:
    few tables change it, so the lobby lists it in a list of its own, after the others. An option whose values set others stands
    before these. `at_table`: the value that the lobby begins with, where people at a table want another one than the default that
    programs rely on; None: the default.
    """

    name: str
    default: Any
    title: str
    help: str
    values: tuple[Value, ...] = ()
    of_seats: bool = False
    of_two: str = ""
    rare: bool = False
    at_table: Any = None

    @property
    def decides(self) -> frozenset[str]:
        """The options whose defaults depend on this one."""
        return frozenset(name for value in self.values for name, _ in value.sets)


def at_table(settings: tuple[Setting, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a lobby sends, after what was `given` in it."""
    return {one.name: one.at_table for one in settings if one.at_table is not None} | dict(given)


def values_of(settings: tuple[Setting, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value: the one that was given, else the default that a value of another option sets, else its own."""
    set_by_others: dict[str, Any] = {}
    found: dict[str, Any] = {}
    for setting in settings:
        value = given.get(setting.name, set_by_others.get(setting.name, setting.default))
        found[setting.name] = value
        for offered in setting.values:
            if offered.sets and same(offered.value, value):
                set_by_others = {**dict(offered.sets), **set_by_others}
    return found


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
            values = [str(one.value) for setting in settings if setting.name == name for one in setting.values]
            if values and reason.startswith("Invalid enum"):
                reason = f"it is one of {', '.join(values)}"
            shown = repr(value[:40]) if isinstance(value, str) else json.dumps(value)[:40]
            raise RuleError(f"Option {name} of {game} cannot be {shown}: {reason[:1].lower()}{reason[1:]}.") from error
    return convert(values_of(settings, given), kind)


def switch(
    name: str, default: bool, title: str, help_text: str, *, rare: bool = False, at_table: bool | None = None
) -> Setting:
    """A setting that is on or off."""
    values = (Value(False, "no"), Value(True, "yes"))
    return Setting(name, default, title, help_text, values, rare=rare, at_table=at_table)
