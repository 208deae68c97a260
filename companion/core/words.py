"""Numbers, names and what refusals repeat, in words, as every game and the table say them.

The law of players' names is the same on every path: keys, page, configuration, import, list of names. A refusal repeats at most
QUOTED characters of what was sent, and none that could control a screen or a terminal.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from companion.core.fonts.faces import can_draw, quoted_letters, undrawable_letters


def who_wins(winners: Sequence[int], names: Sequence[str], own: int | None) -> str:
    """As the player of a seat reads it, or everybody: "You win", "Ann wins", "You and Bob win", "Nobody wins"."""
    if not winners:
        return "Nobody wins"
    # The reader comes first.
    called = ["You" if seat == own else names[seat] for seat in sorted(winners, key=lambda seat: seat != own)]
    return f"{listed(called)} {'wins' if len(called) == 1 and winners[0] != own else 'win'}"


def scores_in_words(scores: Sequence[int], names: Sequence[str], own: int | None) -> str:
    """As in "Ann 7, you 3"."""
    return ", ".join(f"{'you' if seat == own else names[seat]} {score}" for seat, score in enumerate(scores))


def possessive(names: Sequence[str], seat: int, own: int | None) -> str:
    """Whose a thing is: "Ann's", or "your" for the reader's own seat."""
    return "your" if seat == own else f"{names[seat]}'s"


def ordinal(number: int) -> str:
    """As in 1st, 12th, 23rd."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def percent(chance: float) -> str:
    """A chance from 0 to 1, rounded; certainty, of either kind, is said only where there is nothing else."""
    if chance > 0.999999:
        return "100 %"
    if chance < 0.000001:
        return "0 %"
    return f"{min(max(round(100 * chance), 1), 99)} %"


def mean_count(mean: float) -> str:
    """A mean, rounded: with a decimal below 10, except a whole number."""
    return f"{mean:.1f}".removesuffix(".0") if mean < 9.95 else f"{mean:,.0f}"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """So many of something, as in "1 card" and "2 cards". `nouns`: the plural, where it is not the noun with an s."""
    return f"1 {noun}" if number == 1 else f"{number:,} {nouns or noun + 's'}"


def lower_first(text: str) -> str:
    """A sentence as it goes on in another one."""
    return f"{text[0].lower()}{text[1:]}"


def shortened(name: str, letters: int) -> str:
    """`name` in at most `letters` letters. "Player 1" becomes P1, so that it stays different from "Player 2"."""
    if len(name) <= letters:
        return name
    if short := initial(name):
        return short[-letters:]
    return name[: letters - 1] + name[-1] if name[-1].isdigit() else name[:letters]


def initial(name: str) -> str:
    """Where there is no room for "Player 1": "P1"; empty for a name without a number at its end."""
    word, _, number = name.rpartition(" ")
    return f"{word[0]}{number}" if word and number.isdigit() else ""


MAX_NAME_LETTERS: Final = 12
"""How many letters a name has at most."""
_LATIN: Final = range(0xAA, 0x180)
"""Latin-1 from its first letter on, and Latin Extended-A."""
NAME_LETTERS: Final = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    + "".join(chr(code) for code in _LATIN if chr(code).isalpha() and can_draw(chr(code)) and chr(code) not in "ªºµ")
    + "0123456789 -'."
)
"""What can be typed with keys. A configuration or a list of names may have any letter that the screens can draw."""


def name_fault(name: str) -> str:
    """Why a text is no name, as the rest of a sentence that begins with the name; empty if it is one."""
    if letters := undrawable_letters(name):
        return f"has letters that the screens cannot draw ({letters}): write it with other ones."
    if not 1 <= len(name) <= MAX_NAME_LETTERS:
        return f"has {len(name)} letters: a name has 1 to {MAX_NAME_LETTERS}."
    if name != " ".join(name.split()):
        return "has blanks in a row or at an end: a blank stands alone, between two letters."
    return ""


def typed_fault(name: str) -> str:
    """Why a text cannot be typed as a name, as in `name_fault`; empty if it can."""
    others = [letter for letter in dict.fromkeys(name) if letter not in NAME_LETTERS]
    return (
        f"has {quoted_letters(others)} in it cannot be typed: it has letters, digits, - ' . and single blanks."
        if others
        else ""
    )


QUOTED: Final = 18
"""How many characters of a sent text are repeated. In quotes, with a colon, they fit one line of a screen."""
LONG: Final = 40
"""A whole number with more bits than this is not repeated."""


def quoted(value: object) -> str:
    """A value as a refusal repeats it: a text in quotes, cut if it is long; a number; only the kind of a list or an object."""
    match value:
        case str():
            text = "".join(letter if letter.isprintable() else _escaped(letter) for letter in value[: QUOTED + 1])
            return f'"{text}"' if len(text) <= QUOTED else f'"{text[: QUOTED - 1]}…"'
        case bool():
            return "true" if value else "false"
        case int() if value.bit_length() > LONG:
            return f"a number of {int(value.bit_length() * 0.30103) + 1} digits"
        case int() | float():
            return str(value)
        case None:
            return "null"
        case list() | tuple():
            return "a list"
        case _:
            return "an object"


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words as a sentence lists them: "red, blue and green"; empty for none."""
    *before, end = [*map(str, words)] or [""]
    return f"{', '.join(before)} {last} {end}" if before else end


def _escaped(letter: str) -> str:
    return f"\\u{ord(letter):04x}"
