"""The rules of Passcode as they are looked up at the table; every decision of the numbered rules is among them."""

from typing import Final

from companion.core.rules_book import Book, topic

BOOK: Final[Book] = (
    topic(
        "The game",
        "Everybody has codes of 3, 4, 5 and 6 digits: LEVEL 3 to 6. Cards fill the code of your LEVEL, and the die locks it in.",
        "The game ends with the round in which somebody locks in LEVEL 6, or the last LEVEL of a shorter game.",
    ),
    topic(
        "Seats and the die",
        # P2
        "The die lies in the middle, and each seat has the face that looks at it. Seat 1 has the front.",
        "Others follow clockwise. Two seats: front and back. Three: front, left, back. More: front, left, back, right.",
        "The fifth seat has the top of the die, the sixth the bottom.",
    ),
    topic(
        "Rolling the codes",
        "Each roll gives every player one number: the face towards the own seat. All may see all codes.",
        # P3
        "Seat 1 makes the first roll, then the seats take turns. LEVEL 3 is filled first, then 4, 5 and 6.",
        "A die that lies askew is turned left or right by who rolled.",
    ),
    topic(
        "A turn",
        "Draw a card, unknown from the pile or the top of the discard pile. Then play one card or discard one.",
        "A card is played if it is the next digit of your code, first to last. A KEY stands for any digit.",
        # P9
        "Cards played stay on the board until the round ends.",
    ),
    topic(
        "Empty piles",
        # P8
        "When the draw pile is empty, the discard pile but for its top is shuffled and becomes the draw pile.",
        "If there is nothing to draw from either pile, the turn is passed.",
    ),
    topic(
        "FAIL cards",
        "A FAIL lies down in front of you at once and ends the turn. Three lock you out.",
        # P6
        "Whoever is dealt a FAIL starts the round without a card, and may keep the first card drawn.",
        "Locked out, you roll once a turn. The next number of your code lets you in, and you draw at once.",
        # P11
        "Locked out with a complete code, no number is next: any roll lets you in.",
    ),
    topic(
        "Locking in",
        "Who has filled the code may lay down the card left in hand as the LOCK IN card.",
        "With a KEY you state a number from 1 to 6, and it stands.",
        # P12
        "You need not lay it down: the card may be a high one, which counts against you.",
        "Then you draw on later turns, and discard a card or lay either one down.",
    ),
    topic(
        "Winning a round",
        "With a LOCK IN card down, a turn is one roll: its number locks the code in.",
        "The first to lock in wins the round. All others have one last turn.",
    ),
    topic(
        "LEVELs",
        "Who filled the code goes up a LEVEL, locked in or not. The others fill the same code again.",
        "The last LEVEL must be locked in, or it is repeated.",
    ),
    topic(
        "Scores",
        "The lowest score wins, if several locked in the last LEVEL.",
        "The winner of a round scores nothing, all others the number on their LOCK IN card, or else on the card in hand.",
        # P17
        "A KEY laid down counts the number stated. A KEY in hand and an empty hand count 0.",
    ),
    topic(
        "Playoff",
        "Still tied on the lowest score: one more round among the tied, for a code of one number. The first to lock in wins.",
        # P18
        "Of the tied the one nearest clockwise from the winner of the round begins, that winner first.",
    ),
)
