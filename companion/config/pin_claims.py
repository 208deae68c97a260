"""Who claims which pin: every claim must be for a pin that exists, belongs to nothing else, and is claimed once.

Messages name a pin by its BCM number, which the configuration holds, and by its physical one, which the builder counts.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.config.document import FilePlace, Finding
from companion.config.pi_header import RESERVED, SPI_LINES, Header, header_of, ranges


class Claim(Struct, frozen=True):
    """A key of the configuration that takes a pin. `own`: the table itself says it, not the board."""

    pin: int
    place: FilePlace
    own: bool


def pin_findings(claims: list[Claim], revision: int | None, spi_ports: Mapping[int, str]) -> list[Finding]:
    """What is wrong with the claims. `spi_ports`: the ports in use, each with the key of a panel on it.

    The header is looked up only where something is wrong, or where a revision says that it may be another than usual.
    """
    if revision is None and not any(_suspicious(claims, spi_ports)):
        return []
    header = header_of(revision) or header_of(None)
    assert header is not None
    return list(_findings(claims, header, spi_ports))


def _suspicious(claims: list[Claim], spi_ports: Mapping[int, str]) -> Iterator[bool]:
    pins = [claim.pin for claim in claims]
    yield len(set(pins)) < len(pins)
    for pin in pins:
        yield pin not in range(28) or pin in RESERVED or any(pin in SPI_LINES[port] for port in spi_ports)


def _findings(claims: list[Claim], header: Header, spi_ports: Mapping[int, str]) -> Iterator[Finding]:
    taken = {claim.pin for claim in claims}
    for port in spi_ports:
        taken.update(SPI_LINES[port])
    holders: dict[int, Claim] = {}
    # The board's own claims come first, so that a clash is told of the table's, where it can be mended.
    for claim in sorted(claims, key=lambda claim: claim.own):
        if (reason := _reason(claim, header, spi_ports, holders)) is None:
            holders[claim.pin] = claim
            continue
        spare = header.spare(taken)
        if spare is None:
            remedy = "no other pin is free."
        else:
            taken.add(spare)
            remedy = f"choose another, for example {spare}{_if_physical(claim.pin, header, taken)}."
        yield Finding(claim.place, f"{reason}; {remedy}")


def _reason(claim: Claim, header: Header, spi_ports: Mapping[int, str], holders: Mapping[int, Claim]) -> str | None:
    pin = claim.pin
    if pin not in header.physical:
        return f"pin {pin} does not exist (the header has BCM {ranges(header.physical)})"
    named = f"pin {pin} (physical {header.physical[pin]})"
    if pin in RESERVED:
        return f"{named} is {RESERVED[pin]}"
    for port, panel in spi_ports.items():
        if pin in SPI_LINES[port]:
            return f"{named} is {SPI_LINES[port][pin]} of SPI port {port}, which {panel} uses"
    if pin in holders:
        place = holders[pin].place
        where = "" if place.line is None else f" ({place.file}:{place.line})"
        return f"{named} is taken by {place.key}{where}"
    return None


def _if_physical(pin: int, header: Header, taken: set[int]) -> str:
    """A number that is no BCM number may have been counted on the header."""
    meant = None if pin in header.physical else header.bcm_at(pin)
    taken = taken | RESERVED.keys()
    return f", or {meant} if physical pin {pin} is meant" if meant is not None and meant not in taken else ""
