"""Udev's rules, read as strictly as udev reads them and applied to devices that are described, as far as ours go.

Invariant: what this does not know is refused, so that no rule passes because nobody looked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

_TERM = re.compile(r'([A-Z]+)(?:\{([A-Za-z_]+)\})?(==|!=|\+=|=)"([^"]*)"')
_MATCHES = {"ACTION", "SUBSYSTEM", "KERNEL", "ATTRS"}
_ASSIGNMENTS = {"ENV", "GROUP", "MODE", "SYMLINK"}


class Device(Struct, frozen=True):
    """`attributes[n]`: what sysfs says of the device itself and then of each parent, the nearest first."""

    kernel: str
    subsystem: str
    attributes: tuple[Mapping[str, str], ...] = ({},)
    action: str = "add"


class Term(Struct, frozen=True):
    """One comparison or assignment. `attribute`: what stood in braces, if anything."""

    key: str
    attribute: str
    operator: str
    value: str


Rule = Sequence[Term]


def read(text: str) -> Iterator[Rule]:
    """The rules of a file. Raises ValueError."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        terms = [_term(word, number) for word in line.split(", ")]
        if not any(term.key in _ASSIGNMENTS for term in terms):
            raise ValueError(f"line {number} sets nothing")
        yield terms


def outcome(rules: Sequence[Rule], device: Device) -> dict[str, tuple[str, ...]]:
    """What a device gets: GROUP, MODE and each ENV with one value, SYMLINK with all of them."""
    found: dict[str, tuple[str, ...]] = {}
    for rule in rules:
        parent = _parent(rule, device)
        if parent is None:
            continue
        for term in rule:
            if term.key in _ASSIGNMENTS:
                name = f"ENV{{{term.attribute}}}" if term.attribute else term.key
                value = _filled(term.value, parent)
                found[name] = (*found.get(name, ()), value) if term.operator == "+=" else (value,)
    return found


def _filled(value: str, parent: Mapping[str, str]) -> str:
    return re.sub(r"\$attr\{(\w+)\}", lambda match: parent.get(match[1], ""), value)


def _term(word: str, number: int) -> Term:
    match = _TERM.fullmatch(word)
    if match is None:
        raise ValueError(f"line {number}: {word} is no term")
    term = Term(match[1], match[2] or "", match[3], match[4])
    wanted = {"==", "!="} if term.key in _MATCHES else {"=", "+="} if term.key in _ASSIGNMENTS else set()
    if term.operator not in wanted or bool(term.attribute) != (term.key in ("ATTRS", "ENV")):
        raise ValueError(f"line {number}: {word} is not known")
    return term


def _parent(rule: Rule, device: Device) -> Mapping[str, str] | None:
    """The device or the parent that all ATTRS of the rule hold for: one and the same, which $attr means too."""
    own = {"ACTION": device.action, "SUBSYSTEM": device.subsystem, "KERNEL": device.kernel}
    if not all(_holds(term, own[term.key]) for term in rule if term.key in own):
        return None
    wanted = [term for term in rule if term.key == "ATTRS"]
    for attributes in device.attributes:
        # A device without the attribute is passed over, whether it was to be equal or unequal.
        if all(term.attribute in attributes and _holds(term, attributes[term.attribute]) for term in wanted):
            return attributes
    return None


def _holds(term: Term, value: str) -> bool:
    return fnmatchcase(value, term.value) == (term.operator == "==")
