"""The fairness test of a die: p-values against known ones, and its verdict for fair, loaded and hardly rolled dice."""

import math

import pytest

from companion.core.die import ORIENTATIONS
from companion.devices.dice.fairness import chi_square, fairness_report, p_value, upper_gamma


def test_p_values_of_the_tables() -> None:
    """From the printed tables of the chi-square distribution."""
    for freedom, table in {
        5: {1.145: 0.95, 11.0705: 0.05, 15.0863: 0.01, 20.515: 0.001},
        23: {13.0905: 0.95, 35.1725: 0.05, 41.6384: 0.01},
    }.items():
        for statistic, p in table.items():
            assert p_value(statistic, freedom) == pytest.approx(p, rel=1e-3)


def test_where_the_gamma_function_is_elementary() -> None:
    """Q(1, x) is e^-x, Q(2, x) is (1 + x) e^-x, Q(1/2, x) is erfc(sqrt x): by the series and by the fraction."""
    for x in (0.0, 1e-9, 0.3, 1.999, 2.001, 7.5, 60.0, 600.0):
        assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-11)
        assert upper_gamma(2, x) == pytest.approx((1 + x) * math.exp(-x), rel=1e-11)
        assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9)


def test_chi_square_by_hand() -> None:
    # 60 rolls, 10 expected of each: (25 + 1 + 1 + 1 + 1 + 1) / 10
    assert chi_square([15, 9, 9, 9, 9, 9]) == pytest.approx(3.0)


def test_a_perfect_die_and_a_loaded_one() -> None:
    fair = fairness_report(ORIENTATIONS * 5)
    assert fair.startswith("120 rolls\n")
    assert fair.count("chi-square 0.00") == 2
    assert "p = 1: a fair die strays as far." in fair
    loaded = fairness_report([(6, 2)] * 120)
    assert loaded.count("a fair die hardly ever strays so far") == 2


def test_few_rolls_prove_nothing() -> None:
    assert fairness_report([]) == "No rolls are in the log yet.\n"
    said = fairness_report([(6, 2)])
    assert said.startswith("1 roll\n")
    assert "30 rolls at least" in said
    assert "120 rolls at least" in said
