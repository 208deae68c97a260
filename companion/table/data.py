"""What a seat shows, as text for those who hear it, and as data for a touch interface: its view, what it is asked, the sentences
for it.

Invariants. The text is made of the marks of the screen alone, so it tells whoever reads it nothing that the screen does not show.
The data is a function of that seat's view and prompt, and of sentences that this seat reads anyway: two worlds that the seat
cannot tell apart give the same bytes. Both are private to the seat: they are sent as bytes, never as text.
"""

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec import Struct, json, to_builtins

from companion.core.game import View
from companion.core.prompt import Choose, Option, Prompt
from companion.core.screen import BODY, Icon, Screen, TextMark, every_mark
from companion.core.seat import CHANCE, Place, Seat
from companion.table.agreement import ProposalKind, asks_for_yes
from companion.table.effects import Pointed
from companion.table.state import Estimate
from companion.ui.screens import ARROWS, BOX_LEFT, BOX_TOP

DARK_SCREEN: Final = json.encode({"lines": [], "keys": ["", "", ""]})
"""The text of a dark screen."""
MARKED: Final = " (marked)"
"""Stands behind a line that is inverted, such as the entry of a list at which the keys are, and behind a dial's chosen value."""
_LEAST_ON_DIAL: Final = 3
"""Values beside each other, of which one is inverted: fewer may be a row that is filled one by one."""


def screen_text(screen: Screen) -> bytes:
    """Lines and labels as JSON, where the marked line of a list says so. Private, as the screen is: bytes, never text."""
    lines = [_line(marks, MARKED) + (MARKED if _is_marked(marks) else "") for marks in _rows(screen)]
    return json.encode({"lines": lines, "keys": key_labels(screen)})


def screen_lines(screen: Screen) -> list[str]:
    """What stands above the boxes of the keys, but the values of a dial; texts of one height are one line. The title ends as a
    sentence does, so that it is apart from what is read after it."""
    rows = [marks for marks in _rows(screen) if _chosen(marks) is None]
    return [_ended(_line(marks)) if marks[0].y < BODY.y else _line(marks) for marks in rows]


def dial_values(screen: Screen) -> tuple[list[str], int] | None:
    """The values that ◀ and ▶ go through, and which of them is chosen; None where the screen has no dial."""
    found = ((marks, _chosen(marks)) for marks in _rows(screen))
    return next((([mark.text for mark in marks], at) for marks, at in found if at is not None), None)


def _chosen(marks: list[TextMark]) -> int | None:
    inverse = [at for at, mark in enumerate(marks) if mark.inverse]
    return inverse[0] if len(inverse) == 1 and len(marks) >= _LEAST_ON_DIAL else None


def _ended(title: str) -> str:
    return title if not title or title[-1] in ".?!:…" else f"{title}."


def _rows(screen: Screen) -> list[list[TextMark]]:
    rows: dict[int, list[TextMark]] = {}
    for mark in every_mark(screen):
        if isinstance(mark, TextMark) and mark.y < BOX_TOP:
            rows.setdefault(mark.y, []).append(mark)
    return [sorted(rows[y], key=lambda mark: mark.x) for y in sorted(rows)]


def _line(marks: list[TextMark], after_chosen: str = "") -> str:
    chosen = _chosen(marks)
    return " ".join(mark.text + (after_chosen if at == chosen else "") for at, mark in enumerate(marks)).strip()


def _is_marked(marks: list[TextMark]) -> bool:
    return all(mark.inverse and mark.y >= BODY.y for mark in marks)


def key_labels(screen: Screen) -> list[str]:
    """What the boxes above ◀ ● ▶ say; empty where there is none."""
    labels = ["", "", ""]
    for mark in every_mark(screen):
        if isinstance(mark, TextMark | Icon) and mark.y >= BOX_TOP:
            key = max(number for number, left in enumerate(BOX_LEFT) if left <= max(mark.x, 0))
            arrows = (sign for sign, rows in ARROWS.items() if isinstance(mark, Icon) and rows == mark.rows)
            # A group of symbols has a mark for each.
            label = mark.text if isinstance(mark, TextMark) else next(arrows, "")
            labels[key] = f"{labels[key]} {label}".strip()
    return labels


GAME: Final = "game"
MENU: Final = "menu"
ROUND: Final = "round"
DOUBT: Final = "doubt"
ENDING: Final = "ending"
NOTICE: Final = "notice"
PROMISE: Final = "promise"
POINT: Final = "point"
"""What an answer may be given to, beside a proposal: see `Asked`."""

NEXT_PAGE_LABEL: Final = "More"
"""The label of the key that shows the next page of a text."""

GO_ON: Final = Choose("It is over", "", (Option({"move": "go_on"}, "go on", "Go on"),))
READ: Final = Choose("Read this", "", (Option({"move": "read"}, "ok", "OK"),))
AGAIN: Final = Choose(
    "Are you sure?",
    "",
    (Option({"move": "back"}, "no", "No, back"), Option({"move": "yes"}, "yes", "Yes, do it")),
)
"""The questions of the table itself, beside the menu and the proposals."""


class Asked(Struct, frozen=True):
    """A question in front of a seat. An answer repeats `to`, so that it cannot count for another question.

    `to`: "game", "round", "doubt", "ending", "choice", or the name of a proposal. `lines`: sentences above the question.
    """

    to: str
    prompt: Prompt | None
    lines: tuple[str, ...] = ()


