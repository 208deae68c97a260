"""Questions, answers and events of Break the Code in words: for cells of a table, for the title line, and as sentences."""

from collections.abc import Sequence

from companion.core.game import Event
from companion.core.moves import MoveRecord, told
from companion.core.prompt import Move
from companion.core.screen import title_with_name
from companion.core.seat import CHANCE, Seat, clockwise, each_seat
from companion.core.words import listed, who_wins
from companion.games.breakthecode.rules import (
    CARDS,
    MIDDLE,
    PLACES,
    Answer,
    Ask,
    AskedCard,
    BreakTheCodeView,
    Guess,
    Options,
    Pass,
    Question,
    about_words,
    asked_words,
    has_middle,
    row_words,
)

_NEIGHBOURS = ("runs", "same_colour")
"""The cards whose answers name the left one of two neighbours."""


def stretches(places: Sequence[str]) -> tuple[str, ...]:
    """Neighbours as stretches of places: A and B are the left ones in the stretch "ABC"."""
    found: list[str] = []
    for left in places:
        right = PLACES[PLACES.index(left) + 1]
        if found and found[-1].endswith(left):
            found[-1] += right
        else:
            found.append(left + right)
    return tuple(found)


def pointed_at(view: BreakTheCodeView, place: Move, names: tuple[str, ...]) -> tuple[str, str]:
    """The card that is about to be asked, as in: card "Sum"."""
    return "", f'card "{CARDS[place["card"]].label}"'


def short_answer(question: Question, answer: Answer) -> str:
    """An answer as a cell of a table has it, without descenders: "17", "YES", "BD", "AB DE", or "none"."""
    if isinstance(answer, bool):
        return "YES" if answer else "NO"
    if isinstance(answer, int):
        return str(answer)
    if not answer:
        return "none"
    return " ".join(stretches(answer)) if question[0] in _NEIGHBOURS else "".join(answer)


def spoken_answer(question: Question, answer: Answer) -> str:
    """The same in a sentence: "17", "yes", "B and D", "A-B and D-E", or "nowhere"."""
    if isinstance(answer, tuple) and not answer:
        return "nowhere"
    if isinstance(answer, tuple):
        return listed("-".join(one) for one in stretches(answer)) if question[0] in _NEIGHBOURS else listed(answer)
    return short_answer(question, answer).lower()


def short_question(question: Question) -> str:
    """A question as a line of a table begins."""
    card, number = question
    return CARDS[card].short if number is None else f"{number} at"


def asked_sentence(one: AskedCard, names: tuple[str, ...]) -> str:
    """A question and all answers, as in: Ann asked: How many black tiles? Bob: 2, Cleo: 3."""
    said = [
        f"{names[seat]}: {spoken_answer(one.question, answer)}"
        for seat, answer in each_seat(one.answers)
        if answer is not None
    ]
    return f"{names[one.seat]} asked: {asked_words(one.question)} {', '.join(said)}."


def status(view: BreakTheCodeView, names: tuple[str, ...]) -> str:
    """The title while nothing is asked: whose turn it is, or how it ended."""
    match view.phase:
        case "deal":
            return "Tiles are dealt"
        case "open":
            return "A card is opened"
        case "turn":
            return title_with_name(names[view.turn_of], "'s turn")
        case "last":
            return title_with_name(names[view.turn_of], "'s last turn", ": last try", "'s turn")
        case _:
            pass
    winners = view.winners or ()
    if not winners:
        return "Nobody wins"
    if len(winners) > 1:
        return "You win, too" if view.seat in winners else f"{len(winners)} players win"
    return "You win" if view.seat in winners else title_with_name(names[winners[0]], " wins")


def describe(options: Options, view: BreakTheCodeView, names: tuple[str, ...]) -> str:
    """The public view's last event in sentences."""
    turn = names[view.turn_of]
    acts = _last_act(view, names)
    match view.phase:
        case "deal":
            dealt = sum(map(len, view.rows)) + len(view.middle or ())
            return f"The tiles are dealt; {dealt} lie{'s' * (dealt == 1)} so far. {turn} will begin."
        case "open" if not acts:
            return f"All tiles are dealt; question cards are opened. {turn} will begin."
        case "turn" | "open":
            return f"{acts} {turn}'s turn.".strip()
        case "last":
            return f"{acts} All get equally many turns, so {turn} has one more: a guess, or a pass."
        case _:
            return f"{acts} {_ending(view, names)}"


def _last_act(view: BreakTheCodeView, names: tuple[str, ...]) -> str:
    match view.last_act:
        case "ask":
            return asked_sentence(view.asked[-1], names)
        case "guess":
            return guess_sentence(view, names)
        case "pass":
            return f"{names[passer(view)]} passed."
        case _:
            return ""


def passer(view: BreakTheCodeView) -> Seat:
    """Who passed last: when the game is over it is still that player's turn, else that was the turn before."""
    if view.phase == "over":
        return view.turn_of
    before = reversed(clockwise(view.turn_of, view.seats))
    return next(seat for seat in before if seat not in view.out)


def guess_sentence(view: BreakTheCodeView, names: tuple[str, ...]) -> str:
    """The last guess, and whether it was right."""
    last = view.guesses[-1]
    verdict = "right" if last.correct else "wrong"
    gone = f" {names[last.seat]} is out." if last.seat in view.out else ""
    did = "guessed the row" if last.tiles is None else told(Guess(last.tiles), row=row_words(last.tiles))
    return f"{names[last.seat]} {did}: {verdict}.{gone}"


def _ending(view: BreakTheCodeView, names: tuple[str, ...]) -> str:
    who = who_wins(view.winners or (), names, None)
    rows = [f"{names[seat]} had {row_words([tile or '?' for tile in row])}" for seat, row in each_seat(view.rows)]
    if has_middle(view.seats):
        return f"{who}; in the middle lay {row_words([tile or '?' for tile in view.row_of(MIDDLE)])}."
    return f"{who}; {listed(rows)}."


def happened(
    options: Options, before: BreakTheCodeView, after: BreakTheCodeView, names: tuple[str, ...]
) -> Event | None:
    """What a move did: a question with its answers, a guess, or a pass. Tiles and cards that come are seen where they lie."""
    if before.to_act in ((CHANCE,), ()):
        return None
    actor = before.turn_of
    end = f" {_ending(after, names)}" if after.phase == "over" else ""
    if len(after.asked) > len(before.asked):
        return Event(asked_sentence(after.asked[-1], names), actor)
    if len(after.guesses) > len(before.guesses):
        return Event(f"{guess_sentence(after, names)}{end}", actor)
    return Event(f"{names[actor]} {told(Pass())}.{end}", actor)


def named(view: BreakTheCodeView, made: MoveRecord) -> dict[str, str]:
    """What a suggestion calls the things that a move of the view's seat names."""
    match made:
        case Ask():
            return {"about": about_words(made.question)}
        case Guess(tiles):
            return {"row": row_words(tiles)}
        case _:
            return {}


def whose_row(view: BreakTheCodeView, names: tuple[str, ...], hand: Seat | str) -> str:
    """A row by its owner, as a title."""
    if hand == MIDDLE:
        return "The middle"
    return "Your row" if hand == view.seat else title_with_name(names[int(hand)], "'s row")
