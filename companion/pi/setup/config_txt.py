"""The companion's marked block in a Raspberry Pi's config.txt.

The block is at the start of the file, where no filter such as [pi4] is active and no overlay is open. It ends without an
active filter or open overlay, so the lines after it keep their meaning.
Invariant: every byte outside the block is kept, and removing the block restores the original file.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.core.errors import ConfigError

BLOCK_BEGIN: Final = "# >>> companion setup: written and taken out by the command of that name"
BLOCK_END: Final = "# <<< companion setup"
ENCODING: Final = "latin-1"
"""Decodes every byte, so a file in any encoding is written back unchanged."""

_REMEDY: Final = "take the lines of `companion setup` out by hand, and run it again"


class ConfigLine(Struct, frozen=True):
    """One setting outside the block. `number`: its line, from 1; `section`: the filters above it, empty if it always
    applies."""

    number: int
    text: str
    section: str

    @property
    def key(self) -> str:
        """The setting's name: dtparam, dtoverlay, enable_uart."""
        return self.text.partition("=")[0].strip().lower()

    @property
    def values(self) -> tuple[str, ...]:
        """The text after the first equals sign, split at its commas."""
        return tuple(part.strip() for part in self.text.partition("=")[2].split(","))


def with_block(text: str, settings: Sequence[str]) -> str:
    """The file with its block replaced by one of these settings; without settings, with its block removed.

    Raises ConfigError if a block begins without an end, or ends without a beginning.
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
    """The settings in the block; empty if there is none. Raises ConfigError as `with_block`."""
    held = (line.strip() for line, inside in _lines(text) if inside)
    return tuple(line for line in held if line not in (BLOCK_BEGIN, "[all]", BLOCK_END))


def settings_outside(text: str) -> Iterator[ConfigLine]:
    """The settings outside the block that can be active. Raises ConfigError as `with_block`."""
    filters: list[str] = []
    for number, (line, inside) in enumerate(_lines(text), 1):
        stripped = line.strip()
        if inside or not stripped or stripped.startswith("#"):
            continue
        if found := re.fullmatch(r"\[(.*)\]", stripped):
            # [all] removes all filters; other filters are combined.
            filters = [] if found[1].lower() == "all" else [*filters, stripped]
        elif "[none]" not in filters:
            yield ConfigLine(number, stripped, " ".join(filters))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Every line with its line end, and whether it belongs to the block."""
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
    """The lines with their line ends. Unlike str.splitlines it splits only at line feeds, as the firmware does."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
