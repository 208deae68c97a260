"""Check a document against a table of keys.

Invariant: an unknown key, or a value of the wrong type or out of bounds, gives a finding, and the value is not used.
"""

import datetime
import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, assert_never

from msgspec import Struct

from companion.config.document import Document, Finding, KeyPath
from companion.config.key_table import (
    ConfigKey,
    FlagKind,
    HoursKind,
    OneOf,
    PanelKind,
    PinKind,
    PinsKind,
    SecondsKind,
    TextKind,
    TextsKind,
    ValueKind,
    WholeKind,
)
from companion.core.errors import ConfigError
from companion.devices.panels.luma_devices import can_be_panel, known_to_luma, panel_names

MOST_SEATS: Final = 99
"""The most seats that a file may list. Checks of pairs of seats take quadratic time."""


class Checked(Struct, frozen=True):
    """A checked document. `values`: by concrete path; `broken`: the paths whose value is invalid."""

    document: Document
    values: dict[KeyPath, Any]
    broken: frozenset[KeyPath]
    findings: tuple[Finding, ...]

    def seats(self) -> int | None:
        """The number of [[seats]]; None if the document has no such list."""
        listed = self.document.data.get("seats")
        return len(listed) if isinstance(listed, list) else None


def check_document(document: Document, keys: Iterable[ConfigKey]) -> Checked:
    """Check every value of `document` against `keys`. Raises ConfigError if it lists more than MOST_SEATS seats."""
    listed = document.data.get("seats")
    if isinstance(listed, list) and len(listed) > MOST_SEATS:
        text = f"there are {len(listed)}, and a table has at most {MOST_SEATS}; take out the others."
        raise ConfigError((Finding(document.place(("seats", MOST_SEATS)), text).sentence(),))
    tree = _tree(keys)
    values: dict[KeyPath, Any] = {}
    findings: list[Finding] = []
    broken: set[KeyPath] = set()

    def fault(path: KeyPath, text: str) -> None:
        broken.add(path)
        findings.append(Finding(document.place(path), text))

    def walk(data: Mapping[str, Any], path: KeyPath, branch: Mapping[str, Any]) -> None:
        for name, value in data.items():
            here = (*path, name)
            match branch.get(name):
                case None:
                    fault(here, _unknown(name, path, branch, tree))
                case ConfigKey() as key:
                    if text := value_fault(key, value):
                        fault(here, text)
                    else:
                        values[here] = tuple(value) if isinstance(value, list) else value
                case {"[]": inner}:
                    if not isinstance(value, list):
                        remedy = f"write [[{name}]] with two brackets, once for each."
                        fault(here, f"must be a list of tables, and is {_shown(value)}; {remedy}")
                        continue
                    for index, element in enumerate(value):
                        if isinstance(element, dict):
                            walk(element, (*here, index), inner)
                        else:
                            fault((*here, index), f"must be a table, and is {_shown(element)}; write [[{name}]].")
                case inner:
                    if isinstance(value, dict):
                        walk(value, here, inner)
                    else:
                        keys_of = _listed(list(inner), "and")
                        fault(here, f"must be a table, and is {_shown(value)}; it holds the keys {keys_of}.")

    walk(document.data, (), tree)
    return Checked(document=document, values=values, broken=frozenset(broken), findings=tuple(findings))


def value_fault(key: ConfigKey, value: object) -> str | None:
    """Why `value` is invalid for `key`, and the remedy; None if it is valid."""
    if _fits(key.kind, value):
        return None
    shown = _number(value, key.kind) if isinstance(value, int) else _shown(value)
    if isinstance(value, list) and isinstance(key.kind, PinsKind):
        shown = (
            f"a list of {len(value)}"
            if all(_fits(PinKind(), one) for one in value)
            else "a list with something else in it"
        )
    if isinstance(value, list) and isinstance(key.kind, TextsKind):
        shown = f"a list with {_shown(next(one for one in value if not isinstance(one, str)))} in it"
    return f"must be {_wanted(key.kind)}, and is {shown}; {_remedy(key, value)}"


def _fits(kind: ValueKind, value: object) -> bool:
    # bool is a subclass of int in Python, but `true` is no number in TOML.
    whole = isinstance(value, int) and not isinstance(value, bool)
    match kind:
        case FlagKind():
            return isinstance(value, bool)
        case WholeKind(low=low, high=high, optional=optional):
            return whole and isinstance(value, int) and (low <= value <= high or (optional and value == 0))
        case SecondsKind(high=high):
            return (whole or isinstance(value, float)) and isinstance(value, int | float) and 0 <= value <= high
        case PinKind():
            return whole
        case OneOf(values=choices):
            return (whole or isinstance(value, str)) and value in choices
        case PanelKind():
            return isinstance(value, str) and can_be_panel(value)
        case TextKind(longest=longest):
            return (
                isinstance(value, str) and 0 < len(value) <= longest and value.isprintable() and value == value.strip()
            )
        case TextsKind():
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        case PinsKind(count=count, optional=optional):
            return (
                isinstance(value, list)
                and (len(value) == count or (optional and not value))
                and all(_fits(PinKind(), one) for one in value)
            )
        case HoursKind():
            return isinstance(value, str) and parse_hours(value) is not None
        case _:
            assert_never(kind)


