"""What a player is doing on the own screen between two moves: entering one, looking at pages, reading the rules, in the menu.

A desk holds no game: what is asked and what can be looked at come in with every call, so a desk is cheap to throw away.

Invariants: looking, help and the menu never change what has been entered. A repeat of a held key moves on in the list in which
its press moved, and does nothing else: it completes no move and changes no question and no page.
"""

from typing import Literal

from msgspec import Struct, structs

from companion.core.entry import EntryChoice
from companion.core.keys import REPEATS, Gesture, Key
from companion.core.prompt import Move, Prompt
from companion.ui.editor import Draft, Spelled, empty_draft, is_untouched, leads_back, press, step, without_last_step
from companion.ui.rules_bookmark import Bookmark
from companion.ui.sentences import after_first_page

MenuAction = Literal[
    "undo",
    "page",
    "rules",
    "take_back",
    "abandon",
    "switch_off",
    "new_code",
    "phone_codes",
    "hand_over",
    "play_again",
    "hint",
    "promise",
    "review",
    "roll_rest",
]


class MenuEntry(Struct, frozen=True):
    """One entry of the menu that opens when ● is held. `page`: the page that it leads to, or the place that it is about."""

    text: str
    action: MenuAction
    page: int = 0


class Doubt(Struct, frozen=True):
    """A complete move that is asked back: `question` in a sentence, and the move that ▶ makes all the same."""

    question: str
    move: Move


class Desk(Struct, frozen=True):
    """`draft`: the move being entered, None where nothing is asked. `page`: which page is looked at; None: the entry, or the
    first page while this seat waits. `lifted`: both outer keys are held, so the Secrecy screen is up. `notice`: a sentence that
    stands until the next key, which shows the rest of a long one. `bookmark`: where the player reads in the rules. `doubt`: the
    move just entered is asked back. `menu`: the entry of the menu in sight; None while it is closed. `hint`: why the last key did
    nothing, for a moment. `leafing`: the list in which the last key moved; its repeats move on while that list is in sight.
    """

    draft: Draft | None = None
    page: int | None = None
    lifted: bool = False
    notice: str = ""
    bookmark: Bookmark | None = None
    doubt: Doubt | None = None
    menu: int | None = None
    hint: str = ""
    leafing: tuple[EntryChoice | MenuEntry, ...] = ()


def asked(desk: Desk, prompt: Prompt | None) -> Desk:
    """The desk when the table's state has changed. A half-entered move stays as long as the same is asked."""
    if prompt is None:
        if desk.draft is not None:
            return Desk(lifted=desk.lifted)
        return Desk(None, desk.page, desk.lifted, bookmark=desk.bookmark)
    if desk.draft is not None and desk.draft.prompt == prompt:
        return desk
    return Desk(empty_draft(prompt), None, desk.lifted)


def needs_pages(desk: Desk, gesture: Gesture) -> bool:
    """Whether the effect of a gesture depends on the pages and the menu, so that they have to be drawn for it."""
    if desk.notice or desk.doubt is not None or gesture in ("lift", "lower"):
        return False
    if desk.menu is not None or desk.draft is None or desk.page is not None:
        return True
    return gesture == "back"


def touch(
    desk: Desk, gesture: Gesture, pages: int, menu: tuple[MenuEntry, ...] = ()
) -> tuple[Desk, Move | MenuEntry | None]:
    """The desk after a gesture, and the move that it completed, or the menu's entry that the table has to open.

    `pages`: how many there are to look at; `menu`: its entries. Both count only where the gesture `needs_pages`.
    """
    if gesture in REPEATS:
        return _repeat(desk, REPEATS[gesture], menu), None
    desk = structs.replace(desk, leafing=(), hint="")
    if gesture in ("lift", "lower"):
        return structs.replace(desk, lifted=gesture == "lift"), None
    if desk.notice:
        return structs.replace(desk, notice=after_first_page(desk.notice)), None
    if desk.doubt is not None:
        return _answer(desk, desk.doubt, gesture)
    if desk.menu is not None:
        return _in_menu(desk, desk.menu, gesture, menu)
    if desk.page is not None or (desk.draft is None and gesture != "back"):
        return _turn_page(desk, gesture, pages), None
    if desk.draft is not None and gesture != "back":
        return _enter(desk, desk.draft, gesture)
    if desk.draft is not None and leads_back(desk.draft):
        return structs.replace(desk, draft=without_last_step(desk.draft)), None
    return (structs.replace(desk, menu=0), None) if menu else (desk, None)


