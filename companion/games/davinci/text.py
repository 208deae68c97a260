"""What happens in a game of Da Vinci Code, in words: the title line, the line of the last claim, the event line.

Invariant (D16): a wrong claim is in the text only while its turn lasts, since views hold it no longer. `announcement` announces
it once, when it is made.
"""

from typing import Final

from companion.core.seat import Seat
from companion.games.davinci.options import Options
from companion.games.davinci.state import Deduction
from companion.games.davinci.view import DavinciView, this_turn, view_is_dealing

POSITION_LETTERS: Final = "abcdefghijklmn"
"""What screens call the positions of another seat's row: letters, so that no player takes them for numbers."""


def status(view: DavinciView, names: tuple[str, ...]) -> str:
    """The title line of a seat that is not asked: at most 21 letters."""
    name = names[view.turn_of]
    said = this_turn(view)
    match view.phase:
        case "over":
            winners = view.winners or ()
            return f"{names[winners[0]]} wins" if len(winners) == 1 else "A shared win"
        case "deal":
            return f"{name} takes a tile"
        case "arrange":
            return "Rows are lined up"
        case "draw":
            return f"{name} draws a tile"
        case "deduce":
            return f"{name} is pointing"
        case "place" if not said:
            return f"{name} lines it up"
        case _:
            return f"{name} was {'right' if said[-1].correct else 'wrong'}"


def claim_line(said: Deduction, names: tuple[str, ...]) -> str:
    """A claim in at most 21 letters."""
    return f"{names[said.target]} {POSITION_LETTERS[said.position]} is {said.value} {verdict_sign(said)}"


def verdict_sign(said: Deduction) -> str:
    """A sign for right or wrong."""
    return "✓" if said.correct else "✗"


def claim_sentence(said: Deduction, names: tuple[str, ...]) -> str:
    """A claim and its verdict, as in: Ann called Bob's tile c an 8: wrong."""
    what = "a dash" if said.value == "-" else f"a {said.value}" if said.value not in ("8", "11") else f"an {said.value}"
    verdict = "right" if said.correct else "wrong"
    return f"{names[said.seat]} called {names[said.target]}'s tile {POSITION_LETTERS[said.position]} {what}: {verdict}."


def describe(options: Options, view: DavinciView, names: tuple[str, ...]) -> str:
    """The public view's last event as one sentence."""
    name = names[view.turn_of]
    said = view.turn_log[-1:] if options.memory_aid else this_turn(view)[-1:]
    claimed = f"{claim_sentence(said[0], names)} " if said else ""
    match view.phase:
        case "over":
            return claimed + _ending(view, names)
        case "deal":
            taken = sum(map(len, view.rows))
            return (
                f"{_beginning(view)}{name} takes a tile." if not taken else f"{name} takes a tile; {taken} are taken."
            )
        case "arrange":
            waiting = [names[seat] for seat in view.to_act if seat != "chance"]
            who = " and ".join(filter(None, (", ".join(waiting[:-1]), waiting[-1])))
            return f"All have their tiles; {who} {'lines' if len(waiting) == 1 else 'line'} them up."
        case "draw":
            return f"{claimed}{name} draws: {_centre(view)}."
        case "deduce" if view.clue is None:
            return f"{claimed}The centre is empty; {name} points at a tile."
        case "deduce":
            return (
                f"{claimed}{name} has drawn a {view.clue.colour} tile and points at a tile." if view.clue else claimed
            )
        case "go_on":
            return f"{claimed}{name} may go on or stop."
        case "place" if view_is_dealing(view) or not this_turn(view):
            return f"{name} lines up a {view.clue.colour if view.clue else ''} tile."
        case "place":
            return f"{claimed}{name}'s tile joins the row."
        case _:
            return f"{claimed}{name} must show a tile."


def _beginning(view: DavinciView) -> str:
    return f"Round {view.round} of {view.rounds} begins. " if view.rounds > 1 else ""


def _centre(view: DavinciView) -> str:
    black, white = view.centre.black, view.centre.white
    return f"{black} black and {white} white tiles are left"


def _ending(view: DavinciView, names: tuple[str, ...]) -> str:
    winners: tuple[Seat, ...] = view.winners or ()
    who = " and ".join(names[seat] for seat in winners)
    if view.rounds == 1:
        return f"{who} wins: the last with a secret tile."
    total = ", ".join(f"{name} {score}" for name, score in zip(names, view.scores, strict=True))
    return f"{who} {'win' if len(winners) > 1 else 'wins'} the tournament: {total}."
