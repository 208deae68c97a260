"""The rules of Mastermind as players read them on their screens, with every decision of the numbered rules."""

from typing import Final

from companion.core.rules_book import Book, topic

BOOK: Final[Book] = (
    topic(
        "The game",
        "The Codemaker sets four pegs in secret, no colour twice. The Decoder has nine rows to find them.",
        "The red arm counts pegs of the right colour in the right place, the white arm right colours in a wrong place.",
        "A peg of the code answers for one peg of the guess only.",
        "Nobody but the Codemaker sees the code until the game ends; then it is shown to all.",
    ),
    topic(
        "Colours",
        # M5
        "The rulebook prints no number of colours. Here eight are in play, unless the option Colours says six or seven.",
        # M6
        "A guess may repeat a colour: the ban on repeats binds the code only. The option Repeats in guess can forbid it.",
    ),
    topic(
        "Points",
        "Every row of the Decoder is a point for the Codemaker, the cracking row too. Not cracked: nine points.",
        "After each game the roles switch. After the last one the higher total wins.",
        # M13
        "Equal totals are a draw: both are winners.",
    ),
    topic(
        "Wrong arms",
        # M14
        "Arms may be pulled by hand. The table knows the code: an error is announced as soon as they are set, with what was "
        "right.",
        "The game is void then: its rows score nothing, the Decoder is given 3 points, and the code is shown to all.",
        "The void game is played again with a new code and the same roles: it is the same game of the series.",
        "Arms that no code could give, such as red 3 and white 1, are refused and cost nothing.",
    ),
    topic(
        "The table's codes",
        # M15
        "The table can make every code (option Codemaker). Then both take turns as Decoder, and the table pulls the arms.",
        "Rows count against their Decoder then, so the lower total wins. All other rules stay.",
    ),
    topic(
        "Alone",
        # M15
        "You guess codes of the table. The score is the number of rows; you win if every code was cracked within nine.",
        "Alone you choose any number of games from one on; it need not be even.",
    ),
)
