"""What is worth asking back: a question or a proposal of which everybody has heard the answer already."""

from msgspec import convert

from companion.core.prompt import Move
from companion.games.digitcode.options import Options, hidden_from
from companion.games.digitcode.questions import KINDS, AskLarger, AskLine, AskParity, AskSpace, Question
from companion.games.digitcode.text import sentence, spelled
from companion.games.digitcode.view import CodeView


def doubt(options: Options, view: CodeView, move: Move) -> str | None:
    """A sentence that asks whether a legal move is meant, since its answer is known; None where it is not."""
    if view.seat is None:
        return None
    sought = hidden_from(options, view.seat)
    if move["move"] == "propose":
        digits = tuple(move["digits"])
        for tried in view.proposals:
            if tried.digits == digits and not tried.correct and hidden_from(options, tried.seat) == sought:
                return f"{_who(view, tried.seat, 'proposed')}: {spelled(digits)} is incorrect. Again?"
    if move["move"] in KINDS:
        question: Question = convert(move, AskLine | AskParity | AskLarger | AskSpace)
        for asked in view.asked:
            if asked.of == sought and is_same(asked.question, question):
                return f"{_who(view, asked.seat, 'asked')}: {sentence(asked)}. Again?"
    return None


def is_same(one: Question, other: Question) -> bool:
    """Whether two questions ask the same: T and U is U and T."""
    if isinstance(one, AskLarger) and isinstance(other, AskLarger):
        return set(one.places) == set(other.places)
    return one == other


def _who(view: CodeView, seat: int, did: str) -> str:
    return f"You {did} this before" if seat == view.seat else f"This was {did} before"
