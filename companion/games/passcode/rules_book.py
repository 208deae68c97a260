"""The rules of Passcode as players read them on their screens, with every decision of the numbered rules. A page holds a rule."""

from typing import Final

from companion.core.rules_book import Book, PageMarks, topic
from companion.core.screen import BODY, TextMark
from companion.games.passcode.marks import CARD_SIZE, card_width, draw_card
from companion.games.passcode.moves import FAIL_CARD, KEY_CARD


def _two_cards() -> PageMarks:
    """What the cards without a number look like."""
    second = BODY.y + CARD_SIZE[1] + 3
    beside = BODY.x + card_width(FAIL_CARD) + 5
    return (
        *draw_card(BODY.x, BODY.y, KEY_CARD),
        TextMark(beside, BODY.y + 3, "Any digit", "label"),
        *draw_card(BODY.x, second, FAIL_CARD),
        TextMark(beside, second + 3, "Ends the turn", "label"),
    )


BOOK: Final[Book] = (
    topic(
        "The game",
        "Everybody has codes of 3, 4, 5 and 6 digits, called LEVEL 3 to 6.",
        "Cards fill the code of your LEVEL, and the die locks it in.",
        "The round in which the last LEVEL is locked in is the last one.",
    ),
    topic(
        "The die",
        "The die lies between you. Your number is the side that faces you.",
        # P2
        "Seat 1 has the front of the die. The others sit clockwise.",
        "They are front, left, back and right; of two, front and back.",
        "The fifth seat has the top of the die, the sixth the bottom.",
    ),
    topic(
        "The codes",
        "A roll gives each player a number. All may see all codes.",
        # P3
        "Seat 1 makes the first roll, then the seats take turns.",
        "LEVEL 3 is filled first, then 4, 5 and 6.",
        "A die that lies askew is turned left or right by who rolled.",
    ),
    topic(
        "A turn",
        "Draw from the pile, or take the top of the discard pile.",
        "Then play one card, or drop one onto the discard pile.",
        "You may play the next digit of your code, or a KEY for it.",
        # P9
        "Cards played stay on the board until the round ends.",
    ),
    topic(
        "FAIL and KEY",
        _two_cards(),
        "A FAIL lies down in front of you and ends your turn.",
        # P6
        "Dealt a FAIL, you hold no card and may keep the first one drawn.",
    ),
    topic(
        "Locked out",
        "Three FAILs lock you out. Then you roll the die once a turn.",
        # P11
        "The next number of your code lets you in, and you draw at once.",
        "Locked out with a full code, any roll lets you in.",
    ),
    topic(
        "Locking in",
        "With a full code you may lay down a card, the LOCK IN card.",
        "With a KEY you choose a number from 1 to 6, and it stands.",
        # P12
        "You need not lay it down, as a high card counts against you.",
        "Later you draw, and drop a card or lay one down.",
    ),
    topic(
        "The round",
        "With a LOCK IN card down, a turn is one roll for its number.",
        "The first to lock in wins. All others have one last turn.",
        "Who filled the code goes up a LEVEL, locked in or not.",
        "The others fill it again. The last LEVEL must be locked in.",
    ),
    topic(
        "Scores",
        "The lowest score wins, if several locked in the last LEVEL.",
        "The winner of a round scores 0, the others the card laid down.",
        # P17
        "If no card is laid down, the card in hand is scored.",
        "A KEY laid down counts its number, a KEY in hand 0.",
    ),
    topic(
        "Empty piles",
        # P8
        "If the draw pile is empty, all discards but the top are shuffled.",
        "If there is nothing to draw from either pile, the turn is passed.",
        "If the only discard was used, another card is turned over.",
    ),
    topic(
        "Playoff",
        "The tied play one more round for a code of one number.",
        "In a playoff the first to lock in wins.",
        # P18
        "Of the tied the next one clockwise from the winner begins.",
        "If the round's winner is tied too, that one begins.",
    ),
)
