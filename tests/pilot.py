"""Plays a table by its keys alone, and compares all screens with a mirror after every key.

It knows a table only as a `Line`: the one to a daemon in this process (`tests.room`), and the one over a websocket to a
daemon of its own (`tests.process`). It never sleeps: it waits for news and looks again.
"""

from typing import Protocol

from companion.core.keys import Gesture, Key
from companion.core.picture import Picture
from companion.core.prompt import Move
from companion.core.seat import Place
from tests.mirror import Mirror
from tests.pictures import as_text
from tests.until import until


class Line(Protocol):
    """A connection to a table: its keys, its screens, and what everybody is told."""

    @property
    def pictures(self) -> list[Picture]:
        """What stands on every screen now."""

    @property
    def number(self) -> int | None:
        """The moves made, as the public view has it."""

    @property
    def event(self) -> str:
        """What happened last, in a sentence."""

    async def news(self) -> None:
        """Wait until any of this may have changed."""

    async def press(self, seat: Place, key: Key, down: bool) -> None:
        """Move a key."""


class Pilot:
    """Presses the keys of all seats of the table at the other end of `line`."""

    def __init__(self, line: Line, mirror: Mirror) -> None:
        self.line = line
        self.mirror = mirror

    async def agree(self) -> None:
        """Wait until every screen, pixel by pixel, and the public view are the mirror's."""
        try:
            await until(self._agrees, self.line.news)
        except AssertionError:
            raise AssertionError(self._differences()) from None

    async def see(self, seat: Place) -> None:
        """Wait until one screen is the mirror's."""
        await until(lambda: self.line.pictures[seat] == self.mirror.picture(seat), self.line.news)

    async def do(self, seat: Place, gesture: Gesture) -> None:
        """Make a gesture with the keys, and see what it does."""
        self.mirror.do(seat, gesture)
        await self.press(seat, gesture)
        await self.agree()
        if gesture == "back":
            await self.line.press(seat, "middle", False)

    async def press(self, seat: Place, gesture: Gesture) -> None:
        """Move the keys of a gesture; a key that is held stays down."""
        match gesture:
            case "back":
                await self.line.press(seat, "middle", True)
            case "lift" | "lower":
                for key in ("left", "right"):
                    await self.line.press(seat, key, gesture == "lift")
            case "left_again" | "right_again":
                raise AssertionError("a repeat is made by no key of its own")
            case key:
                await self.line.press(seat, key, True)
                await self.line.press(seat, key, False)

    async def play(self, seat: Place, move: Move) -> None:
        """Make a move."""
        for gesture in self.mirror.spelled(seat, move):
            await self.do(seat, gesture)

    def _agrees(self) -> bool:
        line, mirror = self.line, self.mirror
        return line.number == mirror.number and line.event == mirror.told and line.pictures == mirror.pictures

    def _differences(self) -> str:
        line, mirror = self.line, self.mirror
        parts = [f"move {line.number}, not {mirror.number}: {line.event!r}, not {mirror.told!r}"]
        for seat, (one, other) in enumerate(zip(line.pictures, mirror.pictures, strict=True)):
            if one != other:
                parts.append(f"seat {seat} shows\n{as_text(one)}instead of\n{as_text(other)}")
        return "\n".join(parts)
