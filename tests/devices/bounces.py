"""Bounce trains, written by hand, for one press and one release each; all of them for a lock-out of 8 ms.

They follow what is published of measured switches (J. Ganssle, "A Guide to Debouncing": most bounce for under 2 ms, few for more
than 6, a release less than a press, single openings from some microseconds on) and what kernels do with edges that are too fast.
"""

from typing import Final, NamedTuple


class Edge(NamedTuple):
    """`at`: milliseconds."""

    at: float
    closed: bool


class Train(NamedTuple):
    """Every edge that is reported, the first a closing and the last one leaving the contact open. `let_go`: milliseconds, when
    the finger left."""

    edges: tuple[Edge, ...]
    let_go: float


def bounce(press: tuple[float, ...], release: tuple[float, ...]) -> Train:
    """The times of the edges of a press, which ends closed, and of a release, which ends open; closed and open alternate."""
    assert len(press) % 2 == 1, "a press ends closed"
    assert len(release) % 2 == 1, "a release ends open"
    return Train(
        (
            *(Edge(at, number % 2 == 0) for number, at in enumerate(press)),
            *(Edge(at, number % 2 == 1) for number, at in enumerate(release)),
        ),
        release[0],
    )


CLEAN: Final[dict[str, Train]] = {
    "clean": bounce((0,), (90,)),
    "one bounce": bounce((0, 0.4, 0.5), (80,)),
    "long hold": bounce((0, 0.2, 0.3), (4000, 4000.2, 4001)),
    "held for a minute": bounce((0, 0.05, 0.06), (60_000,)),
}

TACTILE: Final[dict[str, Train]] = {
    "tactile": bounce((0, 0.15, 0.22, 0.61, 0.72, 1.4, 1.45), (120, 120.3, 120.35, 121, 121.1)),
    "tactile, fast and thin": bounce(
        (0, 0.004, 0.011, 0.013, 0.019, 0.031, 0.033, 0.071, 0.075, 0.16, 0.171), (64, 64.002, 64.005, 64.012, 64.014)
    ),
    "tactile, release worse than press": bounce((0,), (75, 75.2, 75.7, 76.1, 76.4, 77.2, 77.3, 78.1, 78.9)),
}

# A snap-action contact leaves at once and rebounds in ever shorter hops.
MICROSWITCH: Final[dict[str, Train]] = {
    "microswitch": bounce((0, 0.9, 2.1, 2.7, 3.3, 3.5, 3.7, 3.78, 3.83), (200, 200.6, 200.8, 201, 201.05)),
    "microswitch, one late hop": bounce((0, 3, 4.4), (95, 96.6, 96.9)),
    "microswitch, release that rings": bounce(
        (0, 0.3, 0.5), (110, 110.5, 110.9, 111.3, 111.6, 111.8, 112, 112.1, 112.2, 113, 113.1)
    ),
}

LONG: Final[dict[str, Train]] = {
    "bounces for 6 ms": bounce(
        (0, 0.7, 1.2, 2, 2.9, 3.6, 4, 4.9, 5.4, 5.8, 6), (300, 300.9, 301.8, 302.5, 303.1, 304, 304.3, 305.2, 306)
    ),
    "worn out": bounce((0, 0.9, 1.1, 2.6, 3.9, 5.2, 5.3, 7.1, 7.3), (150, 151.2, 152.8, 154.9, 155)),
    "dirty": bounce((0, 0.02, 1.9, 1.95, 2.4, 4.1, 5.9), (70, 70.05, 72, 75.8, 75.9)),
}

