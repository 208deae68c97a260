"""Means of counts as people read them."""


def mean_count(mean: float) -> str:
    """A mean, rounded: with a decimal below 10, except a whole number."""
    return f"{mean:.1f}".removesuffix(".0") if mean < 9.95 else f"{mean:,.0f}"
