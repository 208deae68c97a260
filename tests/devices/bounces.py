"""Bounce trains, written by hand: (milliseconds, closed) of every edge, for one press and one release each.

They follow what is published of measured switches (J. Ganssle, "A Guide to Debouncing": most bounce for under 2 ms, few for more
than 6, the release less than the press, single openings from some microseconds on) and what kernels do with fast edges. All hold
for a lock-out of 8 ms. A press is its first edge; a train ends open.
"""

from typing import Final

Train = tuple[tuple[float, bool], ...]

CLEAN: Final[dict[str, Train]] = {
    "clean": ((0, True), (90, False)),
    "one bounce": ((0, True), (0.4, False), (0.5, True), (80, False)),
    "long hold": ((0, True), (0.2, False), (0.3, True), (4000, False), (4000.2, True), (4001.0, False)),
    "held for a minute": ((0, True), (0.05, False), (0.06, True), (60_000, False)),
}  # fmt: skip

TACTILE: Final[dict[str, Train]] = {
    "tactile": (
        (0, True), (0.15, False), (0.22, True), (0.61, False), (0.72, True), (1.4, False), (1.45, True),
        (120, False), (120.3, True), (120.35, False), (121.0, True), (121.1, False),
    ),
    "tactile, fast and thin": (
        (0, True), (0.004, False), (0.011, True), (0.013, False), (0.019, True), (0.031, False), (0.033, True),
        (0.071, False), (0.075, True), (0.160, False), (0.171, True),
        (64, False), (64.002, True), (64.005, False), (64.012, True), (64.014, False),
    ),
    "tactile, release worse than press": (
        (0, True),
        (75, False), (75.2, True), (75.7, False), (76.1, True), (76.4, False), (77.2, True), (77.3, False), (78.1, True), (78.9, False),
    ),
}  # fmt: skip

MICROSWITCH: Final[dict[str, Train]] = {
    # A snap-action contact leaves at once and rebounds in ever shorter hops.
    "microswitch": (
        (0, True), (0.9, False), (2.1, True), (2.7, False), (3.3, True), (3.5, False), (3.7, True), (3.78, False), (3.83, True),
        (200, False), (200.6, True), (200.8, False), (201.0, True), (201.05, False),
    ),
    "microswitch, one late hop": ((0, True), (3.0, False), (4.4, True), (95, False), (96.6, True), (96.9, False)),
    "microswitch, release that rings": (
        (0, True), (0.3, False), (0.5, True),
        (110, False), (110.5, True), (110.9, False), (111.3, True), (111.6, False), (111.8, True), (112.0, False),
        (112.1, True), (112.2, False), (113.0, True), (113.1, False),
    ),
}  # fmt: skip

LONG: Final[dict[str, Train]] = {
    "bounces for 6 ms": (
        (0, True), (0.7, False), (1.2, True), (2.0, False), (2.9, True), (3.6, False), (4.0, True), (4.9, False), (5.4, True),
        (5.8, False), (6.0, True),
        (300, False), (300.9, True), (301.8, False), (302.5, True), (303.1, False), (304.0, True), (304.3, False),
        (305.2, True), (306.0, False),
    ),
    "worn out": (
        (0, True), (0.9, False), (1.1, True), (2.6, False), (3.9, True), (5.2, False), (5.3, True), (7.1, False),
        (7.3, True), (150, False), (151.2, True), (152.8, False), (154.9, True), (155.0, False),
    ),
    "dirty": (
        (0, True), (0.02, False), (1.9, True), (1.95, False), (2.4, True), (4.1, False), (5.9, True),
        (70, False), (70.05, True), (72.0, False), (75.8, True), (75.9, False),
    ),
}  # fmt: skip

