"""What a hint says to do, as the end of a sentence: "say that the 2nd tile on your left is a 7", "count line B"."""

from typing import Any

from companion.bots.davinci.reasons import where
from companion.core.prompt import Move, Prompt
from companion.core.wording.move_words import move_words
from companion.games.davinci.moves import row_with_dashes, tile_name
from companion.games.davinci.text import tile_words, with_article


def suggested_move(prompt: Prompt, view: Any, move: Move) -> str:
    """The move in words of its own where the prompt's would be a list of labels; else in those of the prompt."""
    match move:
        case {"move": "deduce", "seat": seat, "position": position, "value": value}:
            return f"say that {where(view, (seat, position))} is {with_article(value)}"
        case {"move": "place", "position": position}:
            return f"put your new tile {_between(_own_row(view), position)}"
        case {"move": "arrange", "positions": positions}:
            row = row_with_dashes(_own_row(view), tuple(positions))
            return f"line up your row as {', '.join(map(tile_words, row))}"
        case {"move": "lay_down", "card": card, "number": number}:
            return f"lay down the {card} to lock in with a {number}"
        case {"move": "ask_line", "line": line}:
            return f"count line {line}"
        case {"move": "ask_parity", "place": place}:
            return f"ask whether {place} is even or odd"
        case {"move": "ask_larger", "places": (first, second)}:
            return f"ask which is larger, {first} or {second}"
        case {"move": "ask_space", "column": column, "row": row}:
            return f"ask whether the space at {column}, {row} is filled"
        case {"move": "propose", "digits": digits}:
            return f"propose {''.join(map(str, digits))}"
        case _:
            return move_words(prompt, move).rstrip("?")


def _own_row(view: Any) -> tuple[str, ...]:
    return tuple(tile_name(tile.colour, tile.value or "") for tile in view.rows[view.seat])


def _between(row: tuple[str, ...], position: int) -> str:
    """Where a tile stands that joins the row."""
    if position == 0:
        return "at the left end"
    if position == len(row):
        return "at the right end"
    return f"between the {tile_words(row[position - 1])} and the {tile_words(row[position])}"
