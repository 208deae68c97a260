"""Shortens names that are too long for their place on a screen."""


def shortened(name: str, letters: int) -> str:
    """`name` in at most `letters` letters. A number at its end is kept, so that "Player 1" and "Player 2" stay different."""
    if len(name) <= letters:
        return name
    words = name.replace(" ", "") if name[-1].isdigit() else name
    if len(words) > letters and words[-1].isdigit():
        return words[: letters - 1] + words[-1]
    return words[:letters]
