"""Read a TOML file: its data, and the file, line and name of each key for error messages.

tomllib reports no lines, so a scanner of our own finds them: every key, table and list element gets the first line that names it.
At syntax that it does not know it stops, and returns the lines found so far. Invariant: for any content, `read_document` returns
a Document or raises ConfigError, and no other error.
"""

import errno
import os
import re
import stat
import tomllib
from bisect import bisect_right
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.core.errors import ConfigError

KeyPath = tuple[str | int, ...]
"""("seats", 1, "keys", "left") is seats[1].keys.left."""

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}#\n]*")
# A multi-line string may end with up to two quotes of its own before the closing three.
_LONG: Final = re.compile(r'"""(?:\\.|[^\\])*?"""(?:"{0,2})|' + r"'''.*?'''(?:'{0,2})", re.DOTALL)
_SHORT: Final = re.compile(r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'")


def key_line_numbers(text: str) -> dict[KeyPath, int]:
    """The line of every key in `text`, counted from 1."""
    reader = _LineScanner(text)
    with suppress(_StopError):
        reader.document()
    return reader.lines


def _unquoted(text: str) -> str:
    try:
        return str(tomllib.loads(f"key = {text}")["key"])
    except tomllib.TOMLDecodeError as error:
        raise _StopError from error


class _StopError(ValueError):
    """The scanner met syntax that it does not know."""


class _LineScanner:
    """One pass over a text. `at`: the index of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.elements: dict[KeyPath, int] = {}
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def document(self) -> None:
        table: KeyPath = ()
        while self.skip(_BLANK) and self.at < len(self.text):
            if self.take("[["):
                table = self.header(many=True)
                self.expect("]]")
            elif self.take("["):
                table = self.header(many=False)
                self.expect("]")
            else:
                self.pair(table)

    def header(self, *, many: bool) -> KeyPath:
        """Scan a table header; its path. A part that names an array of tables means its last element."""
        line, parts = self.line(), self.key()
        path: KeyPath = ()
        for depth, part in enumerate(parts):
            path = (*path, part)
            self.note(path, line)
            if many and depth == len(parts) - 1:
                self.elements[path] = self.elements.get(path, 0) + 1
            if path in self.elements:
                path = (*path, self.elements[path] - 1)
                self.note(path, line)
        return path

    def pair(self, table: KeyPath) -> None:
        """Scan a key, which may be dotted, and its value."""
        line, path = self.line(), table
        for part in self.key():
            path = (*path, part)
            self.note(path, line)
        self.expect("=")
        self.skip(_SPACE)
        self.value(path)

    def key(self) -> list[str]:
        parts = []
        while True:
            self.skip(_SPACE)
            if match := _BARE.match(self.text, self.at):
                parts.append(match.group())
            elif match := _SHORT.match(self.text, self.at):
                parts.append(_unquoted(match.group()))
            else:
                raise _StopError
            self.at = match.end()
            self.skip(_SPACE)
            if not self.take("."):
                return parts

    def value(self, path: KeyPath) -> None:
        if self.take("["):
            self.list(path)
        elif self.take("{"):
            self.inline_table(path)
        elif match := _LONG.match(self.text, self.at) or _SHORT.match(self.text, self.at):
            self.at = match.end()
        else:
            self.skip(_SCALAR)

    def list(self, path: KeyPath) -> None:
        index = 0
        while self.skip(_BLANK) and not self.take("]"):
            self.note((*path, index), self.line())
            self.value((*path, index))
            index += 1
            self.skip(_BLANK)
            if not self.take(","):
                self.expect("]")
                return

    def inline_table(self, path: KeyPath) -> None:
        while self.skip(_BLANK) and not self.take("}"):
            self.pair(path)
            self.skip(_BLANK)
            if not self.take(","):
                self.expect("}")
                return

    def note(self, path: KeyPath, line: int) -> None:
        self.lines.setdefault(path, line)

    def line(self) -> int:
        return bisect_right(self.starts, self.at)

    def skip(self, pattern: re.Pattern[str]) -> bool:
        """Skip a match of `pattern`, if any. Always returns True, for use in a loop condition."""
        if match := pattern.match(self.text, self.at):
            self.at = match.end()
        return True

    def take(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def expect(self, mark: str) -> None:
        if not self.take(mark):
            raise _StopError


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
