"""A TOML file as read: its data, and for each key the place where a person finds it.

Law: whatever the file holds, `read` gives a Document or raises ConfigError; no other error leaves.
"""

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.config.toml_lines import KeyPath, key_lines
from companion.core.errors import ConfigError

SIZE: Final = 1 << 18
"""Bytes of the longest file that is read; a long one has ten thousand."""


class FilePlace(Struct, frozen=True):
    """Where a key stands. `line` is None in data that was never a file."""

    file: str
    line: int | None
    key: str


class Finding(Struct, frozen=True):
    """One fault: `text` says the reason and the remedy."""

    place: FilePlace
    text: str

    def sentence(self) -> str:
        """`table.toml:12: seats[1].keys.left: pin 40 does not exist ...`."""
        place = self.place
        where = place.file if place.line is None else f"{place.file}:{place.line}"
        return f"{where}: {place.key}: {self.text}" if place.key else f"{where}: {self.text}"


class Document(Struct, frozen=True):
    """What a file says. `folder` is what a relative path in it starts from."""

    name: str
    folder: Path
    data: dict[str, Any]
    lines: dict[KeyPath, int] | None

    def place(self, path: KeyPath) -> FilePlace:
        """The place of a key; of one that is missing, the place of the table where it would stand."""
        return FilePlace(file=self.name, line=self._line(path), key=spelled(path))

    def _line(self, path: KeyPath) -> int | None:
        if self.lines is None:
            return None
        for length in range(len(path), 0, -1):
            if (line := self.lines.get(path[:length])) is not None:
                return line
        return 1


def spelled(path: KeyPath) -> str:
    """`seats[1].keys.left`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def read(file: Path, *, called: str, otherwise: str) -> Document:
    """The TOML in `file`, which findings call `called`. `otherwise`: the remedy when there is no such file."""
    try:
        # A text editor of another system may have put a byte order mark before the first key.
        text = _bytes(file, called).decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError((f"{called}: there is no such file; {otherwise}.",)) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        reason = f"byte {error.start} of the file is not UTF-8; save it as UTF-8 text."
        raise ConfigError((f"{called}:{line}: {reason}",)) from None
    except OSError as error:
        reason = f"it cannot be read ({error.strerror}); make it a file that this user may read."
        raise ConfigError((f"{called}: {reason}",)) from None
    try:
        data = tomllib.loads(text)
    # A plain ValueError comes from a whole number of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise ConfigError((_syntax(called, text, str(error)),)) from None
    return Document(name=called, folder=file.absolute().parent, data=data, lines=key_lines(text))


def _bytes(file: Path, called: str) -> bytes:
    """What a file or a pipe holds, and never more than SIZE of it. Raises OSError, and ConfigError for what is no file."""
    # Not waiting, since a pipe that nobody writes to would never be open.
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as opened:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISFIFO(mode):
            os.set_blocking(descriptor, True)
        elif stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not stat.S_ISREG(mode):
            raise ConfigError((f"{called}: it is a device or a socket; write the path of a file.",))
        found = opened.read(SIZE + 1)
    if len(found) > SIZE:
        raise ConfigError(
            (f"{called}: it is longer than {SIZE} bytes, and no such file is; write the path of another.",)
        )
    return found


def _syntax(name: str, text: str, message: str) -> str:
    """tomllib's message, which ends in "(at line 3, column 7)" or "(at end of document)", as a sentence."""
    if found := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL):
        reason, line, column = found.groups()
        return f"{name}:{line}: this is not TOML at column {column} ({_lowered(reason)}); correct the line."
    if found := re.fullmatch(r"(.*) \(at end of document\)", message, re.DOTALL):
        last = text.count("\n") + (not text.endswith("\n"))
        return f"{name}:{last}: this is not TOML at the end ({_lowered(found.group(1))}); complete the line."
    return f"{name}: this is not TOML ({_lowered(message)}); correct it."


def _lowered(reason: str) -> str:
    return reason[:1].lower() + reason[1:]
