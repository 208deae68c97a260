"""The companion's marked block in a Raspberry Pi's config.txt.

The block is the first thing in the file. There no filter such as [pi4] is in force and no overlay is open, so the block means
what it says; it ends with every filter taken off and no overlay open, so what follows means what it meant without it.
Invariant: all that stands outside the block keeps every byte, and taking the block out gives the file that there was.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.core.errors import ConfigError

BLOCK_BEGIN: Final = "# >>> companion setup: written and taken out by the command of that name"
BLOCK_END: Final = "# <<< companion setup"
ENCODING: Final = "latin-1"
"""Every byte is a character of it, so a file of whatever encoding comes back as it was."""

_REMEDY: Final = "take the lines of `companion setup` out by hand, and run it again"


class ConfigLine(Struct, frozen=True):
    """One setting outside the block. `number` counts from 1 in the file; `section`: the filters it stands under, empty
    where it always holds."""

    number: int
    text: str
    section: str

    @property
    def key(self) -> str:
        """What is set: dtparam, dtoverlay, enable_uart."""
        return self.text.partition("=")[0].strip().lower()

    @property
    def values(self) -> tuple[str, ...]:
        """What is behind the first equals sign, at its commas."""
        return tuple(part.strip() for part in self.text.partition("=")[2].split(","))


def with_block(text: str, settings: Sequence[str]) -> str:
    """The file with a block of these settings in the place of what it has; with none, without any.

    Raises ConfigError where a block begins and does not end, or ends without having begun.
    """
    rest = without_block(text)
    if not settings:
        return rest
    newline = "\r\n" if "\r\n" in rest else "\n"
    return "".join(line + newline for line in (BLOCK_BEGIN, "[all]", *settings, BLOCK_END)) + rest


def without_block(text: str) -> str:
    """The file without a block. Raises ConfigError as `with_block`."""
    return "".join(line for line, inside in _lines(text) if not inside)


def block_settings(text: str) -> tuple[str, ...]:
    """The settings in the block; nothing where there is none. Raises ConfigError as `with_block`."""
    held = (line.strip() for line, inside in _lines(text) if inside)
    return tuple(line for line in held if line not in (BLOCK_BEGIN, "[all]", BLOCK_END))


def settings_outside(text: str) -> Iterator[ConfigLine]:
    """What is set outside the block and can be in force. Raises ConfigError as `with_block`."""
    filters: list[str] = []
    for number, (line, inside) in enumerate(_lines(text), 1):
        stripped = line.strip()
        if inside or not stripped or stripped.startswith("#"):
            continue
        if found := re.fullmatch(r"\[(.*)\]", stripped):
            # [all] takes every filter off, and others add up.
            filters = [] if found[1].lower() == "all" else [*filters, stripped]
        elif "[none]" not in filters:
            yield ConfigLine(number, stripped, " ".join(filters))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Every line with its end, and whether it belongs to the block."""
    inside = False
    began = 0
    for number, line in enumerate(_split(text), 1):
        match line.rstrip("\r\n"):
            case stripped if stripped == BLOCK_BEGIN and inside:
                raise ConfigError((f"config.txt:{number}: the block begins twice; {_REMEDY}.",))
            case stripped if stripped == BLOCK_BEGIN:
                inside, began = True, number
                yield line, True
            case stripped if stripped == BLOCK_END and not inside:
                raise ConfigError((f"config.txt:{number}: the block ends and never began; {_REMEDY}.",))
            case stripped if stripped == BLOCK_END:
                inside = False
                yield line, True
            case _:
                yield line, inside
    if inside:
        raise ConfigError((f"config.txt:{began}: the block begins and never ends; {_REMEDY}.",))


def _split(text: str) -> list[str]:
    """Lines with their ends; unlike str.splitlines, only at line feeds, as the firmware does."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
