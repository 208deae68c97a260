"""Chances as people read them."""


def percent(chance: float) -> str:
    """A chance from 0 to 1, rounded; certainty, of either kind, is said only where there is nothing else."""
    if chance > 0.999999:
        return "100 %"
    if chance < 0.000001:
        return "0 %"
    return f"{min(max(round(100 * chance), 1), 99)} %"
