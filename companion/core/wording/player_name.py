"""The law of players' names, the same on every path: keys, page, configuration, import, list of names."""

from typing import Final

from companion.core.fonts.faces import can_draw, quoted_letters, undrawable_letters

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
