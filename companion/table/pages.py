"""Which pages a seat can look at in its game, and what its menu offers.

Invariant: a player's pages are made from the view of that player's seat, a spectator's from the public view. A hint and the worth
of a move are as private as what they were made from, so the Secrecy screen covers them.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from companion.core.entry import Entry
from companion.core.prompt import Move
from companion.core.rules_book import Book
from companion.core.screen import BODY, Rendering, ScreenPage, Veil, paragraph, text_lines, title_with_name, wrap
from companion.games.helps import offered_helps
from companion.table import draws
from companion.table.lobby_rules import Lobby, sent_options
from companion.table.seat_clocks import clock_pages
from companion.table.state import Advice, At
from companion.ui.editor import Dialog, MenuEntry, is_confirming, menu_entries
from companion.ui.screens import TITLE as RULES_TITLE
from companion.ui.screens import screen_pages, sentence_pages

RULES_ENTRY: Final = MenuEntry(RULES_TITLE, "rules")
END_ENTRY: Final = MenuEntry("End this game", "abandon")
TAKE_BACK_ENTRY: Final = MenuEntry("Take back my move", "take_back")
HAND_OVER_ENTRY: Final = MenuEntry("Let machine play", "hand_over")
WORTH_ENTRY: Final = MenuEntry("What is it worth?", "promise")
HINT_ENTRY: Final = MenuEntry("Hint", "hint")
HINT_AND_COUNT_ENTRY: Final = MenuEntry("Hint, how many left", "hint")
COUNT_ENTRY: Final = MenuEntry("How many left?", "hint")
"""The same for a player who has switched on that alone."""
ROLL_REST_ENTRY: Final = MenuEntry("Roll on all my turns", "roll_rest")
NO_HINTS_ENTRY: Final = MenuEntry("Hints are off", "no_hints")
CODES_ENTRY: Final = MenuEntry("Codes for phones", "phone_codes")
PLAY_AGAIN_ENTRY: Final = MenuEntry("Play again myself", "play_again")
OFF_ENTRY: Final = MenuEntry("Switch the Pi off", "switch_off")


def rules_book(at: At) -> Book:
    """The rules of the open game, or of the game that is chosen in the lobby, as it is played by its options."""
    position = at.position
    if isinstance(position.state, Lobby):
        chosen, lobby = at.setup.newest(position.state.chosen), position.state
        low, high = chosen.seats
        return chosen.book_for(sent_options(chosen, lobby.choices), min(max(low, len(lobby.joined)), high))
    return position.game.book_for(position.opened.options, len(position.opened.names))


def rendering(at: At, entry: Entry | None = None) -> Rendering:
    """The game as one place sees it, with what that place has entered so far, and all its pages."""
    position, seat = at.position, at.seat
    if entry is None:
        drawn = position.drawing(seat)
    else:
        drawn = position.game.render(position.own_options(seat), position.view(seat), position.opened.names, entry)
    if ending := position.ending(seat):
        said = sentence_pages(ending, BODY)
        told = (ScreenPage("How it ended", marks, "More" if number else "Ended") for number, marks in enumerate(said))
        drawn = structs.replace(drawn, pages=(*told, *drawn.pages))
    advice = at.state.advice_at(at.place)
    advised = () if advice is None else advice_pages(advice)
    more = (*machine_pages(at), *clock_pages(at), *estimate_pages(at), *advised)
    drawn = structs.replace(drawn, pages=(*drawn.pages, *more)) if more else drawn
    if position.awaits_report:
        status = draws.report_title(position.game, position.state, position.reports, position.opened.names)
        return structs.replace(drawn, status=status)
    return drawn


def machine_pages(at: At) -> tuple[ScreenPage, ...]:
    """For each seat that the machine plays: at which level, and what that means."""
    position = at.position
    if position.over:
        return ()
    names, words = position.opened.names, position.game.level_words()
    return tuple(
        ScreenPage(
            title_with_name(names[one.seat], f": {one.level}"), text_lines(wrap(words.get(one.level, ""))), "Machine"
        )
        for one in position.machines
    )


def move_to_weigh(at: At) -> Move | None:
    """The move that the next press at a place would make, if it is the only one and its player may ask for its estimate."""
    draft = at.own.dialog.draft
    if draft is None or "worth" not in at.position.helps_now(at.seat):
        return None
    moves = [move for move in draft.next_moves if at.position.game.weighs(move)]
    return moves[0] if len(moves) == 1 else None


def offers_estimate(at: At) -> bool:
    """Whether a place waits for the confirmation of a whole move whose estimate its player may ask for."""
    return is_confirming(at.own.dialog) and move_to_weigh(at) is not None


def is_weighed(at: At) -> bool:
    """Whether the estimate for the move that the player at a place is entering is being computed."""
    asked = at.own.estimate
    if asked is None or asked.words:
        return False
    return (asked.number, asked.move) == (at.state.number, move_to_weigh(at))


def estimate_pages(at: At) -> tuple[ScreenPage, ...]:
    """The estimate for the move that is being entered, as pages; none before it is known."""
    asked = at.own.estimate
    if asked is None or not asked.words or asked.number != at.state.number or asked.move != move_to_weigh(at):
        return ()
    return tuple(
        ScreenPage("What it is worth", (Veil(*BODY, marks),), "More" if number else "Worth")
        for number, marks in enumerate(paragraph(asked.words))
    )


def estimate_page(at: At) -> int:
    """The first page of that estimate, once it is known."""
    advice, every = at.state.advice_at(at.place), rendering(at).pages
    after = 0 if advice is None else len(advice_pages(advice))
    return len(every) - after - len(estimate_pages(at))


def advice_pages(advice: Advice) -> tuple[ScreenPage, ...]:
    """A hint or a review as pages."""
    if advice.review:
        pages = tuple(_whole_sentences(advice.review))
        return tuple(
            ScreenPage(f"Review {number}/{len(pages)}", text_lines(lines), "Review" if number == 1 else "More")
            for number, lines in enumerate(pages, 1)
        )
    made = paragraph(advice.words)
    return tuple(
        ScreenPage(f"Hint {number}/{len(made)}" if len(made) > 1 else "Hint", (Veil(*BODY, marks),), "Hint")
        for number, marks in enumerate(made, 1)
    )


def _whole_sentences(sentences: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The lines of pages with whole sentences: as many on each as there is room for. One that is too long goes on."""
    room, lines = BODY.lines("text"), tuple[str, ...]()
    for sentence in sentences:
        more = wrap(sentence)
        if lines and len(lines) + len(more) > room:
            yield lines
            lines = ()
        lines += more
        while len(lines) > room:
            yield lines[:room]
            lines = lines[room:]
    yield lines


