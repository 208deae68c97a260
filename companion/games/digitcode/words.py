"""Questions, answers and events of Digit Code in words: for lines of a screen, for the title line, and as sentences."""

from typing import assert_never

from companion.core.game import Event
from companion.core.moves import told
from companion.core.prompt import Move
from companion.core.screen import title_with_name
from companion.core.seat import CHANCE, Seat, each_seat, next_seat
from companion.core.words import listed, possessive, who_wins
from companion.games.digitcode.rules import (
    MAX_WRONG_PROPOSALS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    DigitCodeView,
    Options,
    Propose,
    ProposedCode,
    answer_sentence,
    spaced_digits,
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
            return f"Line {line} has {one.answer} filled"
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
            return title_with_name(turn, "'s last chance", ": last try", "'s turn")
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
    if view.phase == "over":
        return ending(options, view, names)  # the screens show the rest
    actor = _last_to_act(options, view)
    acts = _last_acts(options, view, names, actor)
    match view.phase:
        case "last":
            return f"{acts} {turn} has one last chance."
        case _:
            return f"{acts} {turn}'s turn."


def happened(options: Options, before: DigitCodeView, after: DigitCodeView, names: tuple[str, ...]) -> Event | None:
    """What a move did: a question and its answer, a code that was proposed, a pass, or a code that was made."""
    end = f" {ending(options, after, names)} {_codes(after, names)}" if after.phase == "over" else ""
    if after.replays > before.replays:
        draw = "Both found the code: a draw. New codes are made."
        return Event(draw, None, own=f"Right! {draw}")
    if len(after.asked) > len(before.asked):
        one = after.asked[-1]
        return Event(f"{names[one.seat]} asked: {answer_sentence(one)}.{end}", one.seat)
    if len(after.proposals) > len(before.proposals):
        last = after.proposals[-1]
        return Event(
            f"{_proposed(options, after, names, last)}{end}", last.seat, own=_own_answer(options, after, names)
        )
    if before.phase == "code":
        maker = next((actor for actor in before.to_act if actor not in after.to_act), None)
        return None if maker in (None, CHANCE) else Event(f"{names[maker]} has made a code.", maker, stays=True)
    return Event(end.strip(), before.turn_of)  # C13: a pass ends the game


def _last_acts(options: Options, view: DigitCodeView, names: tuple[str, ...], actor: Seat) -> str:
    asked = [one for one in view.asked if one.seat == actor]
    proposed = [one for one in view.proposals if one.seat == actor]
    name = names[actor]
    parts = []
    if asked and not (
        proposed and (view.phase == "last" or actor in view.out or len(asked) <= options.opening_questions)
    ):
        parts.append(f"{name} asked: {answer_sentence(asked[-1])}.")
    if proposed:
        parts.append(_proposed(options, view, names, proposed[-1]))
    return " ".join(parts)


def _verdict(last: ProposedCode) -> str:
    return "right" if last.correct else "wrong"


def _proposed(options: Options, view: DigitCodeView, names: tuple[str, ...], last: ProposedCode) -> str:
    """The last proposal of a seat, whether it was right, and of a wrong one what another one costs."""
    said = f"{names[last.seat]} {told(Propose(last.digits))}: {_verdict(last)}."
    if last.correct or view.phase in ("last", "over"):
        return said
    if last.seat in view.out:
        return f"{said} {names[last.seat]} is out."
    return f"{said} Once more, and {names[last.seat]} {'loses' if loses(options, view) else 'is out'}."


def _own_answer(options: Options, view: DigitCodeView, names: tuple[str, ...]) -> str:
    """The last proposal, as its maker reads it, and what follows. The end of a game is told by itself."""
    last = view.proposals[-1]
    if last.correct:
        return f"{spaced_digits(last.digits)} is right! {names[view.turn_of]} has one last chance."
    wrong = f"{spaced_digits(last.digits)} is wrong."
    if last.seat in view.out:
        return f"{wrong} You are out after two wrong proposals. The others play on."
    return f"{wrong} One more wrong proposal, and you {'lose' if loses(options, view) else 'are out'}."


def loses(options: Options, view: DigitCodeView) -> bool:
    """C12, C15: whether the second wrong proposal of a player ends the game; else the others play on."""
    return len(options.solvers(view.seats)) == 1 or options.master is None


def _passed(options: Options, view: DigitCodeView, actor: Seat) -> bool:
    """C13: whether the game ended by a pass: the other player had found the code, and this one made no proposal."""
    found = bool(view.proposals) and any(one.correct and one.seat != actor for one in view.proposals)
    return found and view.proposals[-1].seat != actor


def ending(options: Options, view: DigitCodeView, names: tuple[str, ...]) -> str:
    """Who found which code, or was out; for a player the codes, too, which everybody else sees on the sheets."""
    wins = who_wins(view.winners or (), names, view.seat)
    codes = "" if view.seat is None else _codes(view, names)
    return f"{_how(options, view, names, wins)} {codes}".rstrip()


def _how(options: Options, view: DigitCodeView, names: tuple[str, ...], wins: str) -> str:
    """By what the game has ended."""

    def called(seat: Seat) -> str:
        return "You" if seat == view.seat else names[seat]

    found = next((one.seat for one in view.proposals if one.correct), None)
    if found is None:
        out = view.out if len(view.out) == len(options.solvers(view.seats)) else view.out[-1:]
        if len(out) == 1:
            be = "are" if out[0] == view.seat else "is"
            return f"{called(out[0])} {be} out: {MAX_WRONG_PROPOSALS} wrong proposals. {wins}."
        return f"All are out: {MAX_WRONG_PROPOSALS} wrong proposals each. {wins}."
    maker = options.hidden_from(found)
    whose = "the table's" if maker == "table" else possessive(names, maker, view.seat)
    how = f"{called(found)} found {whose} code"
    if options.master is not None or found != options.starter(view.replays):
        return f"{how}. {wins}."
    other = Seat(1 - found)
    if _passed(options, view, other):
        return f"{how}. {called(other)} passed. {wins}."
    whose_last = "Your" if other == view.seat else f"{names[other]}'s"
    return f"{how}. {whose_last} last try was wrong. {wins}."


def _codes(view: DigitCodeView, names: tuple[str, ...]) -> str:
    """The codes that were secret, but for that of the view's own seat."""
    if view.table_code is not None:
        return f"The table's code was {spaced_digits(view.table_code)}."
    shown = [
        f"{names[seat]}'s code was {spaced_digits(code)}"
        for seat, code in each_seat(view.codes)
        if code is not None and seat != view.seat
    ]
    return f"{listed(shown)}." if shown else ""


def _opening_number(options: Options, view: DigitCodeView) -> int:
    """C9: the number of the opening question that the seat is to ask whose turn it is; 0 once its opening is done."""
    own = sum(one.seat == view.turn_of for one in view.asked)
    return own + 1 if own < options.opening_questions else 0


def _last_to_act(options: Options, view: DigitCodeView) -> Seat:
    """The solver who acted last: of those with the most turns, the latest in the order of play."""
    if view.phase == "last" and options.master is None:
        return next_seat(view.turn_of, 2)
    first = options.starter(view.replays)

    def turns(seat: Seat) -> tuple[int, int]:
        asked = sum(one.seat == seat for one in view.asked)
        if options.opening == "four":
            asked = max(asked - options.opening_questions + 1, min(asked, 1))
        return asked + sum(one.seat == seat for one in view.proposals), (seat - first) % view.seats

    return max(options.solvers(view.seats), key=turns)