# Pressed or let go so slowly that the contact makes and breaks for long, or worn where the finger rests.
TEASING: Final[dict[str, Train]] = {
    "teased, within the lock-out": bounce((0, 0.01, 3.8, 3.85, 6.9, 6.95, 7.6), (180,)),
    "teased, beyond the lock-out": bounce((0, 2, 4, 9.1, 9.6, 13, 13.9, 20.2, 20.5, 34.1, 34.9), (150, 150.4, 150.5)),
    "let go so slowly that it chatters": bounce(
        (0,), (60, 60.9, 61.8, 62.6, 63.5, 64.1, 65, 65.6, 66.5, 67.2, 68, 68.3, 69)
    ),
    "weak spot under a finger": bounce((0, 0.3, 0.4, 42, 42.9, 77, 77.2, 77.4, 77.9), (140, 140.2, 140.3)),
}

# Induced in a long wire of a key that is held; shorter than the settling time of 2 ms.
SPIKES: Final[dict[str, Train]] = {
    "spike on a held key": bounce((0, 50, 50.02), (120,)),
    "burst of spikes on a held key": bounce((0, *(30 + 0.3 * number for number in range(40))), (120,)),
    "spike at the end of the lock-out": bounce((0, 7.98, 8.02), (120,)),
    "spike after a release": bounce((0,), (90, 90.4, 90.41, 96, 96.01)),
}

STRADDLING: Final[dict[str, Train]] = {
    "tap within the lock-out": bounce((0, 0.3, 0.4), (5,)),
    "tap that bounces out of the lock-out": bounce((0, 0.3, 0.4), (6, 6.5, 7, 9, 9.4)),
    "release that bounces over the end of the lock-out": bounce((0,), (7.5, 7.9, 8.2, 9.1, 9.5)),
    "open just before the lock-out ends": bounce((0, 7.6, 8.3, 8.6, 8.9), (70,)),
    "an edge at the very end": bounce((0, 8, 8.5), (60,)),
    "release that ends with the lock-out": bounce((0,), (4, 7.9, 8)),
    "release that bounces when its own lock-out ends": bounce((0,), (100, 101.5, 101.6, 107.9, 108.1)),
}

# A kernel, or a busy reader, gives several edges one time, or leaves out what went by too fast.
COALESCED: Final[dict[str, Train]] = {
    "two edges at one time": bounce((0, 0, 0), (60, 60, 60)),
    "all bounces at one time": bounce((0, 1, 1, 1, 1), (80, 81, 81)),
    "openings that were not reported": Train(
        (Edge(0, True), Edge(0.5, True), Edge(0.9, False), Edge(1, True), Edge(1.1, True), Edge(80, False)), 80
    ),
    "closings that were not reported": Train(
        (Edge(0, True), Edge(85, False), Edge(85.6, False), Edge(86, True), Edge(86.2, False), Edge(86.9, False)), 85
    ),
}

TRAINS: Final[dict[str, Train]] = {
    **CLEAN,
    **TACTILE,
    **MICROSWITCH,
    **LONG,
    **TEASING,
    **SPIKES,
    **STRADDLING,
    **COALESCED,
}
"""The whole corpus. A press counts from the first edge of its bounces, which is the first edge of all but a few trains:"""

FIRST_EDGES: Final[dict[str, float]] = {"teased, within the lock-out": 6.9}
"""There the contact stays open for longer than any bounce before it is pressed."""


def spikes(count: int, *, every: float, width: float) -> tuple[Edge, ...]:
    """Closings of a contact that nobody presses. Milliseconds."""
    return tuple(
        edge for number in range(count) for edge in (Edge(number * every, True), Edge(number * every + width, False))
    )


# Induced in a long wire of a key at rest.
NO_PRESS: Final[dict[str, tuple[Edge, ...]]] = {
    "one spike": spikes(1, every=1, width=0.002),
    "twenty spikes, 50 a second": spikes(20, every=20, width=0.002),
    "the clock of a bus of 400 kHz beside it, for 25 ms": spikes(10_000, every=0.0025, width=0.002),
    "a lamp's contactor": spikes(3, every=1.5, width=0.9),
    "spikes a lock-out apart": spikes(20, every=8, width=0.02),
}