def advice_page(at: At) -> int | None:
    """The first page of the hint or review that is valid at a place; None if there is none."""
    advice = at.state.advice_at(at.place)
    return None if advice is None else len(rendering(at).pages) - len(advice_pages(advice))


def pages_and_menu(at: At, dialog: Dialog, more: tuple[MenuEntry, ...]) -> tuple[int, tuple[MenuEntry, ...]]:
    """How many pages a dialog can look at, those of the game and the help on its question, and its menu. `more`: the table's own
    entries."""
    shown = rendering(at)
    pages = len(screen_pages(shown, dialog.prompt))
    return pages, menu_entries(dialog, shown, pages - len(shown.pages), more)


def table_entries(at: At) -> tuple[MenuEntry, ...]:
    """The table's own entries of the game's menu: the rules; in a game, for its players, what all must agree on and the way to
    let the machine play; in the lobby of a machine that can be switched off, the switch; in a lobby with phones, a new code for
    one; in the lobby at a panel, codes for phones."""
    position, setup = at.position, at.setup
    rules = (RULES_ENTRY,) if rules_book(at) else ()
    if position.in_lobby:
        # A player gives the own seat back by taking another one.
        others = tuple(other for other in setup.phones if other != at.place)
        names = at.state.player_names
        phones = tuple(MenuEntry(f"New phone: {names[other]}", "new_code", other) for other in others)
        codes = () if at.place in setup.phones else (CODES_ENTRY,)
        off = (OFF_ENTRY,) if setup.switchable else ()
        return (*codes, *_for_away(at), *rules, *phones, *off)
    if position.over or position.is_older:
        return rules
    if at.seat is None:
        return (*rules, PLAY_AGAIN_ENTRY) if position.is_handed_over(at.place) else rules
    alone = all(seat == at.seat or seat in position.machine_seats for seat in position.seats)
    machine = () if alone else (HAND_OVER_ENTRY,)  # one person has to play
    helps = position.helps_now(at.seat)
    hint: tuple[MenuEntry, ...] = ()
    if "hint" in helps:
        hint = (HINT_AND_COUNT_ENTRY if "count" in helps else HINT_ENTRY,)
    elif "count" in helps:
        hint = (COUNT_ENTRY,)
    elif not position.helps(at.seat) and offered_helps(position.game):
        machine = (*machine, NO_HINTS_ENTRY)
    hint = (WORTH_ENTRY, *hint) if move_to_weigh(at) is not None else hint
    rolls = (ROLL_REST_ENTRY,) if may_roll_rest(at) else ()
    return (*_for_away(at), *rolls, *hint, *machine, END_ENTRY, *rules, TAKE_BACK_ENTRY)


def _for_away(at: At) -> tuple[MenuEntry, ...]:
    """What can be proposed for those whose phone is away: that the machine plays meanwhile, and another phone; in the lobby,
    which offers a new phone for everybody, to play without them. While the machine plays for them, all but the machine is still
    offered: the phone may be gone for good."""
    entries: tuple[MenuEntry, ...] = ()
    now, opened = at.position.state, at.state.opened
    people = now.people if isinstance(now, Lobby) else opened.places
    for place in at.state.away:
        stands_in = place in at.state.stand_ins
        if place in people and place != at.place and (stands_in or place not in at.position.machine_places):
            name = at.state.name_at(place)
            if not stands_in:
                entries += (MenuEntry(f"Machine for {name}", "stand_in", place),)
            if isinstance(now, Lobby):
                entries += (MenuEntry(f"Play without {name}", "leave_out", place),)
            else:
                entries += (MenuEntry(f"New phone: {name}", "new_code", place),)
    return entries


def may_roll_rest(at: At) -> bool:
    """Whether the player at a place still has several rolls to make, and has not asked to let the rest be rolled."""
    return at.own.rolls != "rest" and at.position.is_asked_to_roll(at.seat)
