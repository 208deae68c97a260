"""Find the line number of each key of a TOML text, for error messages; tomllib does not report it.

The text must be valid for tomllib. Every key, table and list element gets the first line that names it. At syntax that the
scanner does not know it stops, and returns the lines found so far.
"""

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress
from typing import Final

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
