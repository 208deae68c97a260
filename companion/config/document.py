"""Read a TOML file: its data, and the file, line and name of each key for error messages.

toml_line_numbers.py finds the lines. Invariant: for any content, `read_document` returns a Document or raises ConfigError,
and no other error.
"""

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.config.toml_line_numbers import KeyPath, key_line_numbers
from companion.core.errors import ConfigError

MAX_FILE_BYTES: Final = 1 << 18
"""Longer files are refused. A long configuration has ten thousand bytes."""


class FilePlace(Struct, frozen=True):
    """The place of a key. `line` counts from 1; None for data that did not come from a file."""

    file: str
    line: int | None
    key: str


class Finding(Struct, frozen=True):
    """One error in a configuration. `text`: the reason and the remedy."""

    place: FilePlace
    text: str

    def sentence(self) -> str:
        """`table.toml:12: seats[1].keys.left: pin 40 does not exist ...`."""
        place = self.place
        where = place.file if place.line is None else f"{place.file}:{place.line}"
        return f"{where}: {place.key}: {self.text}" if place.key else f"{where}: {self.text}"


class Document(Struct, frozen=True):
    """A parsed file. `folder`: the base of relative paths in it. `lines`: the line of each key; None without a file."""

    name: str
    folder: Path
    data: dict[str, Any]
    lines: dict[KeyPath, int] | None

    def place(self, path: KeyPath) -> FilePlace:
        """The place of a key; for a missing key, the place of its innermost table that is present."""
        return FilePlace(file=self.name, line=self._line(path), key=dotted_key(path))

    def _line(self, path: KeyPath) -> int | None:
        if self.lines is None:
            return None
        for length in range(len(path), 0, -1):
            if (line := self.lines.get(path[:length])) is not None:
                return line
        return 1


def dotted_key(path: KeyPath) -> str:
    """A key path as text, for example `seats[1].keys.left`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def read_document(file: Path, *, called: str, otherwise: str) -> Document:
    """Read the TOML `file`. `called`: its name in findings. `otherwise`: the remedy if the file does not exist."""
    try:
        # Editors on Windows may put a byte order mark before the first key.
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
    # tomllib raises a plain ValueError for an integer with thousands of digits.
    except (ValueError, RecursionError) as error:
        raise ConfigError((_syntax(called, text, str(error)),)) from None
    return Document(name=called, folder=file.absolute().parent, data=data, lines=key_line_numbers(text))


def _bytes(file: Path, called: str) -> bytes:
    """The content of a file or pipe, of at most MAX_FILE_BYTES. Raises OSError, and ConfigError if it is longer or no file."""
    # O_NONBLOCK: opening a pipe without a writer would block forever.
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as opened:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISFIFO(mode):
            os.set_blocking(descriptor, True)
        elif stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not stat.S_ISREG(mode):
            raise ConfigError((f"{called}: it is a device or a socket; write the path of a file.",))
        found = opened.read(MAX_FILE_BYTES + 1)
    if len(found) > MAX_FILE_BYTES:
        raise ConfigError(
            (f"{called}: it is longer than {MAX_FILE_BYTES} bytes, and no such file is; write the path of another.",)
        )
    return found


def _syntax(name: str, text: str, message: str) -> str:
    """A sentence for a tomllib message, which ends in "(at line 3, column 7)" or "(at end of document)"."""
    if found := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL):
        reason, line, column = found.groups()
        return f"{name}:{line}: this is not TOML at column {column} ({_lowered(reason)}); correct the line."
    if found := re.fullmatch(r"(.*) \(at end of document\)", message, re.DOTALL):
        last = text.count("\n") + (not text.endswith("\n"))
        return f"{name}:{last}: this is not TOML at the end ({_lowered(found.group(1))}); complete the line."
    return f"{name}: this is not TOML ({_lowered(message)}); correct it."


def _lowered(reason: str) -> str:
    return reason[:1].lower() + reason[1:]
