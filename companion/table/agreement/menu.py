"""What a player is asked before a proposal that ends the game or switches the machine off is put to all."""

from typing import Final, Literal

from companion.table.agreement.proposal_screen import Overlay
from companion.ui.seat_desk import Desk, Doubt

Ending = Literal["abandon", "switch_off"]
_QUESTIONS: Final[dict[Ending, str]] = {
    "abandon": "End this game for everybody? All players must agree.",
    "switch_off": "Switch the Pi off? All who sit must agree.",
}


def ending_question(kind: Ending, lifted: bool) -> Overlay:
    """The question, in front of the game. `lifted`: the player lifts the Secrecy screen."""
    question = _QUESTIONS[kind]
    return Overlay(Desk(doubt=Doubt(question, {"move": kind}), lifted=lifted), question)
