"""How much an answer is expected to tell."""

from collections.abc import Collection
from math import log2


def mean_bits(weights: Collection[float]) -> float:
    """The bits that an answer is expected to tell. `weights`: for each answer that can come, how many of the equally likely
    secrets give it, or any other measure of how often it comes."""
    total = sum(weights)
    return sum(weight * log2(total / weight) for weight in weights) / total