def _enter(desk: Desk, draft: Draft, gesture: Gesture) -> tuple[Desk, Move | None]:
    after = press(draft, gesture)
    if isinstance(after, Spelled):
        return structs.replace(desk, draft=empty_draft(draft.prompt)), after.move
    if after == draft and step(draft).mode != "list":
        return structs.replace(desk, hint=_why_dead(draft, gesture)), None
    now = step(draft)
    leafing = now.entries if gesture in ("left", "right") and now.mode == "list" else ()
    return structs.replace(desk, draft=after, leafing=leafing), None


def _why_dead(draft: Draft, gesture: Gesture) -> str:
    """Why a key does nothing in this step of an entry."""
    now = step(draft)
    if now.dead and any(index in now.dead for index in range(draft.low, draft.high or len(now.entries))):
        return "Used already"
    return "This key has no box"


def _answer(desk: Desk, doubt: Doubt, gesture: Gesture) -> tuple[Desk, Move | None]:
    """▶ makes the move all the same, ◀ or holding ● drops it; ● does nothing, since it may still be down."""
    match gesture:
        case "right":
            return structs.replace(desk, doubt=None), doubt.move
        case "left" | "back":
            return structs.replace(desk, doubt=None), None
        case _:
            return desk, None


def _in_menu(desk: Desk, at: int, gesture: Gesture, menu: tuple[MenuEntry, ...]) -> tuple[Desk, MenuEntry | None]:
    closed = structs.replace(desk, menu=None)
    if not menu:
        return closed, None
    match gesture:
        case "left" | "right":
            after = (at + (1 if gesture == "right" else -1)) % len(menu)
            return structs.replace(desk, menu=after, leafing=menu), None
        case "middle":
            chosen = menu[at % len(menu)]
            if chosen.action == "undo" and desk.draft is not None:
                return structs.replace(closed, draft=without_last_step(desk.draft)), None
            if chosen.action == "page":
                return structs.replace(closed, page=chosen.page), None
            return closed, chosen
        case _:
            return closed, None


def _repeat(desk: Desk, key: Key, menu: tuple[MenuEntry, ...]) -> Desk:
    """The next choice of the list in which the press of that key has moved, while that list is in sight."""
    if not desk.leafing or desk.notice or desk.bookmark is not None or desk.doubt is not None:
        return desk
    if desk.menu is not None:
        return _in_menu(desk, desk.menu, key, menu)[0] if desk.leafing == menu else desk
    if desk.draft is None or desk.page is not None or desk.leafing != step(desk.draft).entries:
        return desk
    after = press(desk.draft, key)
    return structs.replace(desk, draft=after) if isinstance(after, Draft) else desk


def _turn_page(desk: Desk, gesture: Gesture, pages: int) -> Desk:
    page = desk.page or 0
    match gesture:
        case "left" | "right" if pages > (1 if gesture == "right" else 2):
            return structs.replace(desk, page=(page + (1 if gesture == "right" else -1)) % pages)
        case "middle" | "back" if desk.page is not None:
            return structs.replace(desk, page=None)
        case _:
            return structs.replace(desk, hint="Nothing to do now")


def is_confirming(desk: Desk) -> bool:
    """Whether a whole move is on the screen, and ● would make it."""
    in_sight = desk.page is None and desk.menu is None and desk.doubt is None and not desk.notice
    return in_sight and desk.draft is not None and step(desk.draft).mode == "confirm"


def can_undo(desk: Desk) -> bool:
    """Whether something has been entered that the menu can take back."""
    return desk.draft is not None and not is_untouched(desk.draft)
