"""Check the pins that a configuration uses: each must exist, must not be reserved, and must be used once.

Messages give a pin's BCM number, which the configuration uses, and its physical number, which the builder counts.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.config.document import FilePlace, Finding
from companion.config.pi_header import RESERVED_PINS, SPI_LINES, Header, header_of, ranges


class PinClaim(Struct, frozen=True):
    """A key of the configuration that uses a pin. `own`: from the table's file, not the board's."""

    pin: int
    place: FilePlace
    own: bool


def pin_findings(claims: list[PinClaim], revision: int | None, spi_ports: Mapping[int, str]) -> list[Finding]:
    """Findings about the claims. `spi_ports`: the SPI ports in use, each with the key of a panel on it.

    The header is looked up only if a claim looks wrong or a revision is given, since importing gpiozero is slow.
    """
    if revision is None and not any(_suspicious(claims, spi_ports)):
        return []
    header = header_of(revision) or header_of(None)
    assert header is not None
    return list(_findings(claims, header, spi_ports))


def _suspicious(claims: list[PinClaim], spi_ports: Mapping[int, str]) -> Iterator[bool]:
    pins = [claim.pin for claim in claims]
    yield len(set(pins)) < len(pins)
    for pin in pins:
        yield pin not in range(28) or pin in RESERVED_PINS or any(pin in SPI_LINES[port] for port in spi_ports)


def _findings(claims: list[PinClaim], header: Header, spi_ports: Mapping[int, str]) -> Iterator[Finding]:
    used = {claim.pin for claim in claims}
    for port in spi_ports:
        used.update(SPI_LINES[port])
    holders: dict[int, PinClaim] = {}
    # The board's claims come first, so that a clash is reported at the table's key, which the owner can change.
    for claim in sorted(claims, key=lambda claim: claim.own):
        if (reason := _reason(claim, header, spi_ports, holders)) is None:
            holders[claim.pin] = claim
            continue
        spare = header.spare(used)
        if spare is None:
            remedy = "no other pin is free."
        else:
            used.add(spare)
            remedy = f"choose another, for example {spare}{_if_physical(claim.pin, header, used)}."
        yield Finding(claim.place, f"{reason}; {remedy}")


def _reason(
    claim: PinClaim, header: Header, spi_ports: Mapping[int, str], holders: Mapping[int, PinClaim]
) -> str | None:
    pin = claim.pin
    if pin not in header.physical:
        return f"pin {pin} does not exist (the header has BCM {ranges(header.physical)})"
    named = f"pin {pin} (physical {header.physical[pin]})"
    if pin in RESERVED_PINS:
        return f"{named} is {RESERVED_PINS[pin]}"
    for port, panel in spi_ports.items():
        if pin in SPI_LINES[port]:
            return f"{named} is {SPI_LINES[port][pin]} of SPI port {port}, which {panel} uses"
    if pin in holders:
        place = holders[pin].place
        where = "" if place.line is None else f" ({place.file}:{place.line})"
        return f"{named} is used by {place.key}{where}"
    return None


def _if_physical(pin: int, header: Header, used: set[int]) -> str:
    """A suggestion for a number that is no BCM number but may be a physical one."""
    meant = None if pin in header.physical else header.bcm_at(pin)
    used = used | RESERVED_PINS.keys()
    return f", or {meant} if physical pin {pin} is meant" if meant is not None and meant not in used else ""
