"""What a seat knows of the code that it looks for: the last answers in words, and which spaces are filled or empty."""

from collections.abc import Sequence
from typing import Final

from companion.core.fonts.faces import text_width
from companion.core.screen import BODY, clipped
from companion.games.digitcode.marks import LINES_ON_PAGE, NOTHING_KNOWN, KnownSpaces, known_from_code
from companion.games.digitcode.moves import ALL_SPACES, SPACE_AT, AskSpace
from companion.games.digitcode.options import CodeMaker, Options, hidden_from
from companion.games.digitcode.possible import sheet_of
from companion.games.digitcode.state import AskedQuestion
from companion.games.digitcode.text import spoken_form
from companion.games.digitcode.view import DigitCodeView, asked_about, code_in_sight

_NAME_IN_HEAD: Final = BODY.width - text_width("About 's code:") - 1


def last_answers(
    options: Options, view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker | None = None
) -> tuple[str, ...]:
    """The last answers about the code of `maker`, or about the one that this seat looks for, under a head."""
    if maker is None and view.seat is not None:
        maker = hidden_from(options, view.seat) if view.seat != view.master else view.seat
    asked = asked_about(view, maker)
    whose = (
        "the hidden code"
        if maker in ("table", None)
        else "your code"
        if maker == view.seat
        else f"{clipped(names[int(maker)], _NAME_IN_HEAD)}'s code"
    )
    words = tuple(spoken_form(one) for one in asked[1 - LINES_ON_PAGE :])
    return (f"About {whose}:", *words) if words else ("No answer yet.",)


def known_spaces(
    options: Options, view: DigitCodeView, asked: tuple[AskedQuestion, ...], maker: CodeMaker | None = None
) -> KnownSpaces:
    """What is known of the spaces: of a code in sight all, else what was asked or what the helping sheet has worked out."""
    if maker is None and view.seat is not None and view.seat != view.master:
        maker = hidden_from(options, view.seat)
    if maker is None:
        return _asked_spaces(asked)
    if (code := code_in_sight(view, maker)) is not None:
        return known_from_code(code)
    worked_out = sheet_of(options, view, asked, maker)
    return worked_out.spaces if worked_out is not None else _asked_spaces(asked)


def _asked_spaces(asked: Sequence[AskedQuestion]) -> KnownSpaces:
    """The spaces that were asked about. What follows from other answers is left to the players."""
    known = list(NOTHING_KNOWN)
    for one in asked:
        if isinstance(one.question, AskSpace):
            known[ALL_SPACES.index(SPACE_AT[one.question.column, one.question.row])] = bool(one.answer)
    return tuple(known)
