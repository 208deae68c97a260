"""What a sentence tells apart from its words: the numbers in it, in their order."""

import re


def numbers(said: str) -> list[str]:
    """As they are written, without a full stop behind them: "Of 1,680 codes 2.5 %." tells 1,680 and 2.5."""
    return re.findall(r"\d+(?:[.,]\d+)*", said)