def _wanted(kind: ValueKind) -> str:
    match kind:
        case FlagKind():
            return "true or false"
        case WholeKind(low=low, high=high):
            return f"a whole number from {_number(low, kind)} to {_number(high, kind)}"
        case SecondsKind(high=high):
            return f"a number of seconds from 0 to {high}"
        case PinKind():
            return "the BCM number of a pin"
        case OneOf(values=choices):
            return _listed([toml_text(one) if isinstance(one, str) else _number(one, kind) for one in choices], "or")
        case PanelKind():
            return _listed([toml_text(name) for name in panel_names()], "or")
        case TextKind(longest=longest):
            bound = f" of at most {longest} characters" if longest < TextKind().longest else ""
            return f"a printable text{bound} with no blank at either end"
        case TextsKind():
            return "a list of texts"
        case PinsKind(count=count):
            return f"a list of the BCM numbers of {count} pins"
        case HoursKind():
            return 'a time span such as "22:00-07:00"'
        case _:
            assert_never(kind)


def _remedy(key: ConfigKey, value: object) -> str:
    kind = key.kind
    if isinstance(kind, OneOf):
        for nickname, meant in kind.nicknames:
            if value == nickname:
                return f"did you mean {toml_text(meant) if isinstance(meant, str) else _number(meant, kind)}?"
        if isinstance(value, str) and (close := meant_by(value, [one for one in kind.values if isinstance(one, str)])):
            return f"did you mean {toml_text(close)}?"
    if isinstance(kind, PanelKind) and isinstance(value, str):
        if known_to_luma(value):
            return "that one has colours, or fewer pixels than 128×64."
        if close := meant_by(value, list(panel_names())):
            return f"did you mean {toml_text(close)}?"
    if (
        isinstance(value, str)
        and not isinstance(kind, TextKind | TextsKind | HoursKind)
        and re.fullmatch(r"\d+|0x[0-9a-fA-F]+|true|false", value)
    ):
        return "take the quotes away."
    if isinstance(value, str) and isinstance(kind, TextsKind):
        return f"put brackets round it: [{toml_text(value)}]."
    return f"write for example {toml_value(key.example, kind)}."


def parse_hours(text: str) -> tuple[int, int] | None:
    """(from, to) of "22:00-07:00", in minutes after midnight; None if it is no time span, or an empty one."""
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)", text, re.ASCII)
    if found is None:
        return None
    start, end = (60 * int(found[first]) + int(found[first + 1]) for first in (1, 3))
    return None if start == end else (start, end)


def hours_text(span: tuple[int, int]) -> str:
    """The text that `parse_hours` parses to `span`."""
    start, end = span
    return f"{start // 60:02}:{start % 60:02}-{end // 60:02}:{end % 60:02}"


def _unknown(name: str, path: KeyPath, branch: Mapping[str, Any], tree: Mapping[str, Any]) -> str:
    section = ".".join(part for part in path if isinstance(part, str))
    where = f"there is no such key in {_bracketed(path, section)}" if section else "there is no such key"
    if homes := [home for home in _homes(name, tree) if home != section]:
        return f"{where}; it stands in {_listed(homes, 'or')}."
    if section and name in tree:
        return f'{where}; it belongs to the whole file, as "board" does: write the line above the first one that begins with [.'
    if close := meant_by(name, list(branch)):
        return f"{where}; did you mean {toml_text(close)}?"
    if len(branch) == 1:
        return f"{where}; the only key here is {next(iter(branch))}."
    return f"{where}; the keys here are {_listed(list(branch), 'and')}."


def _bracketed(path: KeyPath, section: str) -> str:
    return f"[[{section}]]" if isinstance(path[-1], int) else f"[{section}]" if len(path) == 1 else section


def _homes(name: str, tree: Mapping[str, Any]) -> list[str]:
    """The top-level sections that have a key of this name."""
    return [f"[{section}]" for section, inner in tree.items() if isinstance(inner, dict) and name in inner]


def meant_by(word: str, known: list[str]) -> str | None:
    """The closest match to `word` in `known`; None if none is close."""
    close = difflib.get_close_matches(word.lower(), known, n=1)
    return close[0] if close else None


def _tree(keys: Iterable[ConfigKey]) -> dict[str, Any]:
    """The keys as nested dictionaries, one level for each dot; "[]" holds the keys of each list element."""
    tree: dict[str, Any] = {}
    for key in keys:
        *parents, last = key.path.replace("[]", ".[]").split(".")
        branch = tree
        for parent in parents:
            branch = branch.setdefault(parent, {})
        branch[last] = key
    return tree


def toml_text(text: str) -> str:
    """A text as a TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(one if one.isprintable() else f"\\U{ord(one):08x}" for one in escaped) + '"'


def toml_value(value: object, kind: ValueKind) -> str:
    """A value as TOML text."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return _number(value, kind)
        case float():
            return repr(value)
        case str():
            return toml_text(value)
        case list() | tuple():
            return "[" + ", ".join(toml_value(one, kind) for one in value) + "]"
        case _:
            raise TypeError(f"no key of a configuration holds {value!r}")


def _number(value: object, kind: ValueKind) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        # TOML has no negative hexadecimal numbers.
        hexadecimal = isinstance(kind, WholeKind | OneOf) and kind.hexadecimal and value >= 0
        return f"0x{value:X}" if hexadecimal else str(value)
    return _shown(value)


def _shown(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {toml_text(value if len(value) <= 40 else value[:39] + '…')}"
        case float():
            return f"the fraction {value}"
        case list():
            return "a list"
        case dict():
            return "a table"
        case datetime.date() | datetime.time():
            return "a date or time"
        case _:
            return str(value)


def _listed(words: list[str], joint: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"