class SeatMoment(Struct, frozen=True):
    """All that the data are made from.

    `view`: the seat's own, or the public one where somebody looks on. `number`: the move that an answer makes. `event`: the last
    event, for everybody, or what is proposed. `notice`: what this seat must read, a line for each
    notice, the oldest first. `menu`: what it can propose to the others, and that it
    may ask for a hint; None: nothing now.
    `recap`: the finished round, while this seat reads it. `lifts`: whether secrets are covered until they are lifted; `covered`:
    they are, since somebody else has the page. `waits_for`: as in `At`.
    `promising`: the names of the moves about which this seat may ask what they promise; `promise`: what it was told last.
    `awaited`: whose phone the game waits for, as a title.
    `pointed`: at what another player points, and `pointed_words`, as this seat calls it.
    `sheet`: the game's helping sheet, where this seat has one. `levels`: how the machine plays at each level of the game that is
    chosen or open. `offers`: what can be done for somebody whose phone stays away. `absent`: in the lobby, by place, what is said
    of those whose phones are away. `handed_over`: the seats that the machine plays for somebody. `round_left`: what is left of
    the round of a tournament, such as "12m"; empty: there is none.
    """

    place: Place
    number: int
    title: str
    view: View
    names: tuple[str, ...]
    places: tuple[Place, ...]
    asked: Asked
    event: str = ""
    notice: str = ""
    menu: Prompt | None = None
    recap: dict[str, Any] | None = None
    lifts: bool = False
    covered: bool = False
    waits_for: str = ""
    promising: tuple[str, ...] = ()
    promise: Estimate | None = None
    sheet: Struct | None = None
    awaited: str = ""
    pointed: Pointed | None = None
    pointed_words: str = ""
    levels: Mapping[str, str] = {}
    offers: Prompt | None = None
    absent: Mapping[Place, str] = {}
    handed_over: tuple[Seat, ...] = ()
    round_left: str = ""


def seat_data(moment: SeatMoment) -> dict[str, Any]:
    """The JSON object for one seat; see docs/touch.md for its keys."""
    view, pointed = moment.view, moment.pointed
    return {
        "place": moment.place,
        "number": moment.number,
        "game": view.game,
        "title": moment.title,
        "names": list(moment.names),
        "places": list(moment.places),
        "turn": turn_sentence(
            view, moment.asked, moment.names, moment.awaited, moment.waits_for, (moment.recap or {}).get("title", "")
        ),
        "yours": is_asked(view, moment.asked),
        "view": to_builtins(view),
        "to": moment.asked.to,
        "prompt": None if moment.asked.prompt is None else to_builtins(moment.asked.prompt),
        "lines": list(moment.asked.lines),
        "event": moment.event if pointed is None else f"{pointing(moment.names[pointed.seat], moment.pointed_words)}.",
        "notice": moment.notice,
        "menu": None if moment.menu is None else to_builtins(moment.menu),
        "recap": moment.recap,
        "lifts": moment.lifts,
        "covered": moment.covered,
        "promising": list(moment.promising),
        "promise": None if moment.promise is None else {"move": moment.promise.move, "words": moment.promise.words},
        "sheet": None if moment.sheet is None else to_builtins(moment.sheet),
        "pointed": None if pointed is None else pointed._asdict(),
        "levels": dict(moment.levels),
        "offers": None if moment.offers is None else to_builtins(moment.offers),
        "handed_over": list(moment.handed_over),
        "absent": {str(place): words for place, words in moment.absent.items()},
        "round_left": moment.round_left,
    }


def seat_bytes(moment: SeatMoment) -> bytes:
    """The same as JSON in a fixed order."""
    return json.encode(seat_data(moment))


def is_asked(view: View, asked: Asked) -> bool:
    """Whether the view's seat is to do something: to act, to tell what it drew, or to answer a proposal."""
    acts = view.seat is not None and view.seat in view.to_act and asked.to != ROUND
    return (
        acts or asks_for_answer(asked) or (bool(view.to_act) and asked.to.startswith(GAME) and asked.prompt is not None)
    )


def asks_for_answer(asked: Asked) -> bool:
    """Whether a proposal is put to the seat, which has not answered it yet."""
    return asked.to not in (DOUBT, ENDING) and asks_for_yes(asked.prompt)


def device_bytes(place: Place, screen: Screen, words: str = "") -> bytes:
    """The data while a place sees a screen that is not the game's, such as a pause: its text, the labels of its keys, and its
    dial, if it has one. `words`: what is read in place of the screen's text, which has it page by page or shorter; there are no
    pages to turn then."""
    device: dict[str, Any] = {"lines": screen_lines(screen), "keys": key_labels(screen)}
    if words:
        keys = ["" if label == NEXT_PAGE_LABEL else label for label in device["keys"]]
        device = {"lines": [words], "keys": keys}
    if (dial := dial_values(screen)) is not None:
        device["dial"] = {"values": dial[0], "at": dial[1]}
    return json.encode({"place": place, "device": device})


def turn_sentence(
    view: View, asked: Asked, names: tuple[str, ...], awaited: str = "", reads: str = "", ended: str = ""
) -> str:
    """Whose turn it is, as the view's own seat reads it. `awaited`: whose phone the game waits for. `reads`: who reads how a
    round ended, for whom even this seat waits. `ended`: the round about which this seat reads."""
    if not view.to_act:
        return "Game over"
    if asks_for_answer(asked):
        return "Your answer"
    if asked.to.partition(" ")[0] in get_args(ProposalKind):
        return "Waiting"
    if view.game == "lobby":
        return "Choose together"
    if asked.to == ROUND:
        return f"{ended} is over"
    if reads:
        return reads
    if is_asked(view, asked):
        return "Your turn"
    if view.to_act == (CHANCE,):
        return "Luck decides"
    if awaited:
        return awaited
    *others, last = [names[actor] for actor in view.to_act if isinstance(actor, int)]
    return f"{', '.join(others)} and {last} play" if others else f"{last}'s turn"


def pointing(name: str, place: str) -> str:
    """At what a player points."""
    return f"{name} points at {place}"
