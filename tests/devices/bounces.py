"""Bounce trains, written by hand: (milliseconds, closed) of every edge, for one press and one release each.

They follow what tactile and snap-action switches are known to do: most bounce for 1 to 2 ms, few for
more than 6, the release less than the press.
"""

from typing import Final

Train = tuple[tuple[float, bool], ...]

TRAINS: Final[dict[str, Train]] = {
    "clean": ((0, True), (90, False)),
    "one bounce": ((0, True), (0.4, False), (0.5, True), (80, False)),
    "tactile": (
        (0, True), (0.15, False), (0.22, True), (0.61, False), (0.72, True), (1.4, False), (1.45, True),
        (120, False), (120.3, True), (120.35, False), (121.0, True), (121.1, False),
    ),
    "worn out": (
        (0, True), (0.9, False), (1.1, True), (2.6, False), (3.9, True), (5.2, False), (5.3, True), (7.1, False),
        (7.3, True), (150, False), (151.2, True), (152.8, False), (154.9, True), (155.0, False),
    ),
    "tap within the lock-out": ((0, True), (0.3, False), (0.4, True), (5.0, False)),
    "tap that bounces out of the lock-out": (
        (0, True), (0.3, False), (0.4, True), (6.0, False), (6.5, True), (7.0, False), (9.0, True), (9.4, False),
    ),
    "release that bounces over the end of the lock-out": (
        (0, True), (7.5, False), (7.9, True), (8.2, False), (9.1, True), (9.5, False),
    ),
    "two edges at one time": ((0, True), (0, False), (0, True), (60, False), (60, True), (60, False)),
    "long hold": ((0, True), (0.2, False), (0.3, True), (4000, False), (4000.2, True), (4001.0, False)),
}  # fmt: skip
