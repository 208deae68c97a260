"""Tests whether a die is fair: counts of its faces and orientations, and the probability that a fair die deviates as much.

Pearson's chi-square test; its p-value is the regularised upper incomplete gamma function, by its series where that converges
fast and by its continued fraction elsewhere (Numerical Recipes, 6.2).
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from companion.core.die import FACES, ORIENTATIONS, Orientation

MIN_EXPECTED_ROLLS: Final = 5
"""The test needs this expected count for each outcome."""
_TINY: Final = 1e-300
_EXACT: Final = 1e-15


def chi_square(counts: Sequence[int]) -> float:
    """The chi-square statistic of counts against equal probabilities."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def p_value(statistic: float, freedom: int) -> float:
    """The probability of a chi-square of `statistic` or more by chance, with `freedom` degrees of freedom."""
    return upper_gamma(freedom / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), for a > 0 and x >= 0."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        at = a
        while term > total * _EXACT:
            at += 1
            term *= x / at
            total += term
        return 1 - scale * total
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction = d
    step = 0
    while True:  # Lentz's method; it ends, since the factors tend to 1.
        step += 1
        by = -step * (step - a)
        b += 2
        d = 1 / (by * d + b or _TINY)
        c = b + by / c or _TINY
        fraction *= c * d
        if abs(c * d - 1) < _EXACT:
            return scale * fraction


def fairness_report(rolls: Iterable[tuple[int, int]]) -> str:
    """A report as text: counts of the top faces and of the orientations (top, front), with a test of each."""
    counted = Counter(Orientation(*roll) for roll in rolls)
    total = counted.total()
    if total == 0:
        return "No rolls are in the log yet.\n"
    tops = [sum(counted[one] for one in ORIENTATIONS if one.top == face) for face in FACES]
    lines = [f"{total} {'roll' if total == 1 else 'rolls'}", "", "top     " + "".join(f"{face:>7}" for face in FACES)]
    lines += ["rolls   " + "".join(f"{count:>7}" for count in tops), _verdict(tops), "", "top \\ front"]
    for top in FACES:
        cells = (str(counted[Orientation(top, front)]) if (top, front) in ORIENTATIONS else "" for front in FACES)
        lines.append(f"{top:<8}" + "".join(f"{cell:>7}" for cell in cells))
    lines.append(_verdict([counted[one] for one in ORIENTATIONS]))
    return "\n".join(lines) + "\n"


def _verdict(counts: Sequence[int]) -> str:
    needed = MIN_EXPECTED_ROLLS * len(counts)
    if sum(counts) < needed:
        return f"Too few to say whether it is fair: {needed} rolls at least."
    statistic = chi_square(counts)
    chance = p_value(statistic, len(counts) - 1)
    says = "a fair die strays as far" if chance >= 0.01 else "a fair die hardly ever strays so far"
    return f"chi-square {statistic:.2f}, {len(counts) - 1} degrees of freedom, p = {chance:.3g}: {says}."
