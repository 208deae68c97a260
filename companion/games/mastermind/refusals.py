"""Why a move of Mastermind is refused, in the words of the game. Made from the view alone, so it reveals no more."""

from typing import Final

from companion.core.prompt import Move
from companion.core.words import Vocabulary, is_whole, listed, quoted, vocabulary
from companion.games.mastermind.rules import (
    NO_REPEAT_IN_CODE,
    NO_REPEAT_IN_GUESS,
    PEG_COLOURS,
    PEGS_IN_CODE,
    Guess,
    MastermindView,
    Options,
    PullArms,
    SetCode,
)

VOCABULARY: Final[Vocabulary] = vocabulary((SetCode, Guess, PullArms), (SetCode,))
_ALL_COLOURS: Final = tuple(str(colour.value) for colour in PEG_COLOURS)


def explain(options: Options, view: MastermindView, move: Move) -> str | None:
    """Which rule a refused move breaks."""
    match view.phase, move["move"]:
        case ("code", "set_code") | ("guess", "guess"):
            return _pegs(options, view, move)
        case "arms", "pull_arms":
            return _arms(move)
        case "code", "guess":
            return "You are the Codemaker of this game: set the secret code, then the Decoder guesses."
        case "code", _:
            return "Nothing has been guessed yet: set the secret code first."
        case "guess", "set_code":
            return "The secret code is set already, and you are the Decoder: guess it."
        case "guess", _ if options.indication == "auto":  # M9
            return "The table pulls the arms in this series: place your guess."
        case "guess", _:  # M9
            return "The Codemaker pulls the arms, and you are the Decoder: place your guess."
        case "arms", "guess":
            return "You are the Codemaker of this game: pull the arms for the last guess."
        case "arms", _:
            return "The secret code is set already: pull the arms for the last guess."
        case _:
            return None


def _pegs(options: Options, view: MastermindView, move: Move) -> str:
    what = "A code" if move["move"] == "set_code" else "A guess"
    pegs = move["pegs"]
    if not isinstance(pegs, list | tuple):
        return f"{what} is a list of four colours, not {quoted(pegs)}."
    if len(pegs) != PEGS_IN_CODE:
        return f"{what} has four pegs, not {len(pegs)}."
    for peg in pegs:
        if peg not in view.colours:
            return _colour(view, peg)
    return NO_REPEAT_IN_CODE if move["move"] == "set_code" else NO_REPEAT_IN_GUESS  # M4, M6


def _colour(view: MastermindView, peg: object) -> str:
    """M5: why a value is no peg of this series."""
    if not isinstance(peg, str):
        return f'A peg is named by its colour, such as "{view.colours[0]}", not by {quoted(peg)}.'
    inside = f"the colours of this series are {listed(view.colours)}"
    return (
        f"No {peg} pegs are in play: {inside}."
        if peg in _ALL_COLOURS
        else f"There is no colour {quoted(peg)}: {inside}."
    )


def _arms(move: Move) -> str | None:
    for arm in ("red", "white"):
        if not is_whole(move[arm], 0, PEGS_IN_CODE):
            return f"The {arm} arm shows a whole number from 0 to 4, not {quoted(move[arm])}."
    return None  # M14: the prompt explains arms that no code could give
