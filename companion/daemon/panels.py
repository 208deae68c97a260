"""Which panels are wired to the same place.

Law: two screens are never reached by one write. Panels at one address of one bus, or at one address before and behind a
multiplexer, would each show the other seat's secrets, and are refused.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from companion.daemon.document import Finding, Place

# Bus numbers up to here are the Pi's own; the kernel numbers a multiplexer's channels from 11.
_LAST_OWN_BUS = 10


class Panel(Struct, frozen=True):
    """Where a seat's panel is: a bus and an address, or an SPI port and a device.

    `place`: where the configuration says so; `own`: the table itself says it, not the board.
    """

    kind: Literal["i2c", "spi"]
    line: int
    select: int
    seat: int
    place: Place
    own: bool
    behind: tuple[int, int] | None = None
    """A multiplexer that the companion itself switches, and its channel."""

    @property
    def is_channel(self) -> bool:
        return self.line > _LAST_OWN_BUS


def panel_findings(panels: list[Panel]) -> Iterator[Finding]:
    """Every panel that a write to another one would reach."""
    # The board's own come first, so that a clash is told of the table's, where it can be mended.
    ordered = sorted(panels, key=lambda panel: panel.own)
    for index, panel in enumerate(ordered):
        before = [other for other in ordered[:index] if other.kind == panel.kind]
        beside = [other for other in before if (other.line, other.behind) == (panel.line, panel.behind)]
        if twins := [other for other in beside if other.select == panel.select]:
            yield Finding(panel.place, _twin(panel, twins[0], beside))
        elif panel.kind == "i2c" and (
            echoes := [
                other for other in before if other.select == panel.select and other.is_channel != panel.is_channel
            ]
        ):
            yield Finding(panel.place, _echo(panel, echoes[0]))
        elif panel.kind == "i2c" and (switched := [other for other in before if _leaks(panel, other)]):
            yield Finding(panel.place, _through(panel, switched[0]))
        elif panel.kind == "i2c" and (
            rivals := [other for other in before if bool(panel.behind) != bool(other.behind) and _rival(panel, other)]
        ):
            yield Finding(panel.place, _rivals(rivals[0]))


def _leaks(panel: Panel, other: Panel) -> bool:
    """Whether one is behind a multiplexer of the bus on which the other hears everything."""
    together = panel.line == other.line and panel.select == other.select
    return together and (panel.behind is None) != (other.behind is None)


def _rival(panel: Panel, other: Panel) -> bool:
    """Whether the kernel switches the channels for one and the companion for the other."""
    return any(one.is_channel and one.behind is None for one in (panel, other))


def _through(panel: Panel, other: Panel) -> str:
    return (
        f"0x{panel.select:X} on I2C bus {panel.line} would answer before the multiplexer and behind it "
        f"(seats[{other.seat}].panel), so both screens would show both seats' secrets; take the other address, or put "
        "both behind the multiplexer."
    )


def _rivals(other: Panel) -> str:
    return (
        f"the kernel switches the multiplexer for one of this panel and seats[{other.seat}].panel and the companion for "
        "the other, so that each would undo the other's choice; take panel.mux and panel.channel out, and write each "
        "channel's own bus."
    )


def _twin(panel: Panel, other: Panel, beside: list[Panel]) -> str:
    leak = f"is seats[{other.seat}].panel's already, so both screens would show both seats' secrets"
    if panel.kind == "spi":
        return f"device {panel.select} of SPI port {panel.line} {leak}; take another device."
    if len({one.select for one in beside}) > 1:
        return (
            f"I2C bus {panel.line} holds two panels already, and a panel has no third address; put this one behind a "
            "TCA9548A, whose channels are buses of their own."
        )
    return f"0x{panel.select:X} on I2C bus {panel.line} {leak}; take 0x{0x3C + 0x3D - panel.select:X}, or another bus."


def _echo(panel: Panel, other: Panel) -> str:
    channel, parent = max(panel.line, other.line), min(panel.line, other.line)
    return (
        f"0x{panel.select:X} would answer on I2C bus {channel}, a multiplexer's channel, and on bus {parent} before it "
        f"(seats[{other.seat}].panel), so both screens would show both seats' secrets; take the other address, or put "
        "both behind the multiplexer."
    )
