"""Find panels that one write would reach together.

Invariant: one write never reaches two panels. Refused are two panels at one address of one bus, at one address before and
behind a multiplexer, or at one address behind two multiplexers that the kernel switches: each would show the other seat's
secrets.
"""

from collections.abc import Iterator

from msgspec import Struct

from companion.config.document import FilePlace, Finding
from companion.devices.wiring import Mux


class SPIPlace(Struct, frozen=True):
    """A panel's SPI port and chip select."""

    port: int
    device: int


class I2CPlace(Struct, frozen=True):
    """A panel's I2C address, behind `mux` if not None. `bus`: from the configuration; may be None behind a multiplexer."""

    address: int
    bus: int | None
    mux: Mux | None

    @property
    def wires(self) -> int | None:
        """The number of the Pi's own bus that the panel or its multiplexer is wired to."""
        return self.bus if self.mux is None else self.mux.bus

    @property
    def by_kernel(self) -> bool:
        """Whether the kernel switches the panel's multiplexer."""
        return self.mux is not None and self.bus != self.mux.bus


class WiredPanel(Struct, frozen=True):
    """A seat's panel and its wiring. `place`: the key in the configuration; `own`: from the table's file, not the board's."""

    seat: int
    where: SPIPlace | I2CPlace
    place: FilePlace
    own: bool


def panel_findings(panels: list[WiredPanel]) -> Iterator[Finding]:
    """A finding for every panel that a write to another panel would reach."""
    # The board's panels come first, so that a clash is reported at the table's key, which the owner can change.
    ordered = sorted(panels, key=lambda panel: panel.own)
    for index, panel in enumerate(ordered):
        before = ordered[:index]
        match panel.where:
            case SPIPlace() as place:
                text = _of_spi(place, before)
            case place:
                text = _of_i2c(place, before)
        if text is not None:
            yield Finding(panel.place, text)


def _of_spi(place: SPIPlace, before: list[WiredPanel]) -> str | None:
    twin = next((other for other in before if other.where == place), None)
    if twin is None:
        return None
    return f"device {place.device} of SPI port {place.port} {_leak(twin.seat)}; take another device."


def _of_i2c(place: I2CPlace, before: list[WiredPanel]) -> str | None:
    others = [(other.seat, other.where) for other in before if isinstance(other.where, I2CPlace)]
    beside = [(seat, other) for seat, other in others if _is_beside(place, other)]
    for seat, other in beside:
        if other.address == place.address:
            return _twin(place, seat, {one.address for _, one in beside})
    on_wires = [(seat, other) for seat, other in others if other.wires == place.wires]
    for seat, other in on_wires:
        if other.address == place.address and (other.mux is None) != (place.mux is None):
            return (
                f"0x{place.address:X} on I2C bus {place.wires} would answer before the multiplexer and behind it "
                f"({_named(seat)}), so both screens would show both seats' secrets; take the other address, or put both "
                "behind the multiplexer."
            )
    for seat, other in on_wires:
        if other.mux is not None and place.mux is not None and other.by_kernel != place.by_kernel:
            return (
                f"the kernel switches the multiplexer for one of this panel and {_named(seat)} and the companion for the "
                "other, so that each would undo the other's choice; take panel.bus out of both."
            )
    return _of_kernel(place, on_wires, others)


def _of_kernel(place: I2CPlace, on_wires: list[tuple[int, I2CPlace]], others: list[tuple[int, I2CPlace]]) -> str | None:
    """Conflicts of panels behind multiplexers that the kernel switches.

    The kernel leaves a multiplexer's last channel open while it writes behind another multiplexer.
    """
    if place.mux is None or not place.by_kernel:
        return None
    for seat, other in on_wires:
        if other.mux is not None and other.mux.address != place.mux.address and other.address == place.address:
            return (
                f"0x{place.address:X} would answer behind two multiplexers at a time ({_named(seat)}), since the kernel leaves "
                "a channel of one open while it writes behind the other, so both screens would show both seats' "
                f"secrets; put both behind one, or have the companion switch them: panel.bus = {place.wires} for both."
            )
    for seat, other in others:
        if place.bus is not None and other.bus == place.bus and other.mux != place.mux:
            return f"I2C bus {place.bus} is {_named(seat)}'s already, which is another channel; take panel.bus out."
    return None


def _is_beside(place: I2CPlace, other: I2CPlace) -> bool:
    return (place.wires, place.mux) == (other.wires, other.mux)


def _twin(place: I2CPlace, seat: int, there: set[int]) -> str:
    where = f"I2C bus {place.wires}"
    if place.mux is not None:
        where += f", channel {place.mux.channel} of the multiplexer at 0x{place.mux.address:X},"
    if len(there) > 1:
        text = f"{where} holds two panels already, and a panel has no third address; "
        if place.mux is None:
            return text + "put this one behind a TCA9548A, whose channels are buses of their own."
        return text + "take another channel."
    remedy = "bus" if place.mux is None else "channel"
    return f"0x{place.address:X} on {where} {_leak(seat)}; take 0x{0x3C + 0x3D - place.address:X}, or another {remedy}."


def _leak(seat: int) -> str:
    return f"is {_named(seat)}'s already, so both screens would show both seats' secrets"


def _named(seat: int) -> str:
    return f"seats[{seat}].panel"
