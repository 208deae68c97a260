"""Counts the websocket frames of a client before a library parses them: pings, pongs, fragments and empty frames too.

Nothing is judged here: what is malformed counts as something, and the library closes the socket.
"""

from typing import Final

_LENGTHS: Final = {126: 2, 127: 8}
"""Bytes of the length that stand after a second byte with these values."""
_MASK: Final = 4


class FrameCount:
    """Of one connection. The frames may come in any pieces."""

    def __init__(self) -> None:
        self._head = b""
        self._rest = 0

    def count(self, data: bytes, most: float) -> int:
        """How many frames have their head's end in `data`, the next bytes of the connection. Beyond `most` the count ends."""
        frames, at, end = 0, 0, len(data)
        while at < end and frames <= most:
            if self._rest:
                step = min(self._rest, end - at)
                self._rest -= step
                at += step
                continue
            need = self._need() - len(self._head)
            self._head += data[at : at + need]
            at += need
            if len(self._head) >= 2 and len(self._head) == self._need():
                self._rest = self._length()
                self._head = b""
                frames += 1
        return frames

    def _need(self) -> int:
        """Bytes of the head, as far as it is known."""
        if len(self._head) < 2:
            return 2
        return 2 + _LENGTHS.get(self._head[1] & 127, 0) + (_MASK if self._head[1] & 128 else 0)

    def _length(self) -> int:
        short = self._head[1] & 127
        return int.from_bytes(self._head[2 : 2 + _LENGTHS[short]], "big") if short in _LENGTHS else short