TEASING: Final[dict[str, Train]] = {
    # Pressed so slowly that the contact makes and breaks for long before it holds.
    "teased, within the lock-out": (
        (0, True), (0.01, False), (3.8, True), (3.85, False), (6.9, True), (6.95, False), (7.6, True),
        (180, False),
    ),
    "teased, beyond the lock-out": (
        (0, True), (2.0, False), (4.0, True), (9.1, False), (9.6, True), (13.0, False), (13.9, True), (20.2, False), (20.5, True),
        (34.1, False), (34.9, True), (150, False), (150.4, True), (150.5, False),
    ),
    "let go so slowly that it chatters": (
        (0, True),
        (60.0, False), (60.9, True), (61.8, False), (62.6, True), (63.5, False), (64.1, True), (65.0, False), (65.6, True),
        (66.5, False), (67.2, True), (68.0, False), (68.3, True), (69.0, False),
    ),
    "weak spot under a finger": (
        (0, True), (0.3, False), (0.4, True), (42, False), (42.9, True), (77, False), (77.2, True), (77.4, False), (77.9, True),
        (140, False), (140.2, True), (140.3, False),
    ),
}  # fmt: skip

SPIKES: Final[dict[str, Train]] = {
    # Induced by the wiring of a motor or a fluorescent lamp: shorter than an eighth of the lock-out, on a key that is held.
    "spike on a held key": ((0, True), (50, False), (50.02, True), (120, False)),
    "burst of spikes on a held key": (
        (0, True), *((30 + at, at % 2 == 1) for at in range(20)), (49.5, False), (49.9, True), (120, False),
    ),
    "spike at the end of the lock-out": ((0, True), (7.98, False), (8.02, True), (120, False)),
    "spike in the release": ((0, True), (90, False), (90.4, True), (90.41, False), (96, True), (96.01, False)),
}  # fmt: skip

STRADDLING: Final[dict[str, Train]] = {
    "tap within the lock-out": ((0, True), (0.3, False), (0.4, True), (5.0, False)),
    "tap that bounces out of the lock-out": (
        (0, True), (0.3, False), (0.4, True), (6.0, False), (6.5, True), (7.0, False), (9.0, True), (9.4, False),
    ),
    "release that bounces over the end of the lock-out": (
        (0, True), (7.5, False), (7.9, True), (8.2, False), (9.1, True), (9.5, False),
    ),
    "open just before the lock-out ends": ((0, True), (7.6, False), (8.3, True), (8.6, False), (8.9, True), (70, False)),
    "an edge at the very end": ((0, True), (8, False), (8.5, True), (60, False)),
    "release that ends with the lock-out": ((0, True), (4, False), (8, True), (8.0, False)),
    "release that bounces until its lock-out ends": (
        (0, True), (100, False), (101.5, True), (101.6, False), (107.4, True), (107.9, False),
    ),
}  # fmt: skip

COALESCED: Final[dict[str, Train]] = {
    # A kernel, or a busy reader, gives several edges one time, or leaves out a pair that went by too fast.
    "two edges at one time": ((0, True), (0, False), (0, True), (60, False), (60, True), (60, False)),
    "all bounces at one time": ((0, True), (1, False), (1, True), (1, False), (1, True), (80, False), (81, True), (81, False)),
    "an opening that was not reported": ((0, True), (0.5, True), (0.9, False), (1.0, True), (80, False), (80.3, False)),
    "a closing that was not reported": ((0, True), (85, False), (85.6, False), (86, True), (86.2, False), (86.9, False)),
}  # fmt: skip

TRAINS: Final[dict[str, Train]] = {
    **CLEAN, **TACTILE, **MICROSWITCH, **LONG, **TEASING, **SPIKES, **STRADDLING, **COALESCED,
}  # fmt: skip
"""The whole corpus."""


def let_go(train: Train) -> float:
    """When the hand let go: the first opening after which the contact is never closed again for a millisecond or more."""
    openings = [at for at, closed in train if not closed]
    for at in openings:
        later = [edge for edge in train if edge[0] >= at]
        closed = sum(
            after - since for (since, down), (after, _) in zip(later, later[1:], strict=False) if down and after > since
        )
        if closed <= 4.5:
            return at
    raise AssertionError("a train ends open")
