"""What a player is asked before a proposal that ends the game or switches the machine off is put to all."""

from typing import Final, Literal

from companion.core.prompt import Move
from companion.core.seat import Place, seat_number
from companion.table.agreement.proposal_screen import Overlay
from companion.ui.seat_desk import Desk, Doubt

Ending = Literal["abandon", "switch_off"]
_QUESTIONS: Final[dict[Ending, str]] = {
    "abandon": "End this game for everybody? All players must agree.",
    "switch_off": "Switch the Pi off? All who sit must agree.",
}


def ending_question(kind: Ending, lifted: bool) -> Overlay:
    """The question, in front of the game. `lifted`: the player lifts the Secrecy screen."""
    return _question(_QUESTIONS[kind], {"move": kind}, lifted)


def phone_question(place: Place, lifted: bool) -> Overlay:
    """Whether a place gets a new code, so that another phone can take it. `lifted`: the player lifts the Secrecy screen."""
    question = f"May another phone take seat {seat_number(place)}? All who sit must agree."
    return _question(question, {"move": "new_code", "place": place}, lifted)


def _question(question: str, move: Move, lifted: bool) -> Overlay:
    return Overlay(Desk(doubt=Doubt(question, move), lifted=lifted), question)
