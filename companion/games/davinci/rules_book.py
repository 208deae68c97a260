"""The rules of Da Vinci Code as players read them on their screens, with every decision of the numbered rules."""

from typing import Final

from companion.core.rules_book import Book, topic
from companion.core.screen import BODY, Mark, Rect, TextMark
from companion.games.davinci.marks import DrawnRow, DrawnTile, place_row

_TILES_HEIGHT: Final = 23


def _legend() -> tuple[Mark, ...]:
    """What the shapes of tiles mean: hidden, open, joined last."""
    marks: list[Mark] = []
    for x, word, figure in ((0, "hidden", ""), (58, "open", "7")):
        tiles = [DrawnTile(False, figure), DrawnTile(True, figure)]
        area = Rect(BODY.x + x, BODY.y, 40, _TILES_HEIGHT)
        marks += [*place_row(area, DrawnRow(tiles)).marks, TextMark(area.x, BODY.bottom - 9, word)]
    return tuple(marks)


BOOK: Final[Book] = (
    topic(
        "The game",
        "There is a black and a white tile of each number from 0 to 11. Everybody has a secret row of them.",
        "Find out the tiles of the others. Who has the last hidden tile wins.",
    ),
    topic(
        "The screens",
        _legend(),
        "White is lit, black an outline. High is hidden, low is open.",
        "Others see the colours of your hidden tiles, not the numbers.",
        "The small arrow is beside the tile that joined a row last.",
    ),
    topic(
        "The deal",
        # D2
        "You take tiles one at a time, in turn, from the first player on.",
        "Each takes four, or three where four play.",
        "You choose the colour, luck the tile. A colour can run out.",
    ),
    topic(
        "Left, right",
        # D3
        "Low stands left. Of two equal tiles the black one stands left.",
        "Every row is shown as its owner sees it. The 1st tile is on the owner's left.",
        "Across the table that is the other way round: on your right.",
    ),
    topic(
        "A turn",
        "Draw a tile. All see its colour, you alone its number.",
        "Point at a hidden tile of another row and say what it is.",
    ),
    topic(
        "The claim",
        "Right, and it lies open: go on or stop.",
        "When you stop, your new tile joins your row hidden.",
        "Wrong, and your new tile joins your row open. Your turn ends.",
        "Who has no hidden tile left is out and takes no more turns.",
    ),
    topic(
        "Memory",
        # D16
        "Nothing may be written down. The screens forget a wrong claim when its turn is over.",
        "With the option Memory aid they keep it.",
    ),
    topic(
        "Dashes",
        # D13, D14
        "The option Dashes in play adds a black and a white dash. A dash may stand anywhere in a row and is never moved.",
        "Numbers go on either side of a dash, as their owner likes.",
        "You are asked even if there is one place. So nobody learns it.",
    ),
    topic(
        "No tiles left",
        # D15
        "When the centre is empty, play goes on without drawing. A wrong claim then costs nothing but the turn.",
        "An option can make it cost a tile of your own.",
    ),
    topic(
        "Points",
        # D17
        "A right claim brings 1 point, the last tile of a row 3 more.",
        "Who wins a round gets 5 and the own hidden tiles, a dash as 0.",
        # D18
        "Only the winner's own tiles count, not those in the centre.",
        "A tile that its owner opened by a wrong claim earns nobody a point.",
    ),
    topic(
        "Tournament",
        # D19
        "A tournament has three rounds. Then the most points win.",
        "Equal points are a shared win.",
        "Who sits left of the player who began a round begins the next.",
    ),
)
