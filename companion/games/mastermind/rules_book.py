"""The rules of Mastermind as players read them on their screens, with every decision of the numbered rules."""

from typing import Final

from companion.core.rules_book import Book, topic

BOOK: Final[Book] = (
    topic(
        "The game",
        "The Codemaker sets four pegs in secret, no colour twice.",
        "The Decoder has nine rows to find them.",
        "Nobody else sees the code. At the end it is shown to all.",
    ),
    topic(
        "The arms",
        "The red arm: the right colour in the right place.",
        "The white arm: a right colour in a wrong place.",
        "A peg of the code answers for one peg of the guess only.",
    ),
    topic(
        "Colours",
        "R red, Y yellow, G green, B blue, W white, O orange, P pink, S silver, N brown, V violet.",
        # M5
        "The rulebook prints no number of colours. Here it is eight, or what the option Colours says.",
        # M6
        "A guess may repeat a colour, the code may not.",
        "The option Repeats in guess can forbid it in a guess too.",
    ),
    topic(
        "Points",
        "Each row is a point for the Codemaker. Not cracked: nine.",
        "After each game the roles switch.",
        "After the last game the higher total wins.",
        # M13
        "Equal totals are a draw: both are winners.",
    ),
    topic(
        "Wrong arms",
        # M14
        "A wrong arm is told at once, with what was right.",
        "The code is shown to all. The game is void, its rows score nothing.",
        "The Decoder is given 3 points. A new code is set.",
        "The roles stay. It is the same game of the series.",
    ),
    topic(
        "Never pulled",
        # M14
        "Arms that no code could give are refused and cost nothing.",
        "Red 3 and white 1 are such arms. So are more than four together.",
    ),
    topic(
        "Table's code",
        # M15
        "The table can make the codes and pull the arms (option Codemaker).",
        "Both take turns as Decoder. Rows count against the Decoder.",
        "So the lower total wins. All other rules stay.",
    ),
    topic(
        "Alone",
        # M15
        "You guess codes of the table. The score is the number of rows.",
        "You win if every code was cracked within nine rows.",
        "Alone you choose any number of games. It need not be even.",
    ),
)
