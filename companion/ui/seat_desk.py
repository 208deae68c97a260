"""A seat's desk: what its player is doing on the own screen, between two moves.

Either a move is being entered (`draft`), or pages are looked at (`page`): the board's older rows, the score, the help.
A desk holds no game: what is asked and what is seen come in with every call, so a desk is cheap to throw away.

Law: a repeat of a key that is held leafs on in the list that its press has leafed in, and does nothing else: it completes no
move, and it changes no question and no page.
"""

from msgspec import Struct, structs

from companion.core.keys import REPEATS, Gesture, Key
from companion.core.prompt import Move, Prompt
from companion.ui.editor import Draft, Spelled, begin, is_untouched, press, step
from companion.ui.rules_bookmark import Bookmark


class Doubt(Struct, frozen=True):
    """A complete move that is asked back: `question` in a sentence, and the move that ● makes all the same."""

    question: str
    move: Move


class Desk(Struct, frozen=True):
    """`draft`: the move being entered, None where nothing is asked. `page`: which page is looked at; None: the entry.

    `lifted`: both outer keys are held, so what the Secrecy screen covers is in sight. `notice`: a sentence that stands
    until the next key. `bookmark`: where in the rules the player reads, which stand in front of all else.
    `doubt`: the move just entered is asked back. `leafing`: the last key leafed in the list that is in sight, so its repeats
    leaf on.
    """

    draft: Draft | None = None
    page: int | None = None
    lifted: bool = False
    notice: str = ""
    bookmark: Bookmark | None = None
    doubt: Doubt | None = None
    leafing: bool = False


def asked(desk: Desk, prompt: Prompt | None) -> Desk:
    """The desk when the table's state has changed. A half-entered move stays as long as the same is asked."""
    if prompt is None:
        return (
            Desk(None, desk.page, desk.lifted, bookmark=desk.bookmark)
            if desk.draft is None
            else Desk(lifted=desk.lifted)
        )
    if desk.draft is not None and desk.draft.prompt == prompt:
        return desk
    return Desk(begin(prompt), None, desk.lifted)


def is_leafing(desk: Desk, gesture: Gesture) -> bool:
    """Whether the gesture is made at a page, so that its effect depends on how many pages there are."""
    looking = (desk.draft is None or desk.page is not None) and not desk.notice and desk.doubt is None
    return looking and gesture not in ("lift", "lower", *REPEATS)


def touch(desk: Desk, gesture: Gesture, pages: int) -> tuple[Desk, Move | None]:
    """The desk after a gesture, and the move that it completed. `pages`: how many there are to look at, which counts where
    the gesture `is_leafing`: all of them have to be drawn for it."""
    if gesture in REPEATS:
        return _leaf_on(desk, REPEATS[gesture]), None
    desk = structs.replace(desk, leafing=False)
    if gesture in ("lift", "lower"):
        return structs.replace(desk, lifted=gesture == "lift"), None
    if desk.notice:
        return structs.replace(desk, notice=""), None
    if desk.doubt is not None:
        return _answer(desk, desk.doubt, gesture)
    if desk.draft is None or desk.page is not None:
        return _turn_page(desk, gesture, pages), None
    if gesture == "back" and is_untouched(desk.draft):
        return structs.replace(desk, page=0), None
    after = press(desk.draft, gesture)
    if isinstance(after, Spelled):
        return structs.replace(desk, draft=begin(desk.draft.prompt)), after.move
    leafing = gesture in ("left", "right") and step(desk.draft).mode == "carousel"
    return structs.replace(desk, draft=after, leafing=leafing), None


def _answer(desk: Desk, doubt: Doubt, gesture: Gesture) -> tuple[Desk, Move | None]:
    """● makes the move all the same, ◀ or holding ● drops it; ▶ means nothing."""
    match gesture:
        case "middle":
            return structs.replace(desk, doubt=None), doubt.move
        case "left" | "back":
            return structs.replace(desk, doubt=None), None
        case _:
            return desk, None


def _leaf_on(desk: Desk, key: Key) -> Desk:
    """The next entry of the list that the press of that key has leafed in, where that is still in sight."""
    if not desk.leafing or desk.notice or desk.draft is None or desk.bookmark is not None or desk.doubt is not None:
        return desk
    after = press(desk.draft, key)
    assert isinstance(after, Draft), "◀ and ▶ take nothing from a list"
    return structs.replace(desk, draft=after)


def _turn_page(desk: Desk, gesture: Gesture, pages: int) -> Desk:
    page = desk.page or 0
    match gesture:
        case "left":
            return structs.replace(desk, page=(page - 1) % pages)
        case "right":
            return structs.replace(desk, page=(page + 1) % pages)
        case _:
            return structs.replace(desk, page=None)
