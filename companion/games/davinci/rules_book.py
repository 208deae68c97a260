"""The rules of Da Vinci Code as players read them on their screens, with every decision of the numbered rules."""

from typing import Final

from companion.core.rules_book import Book, topic

BOOK: Final[Book] = (
    topic(
        "The game",
        "There is a black and a white tile of each number from 0 to 11. Everybody has a secret row of them.",
        "Find out the tiles of the others. Who has the last standing tile wins.",
    ),
    topic(
        "The deal",
        # D2
        "Tiles are taken one at a time, in turn round the table from the first player, until all have theirs.",
        "Each takes four, or three where four play. You choose the colour, luck the tile. A colour can run out.",
    ),
    topic(
        "Left and right",
        # D3
        "Numbers rise from left to right as the row's owner sees it. Of two equal ones the black tile stands left.",
        "Every row is shown as its owner sees it: tile a is the one on the owner's left.",
        "Across the table you see it the other way round: the owner's left is your right.",
    ),
    topic(
        "A turn",
        "Draw a tile; all see its colour, you alone its number. Then point at a standing tile of another row and say what it is.",
        "Right: it lies open, and you may go on or stop. When you stop, your new tile joins your row standing.",
        "Wrong: your new tile joins your row lying open, and the turn ends.",
        "Who has no standing tile left is out and takes no more turns.",
    ),
    topic(
        "Memory",
        # D16
        "Nothing may be written down. The screens forget wrong claims when the turn is over, but for the option Memory aid.",
    ),
    topic(
        "Dashes",
        # D13, D14
        "The option Dashes in play adds a black and a white dash. A dash may stand anywhere in a row and is never moved.",
        "Numbers go on either side of a dash, as their owner likes.",
        "Where a tile joins is asked even if there is one place only, so that being asked tells nobody anything.",
    ),
    topic(
        "No tiles left",
        # D15
        "When the centre is empty, play goes on without drawing. A wrong claim then costs nothing but the turn.",
        "The option Wrong, no tile can make it cost a standing tile of your own, which you choose yourself.",
    ),
    topic(
        "Points",
        # D17
        "A tournament has three rounds. A right claim: 1 point. The one that opens the last tile of a row: 3 more.",
        "Winning a round: 5, and the sum of the numbers that still stand. A dash counts 0.",
        # D18
        "That sum is of the winner's own tiles. Tiles left in the centre do not count.",
        "A tile that its owner opened by a wrong claim earns nobody anything, not even if it is the last.",
    ),
    topic(
        "The tournament",
        # D19
        "After three rounds the most points win. Equal points are a shared win.",
        "The seat to the left of who began the last round begins the next one.",
    ),
)
