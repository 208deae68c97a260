"""Luck from a text: the same text gives the same numbers on every machine and in every version of Python."""

from hashlib import sha256
from typing import Final

_BYTES: Final = 8


class TextLuck:
    """A RandBelow whose numbers are those of SHA-256 of the text and a counter."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._count = 0

    def __call__(self, below: int) -> int:
        """A whole number from 0 to `below` - 1, each with equal chance."""
        # What is left above the last whole multiple would favour small numbers, so it is drawn again.
        limit = (1 << 8 * _BYTES) // below * below
        while True:
            digest = sha256(f"{self._text}/{self._count}".encode()).digest()
            self._count += 1
            if (number := int.from_bytes(digest[:_BYTES], "big")) < limit:
                return number % below


def shuffled(items: list[int], luck: TextLuck) -> list[int]:
    """The items in a drawn order."""
    left, drawn = list(items), []
    while left:
        drawn.append(left.pop(luck(len(left))))
    return drawn
