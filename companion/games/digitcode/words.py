"""Questions, answers and events of Digit Code in words: for lines of a screen, for the title line, and as sentences."""

from typing import assert_never

from companion.core.game import Event
from companion.core.moves import told
from companion.core.prompt import Move
from companion.core.screen import title_with_name
from companion.core.seat import CHANCE, Seat, next_seat
from companion.games.digitcode.rules import (
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    DigitCodeView,
    Options,
    Pass,
    Propose,
    answer_sentence,
    digits_text,
)


def long_form(one: AskedQuestion) -> str:
    """A question and its answer in at most twelve letters."""
    match one.question:
        case AskLine(line):
            return f"Line {line}: {one.answer}"
        case AskParity(place):
            return f"{place} is {one.answer}"
        case AskLarger((first, second)):
            return f"{first} {'>' if one.answer == first else '<'} {second}"
        case AskSpace(column, row):
            return f"{column}{row} is {'filled' if one.answer else 'empty'}"
        case _:
            assert_never(one.question)


def spoken_form(one: AskedQuestion) -> str:
    """A question and its answer as a screen says it beside a map."""
    match one.question:
        case AskLine(line):
            return f"Line {line} has {one.answer} bar{'' if one.answer == 1 else 's'}"
        case AskParity(place):
            return f"Digit {place} is {one.answer}"
        case AskLarger((first, second)):
            return f"{one.answer} is larger than {second if one.answer == first else first}"
        case AskSpace(column, row):
            return f"Space {column}{row} is {'filled' if one.answer else 'empty'}"
        case _:
            assert_never(one.question)


def pointed_at(view: DigitCodeView, place: Move, names: tuple[str, ...]) -> tuple[str, str]:
    """What is about to be asked of, as in: line C, digit T, digits T and U, space AK."""
    match place["move"]:
        case "ask_line":
            return "", f"line {place['line']}"
        case "ask_parity":
            return "", f"digit {place['place']}"
        case "ask_larger":
            return "", "digits {} and {}".format(*place["places"])
        case _:
            return "", f"space {place['column']}{place['row']}"


def status(options: Options, view: DigitCodeView, names: tuple[str, ...]) -> str:
    """The title while nothing is asked: whose turn it is, or how it ended."""
    turn = names[view.turn_of]
    match view.phase:
        case "code":
            makers = [names[actor] for actor in view.to_act if actor != "chance"]
            return title_with_name(makers[0], " makes a code", "'s turn") if len(makers) == 1 else "Codes are made"
        case "ask":
            number = _opening_number(options, view)
            return title_with_name(turn, f" asks {number}/4" if number else "'s turn", "'s turn")
        case "last":
            return title_with_name(turn, "'s last chance", ": last try")
        case _:
            pass
    if not view.winners:
        return "Nobody wins"
    return "You win" if view.seat in view.winners else title_with_name(names[view.winners[0]], " wins")


def describe(options: Options, view: DigitCodeView, names: tuple[str, ...]) -> str:
    """The public view's last event as one or more sentences.

    A view lists questions and proposals in two lists. If the last seat to act is in both, the sentences name both.
    """
    turn = names[view.turn_of]
    if view.phase == "code":
        ready = " A draw! New codes are made." if view.replays else " Codes are being made."
        return f"{ready.strip()} {turn} will begin."
    if not view.asked and not view.proposals:
        made = "Both codes are" if options.master is None else "The code is"
        return f"{made} made; {turn} begins."
    actor = _last_to_act(options, view)
    acts = _last_acts(options, view, names, actor)
    match view.phase:
        case "last":
            return f"{acts} {turn} has one last chance."
        case "over":
            return f"{acts} {_ending(view, names)}"
        case _:
            return f"{acts} {turn}'s turn."


def happened(options: Options, before: DigitCodeView, after: DigitCodeView, names: tuple[str, ...]) -> Event | None:
    """What a move did: a question and its answer, a code that was proposed, a pass, or a code that was made."""
    end = f" {_ending(after, names)}" if after.phase == "over" else ""
    if after.replays > before.replays:
        return Event("Both found the code: a draw. New codes are made.", None)
    if len(after.asked) > len(before.asked):
        one = after.asked[-1]
        return Event(f"{names[one.seat]} asked: {answer_sentence(one)}.{end}", one.seat)
    if len(after.proposals) > len(before.proposals):
        last = after.proposals[-1]
        verdict = "correct" if last.correct else "incorrect"
        return Event(f"{names[last.seat]} {told(Propose(last.digits))}: {verdict}.{end}", last.seat)
    if before.phase == "code":
        maker = next((actor for actor in before.to_act if actor not in after.to_act), None)
        return None if maker in (None, CHANCE) else Event(f"{names[maker]} has made a code.", maker, stays=True)
    return Event(f"{names[before.turn_of]} {told(Pass())}.{end}", before.turn_of)


def _last_acts(options: Options, view: DigitCodeView, names: tuple[str, ...], actor: Seat) -> str:
    asked = [one for one in view.asked if one.seat == actor]
    proposed = [one for one in view.proposals if one.seat == actor]
    name = names[actor]
    parts = []
    ended = view.phase in ("last", "over") or actor in view.out
    if asked and not (proposed and (ended or len(asked) <= options.opening_questions)):
        parts.append(f"{name} asked: {answer_sentence(asked[-1])}.")
    if view.phase == "over" and view.winners == (1 - actor,) and _passed(options, view, actor):
        parts = [f"{name} {told(Pass())}."]
    elif proposed:
        last = proposed[-1]
        parts.append(f"{name} {told(Propose(last.digits))}: {'correct' if last.correct else 'incorrect'}.")
    return " ".join(parts)


def _passed(options: Options, view: DigitCodeView, actor: Seat) -> bool:
    """C13: whether the game ended by a pass: the other player had found the code, and this one made no proposal."""
    found = bool(view.proposals) and any(one.correct and one.seat != actor for one in view.proposals)
    return found and view.proposals[-1].seat != actor


def _ending(view: DigitCodeView, names: tuple[str, ...]) -> str:
    codes = [(names[seat], code) for seat, code in enumerate(view.codes) if code is not None]
    if view.table_code is not None:
        codes = [("the table", view.table_code)]
    shown = " and ".join(f"the code of {name} was {digits_text(code)}" for name, code in codes)
    winner = f"{names[view.winners[0]]} wins" if view.winners else "Nobody wins"
    return f"{winner}; {shown}."


def _opening_number(options: Options, view: DigitCodeView) -> int:
    """C9: the number of the opening question that the seat is to ask whose turn it is; 0 once its opening is done."""
    own = sum(one.seat == view.turn_of for one in view.asked)
    return own + 1 if own < options.opening_questions else 0


def _last_to_act(options: Options, view: DigitCodeView) -> Seat:
    """The solver who acted last: of those with the most turns, the latest in the order of play."""
    if view.phase in ("last", "over") and options.master is None:
        return next_seat(view.turn_of, 2) if view.phase == "last" else view.turn_of
    first = options.starter(view.replays)

    def turns(seat: Seat) -> tuple[int, int]:
        asked = sum(one.seat == seat for one in view.asked)
        if options.opening == "four":
            asked = max(asked - options.opening_questions + 1, min(asked, 1))
        return asked + sum(one.seat == seat for one in view.proposals), (seat - first) % view.seats

    return max(options.solvers(view.seats), key=turns)
