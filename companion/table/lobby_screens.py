"""How the lobby's screens look: the game large, who sits, and what is missing before it can start. Made from the view."""

from collections.abc import Mapping
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import cap, height, ink, text_width
from companion.core.game import AnyGame
from companion.core.prompt import NOW, Choose, Option
from companion.core.screen import (
    BODY,
    Mark,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    clipped,
    pitch,
    right_aligned,
    text_lines,
    wrap,
)
from companion.core.seat import seat_number
from companion.core.words import listed, shortened
from companion.games.helps import helps_words, offered_helps
from companion.table.clock import OFF, clock_words
from companion.table.lobby_rules import (
    LobbyView,
    clock_sentence,
    helps_sentence,
    joined_names,
    number_needed,
    offered_settings,
    offers_machine,
    value_label,
)
from companion.ui.screens import CARD_WIDTH, card

_SHORTEST: Final = 3
"""Letters to which names are shortened at most, where many players sit."""
_GAP: Final = 6
"""Pixels between an option and its value."""
_BELOW_GAME: Final = Rect(BODY.x, BODY.y + pitch("title"), BODY.width, BODY.height - pitch("title"))
_BELOW_TAIL: Final = Rect(_BELOW_GAME.x, _BELOW_GAME.y + 1, _BELOW_GAME.width, _BELOW_GAME.height - 1)
"""The same below a title with a deep letter, such as a "g": accents of names stand free of it."""


def render(view: LobbyView, games: Mapping[str, AnyGame], entry: Entry | None) -> Rendering:
    """Pages: the game and its players; how the last game ended; how well the machine plays, and the options as they stand."""
    game = games[view.chosen]
    if entry is not None and (shown := choice_card(entry, games, game)) is not None:
        return shown
    lobby = _lobby(view, game)
    rows = _option_rows(view, game)
    lines = BODY.lines("text")
    parts = [rows[at : at + lines] for at in range(0, len(rows), lines)]
    options = tuple(
        ScreenPage(f"Options {number}" if len(parts) > 1 else "Options", _option_page(part), "Options")
        for number, part in enumerate(parts, 1)
    )
    ended = (ScreenPage("Last game", text_lines(wrap(f"{view.last}.")), "Last"),) if view.last else ()
    pages = (ScreenPage("The lobby", lobby, "Lobby"), *ended, *options)
    return Rendering(f"{view.title} begins", pages, _entry(view, game, lobby, entry))


def describe(view: LobbyView) -> str:
    """The lobby in one sentence."""
    players = joined_names(view)
    if not players:
        return "Welcome: sit down, then choose a game."
    if view.needs:
        sit = f"{listed(players)} {'sits' if len(players) == 1 else 'sit'} here"
        return f"{view.title} {view.needs}, and {sit}: let some join or leave, or choose another game."
    return " ".join((f"Next: {view.title}, with {listed(players)}.", *helps_sentence(view), *clock_sentence(view)))


def choice_card(entry: Entry, games: Mapping[str, AnyGame], game: AnyGame) -> Rendering | None:
    """A game, or a level of the machine in `game`, while the keys leaf through a list of such; None of any other list."""
    if not isinstance(entry.focus, Option) or not isinstance(entry.prompt, Choose) or entry.complete:
        return None
    offered, move = entry.prompt.options, entry.focus.move
    if "game" in move:
        shown = games[move["game"]]
        players = f"{number_needed(shown)} player{'' if shown.seats[1] == 1 else 's'}"
        time = f", {shown.minutes} min" if shown.minutes else ""
        first = f"Machine: {shown.middle_level()}" if move["move"] == "play_machine" else f"{players}{time}"
        title, about = shown.title, shown.about
        if (editions := shown.editions) is not None and "value" in move:
            title, about = next((one.label, one.about) for one in editions.values if one.value == move["value"])
        lines = (first, *wrap(about, CARD_WIDTH))
    elif "level" in move:
        title = f"{'Now:' if entry.focus.text.endswith(NOW) else 'Level'} {move['level']}"
        lines = wrap(game.level_words()[move["level"]], CARD_WIDTH)
    else:
        return None
    return Rendering(title, (), card(lines, offered.index(entry.focus), len(offered)), title)


def _lobby(view: LobbyView, game: AnyGame) -> tuple[Mark, ...]:
    """The game and its players; a greeting while nobody sits."""
    if not joined_names(view):
        welcome = TextMark(BODY.x, BODY.y, "Welcome!", "title")
        return (welcome, *text_lines(wrap("Press ● to sit down, then choose a game."), _BELOW_GAME))
    return (TextMark(BODY.x, BODY.y, view.title, "title"), *_players(view, game))


def _entry(view: LobbyView, game: AnyGame, lobby: tuple[Mark, ...], entry: Entry | None) -> tuple[Mark, ...] | None:
    """The body of an entry; None for a list and for a name."""
    if entry is None or entry.focus is not None:
        return None
    if not isinstance(entry.prompt, Choose):
        return lobby if not entry.values and entry.prompt.title != _NAME_TITLE else None
    first = entry.prompt.options[0].move
    if first["move"] != "set":
        return lobby
    setting = next(one for one in game.settings if one.name == first["option"])
    return _meaning(setting.help, value_label(setting, view, game))


_NAME_TITLE: Final = "Your name"


def _meaning(words: str, now: str) -> tuple[Mark, ...]:
    """What an option means, and how it stands."""
    last = TextMark(BODY.x, BODY.bottom - 9, f"Now: {now}")
    room = Rect(BODY.x, BODY.y, BODY.width, BODY.height - pitch("text"))
    return (*text_lines(wrap(words), room), last)


def _option_rows(view: LobbyView, game: AnyGame) -> tuple[tuple[str, str], ...]:
    machines = tuple((player.name, player.level) for player in view.players if player.level is not None)
    offered = offered_helps(game)
    helped = tuple(
        (player.name, f"help: {helps_words(helps, offered)}")
        for player in view.players
        if player.helps
        # All in one line, or a line for each: a name has room beside them.
        for helps in ((player.helps,) if player.helps == offered else ((one,) for one in player.helps))
    )
    return (
        *machines,
        *helped,
        *((("Clock", clock_words(view.clock)),) if view.clock != OFF else ()),
        *((one.title, value_label(one, view, game)) for one in offered_settings(game, joined_names(view))),
    )


def _option_page(rows: tuple[tuple[str, str], ...]) -> tuple[TextMark, ...]:
    """Titles of options with their values aligned right."""
    marks: list[TextMark] = []
    for number, (title, value) in enumerate(rows):
        y = BODY.y + number * pitch("text")
        room = BODY.width - text_width(value) - _GAP
        marks += [TextMark(BODY.x, y, clipped(title, room)), right_aligned(value, BODY.right, y)]
    return tuple(marks)


def _players(view: LobbyView, game: AnyGame) -> tuple[TextMark, ...]:
    """Who sits, and below it what matters most: why the game cannot start, how to learn it, which seats are free."""
    note, who = _note(view, game), _who(view)
    below = Rect(BODY.x, BODY.bottom - height("text"), BODY.width, height("text"))
    close = ink(view.title, "title")[1] > cap("title") and ink(" ".join(who), "label")[0] < 0
    if not close and (one := _in_lines(who, 1, "label")):
        return (*text_lines(one, _BELOW_GAME, "label"), *text_lines((note,), below))
    sits = view.seat is not None and view.players[view.seat].joined
    # Accents below a deep letter leave room for one line of small letters alone.
    matters = close or (note != "" and (view.needs != "" or not sits))
    if small := _squeezed(who, 1) if matters else _in_lines(who, 1, "text"):
        return (*text_lines(small, _BELOW_TAIL if close else _BELOW_GAME), *text_lines((note,), below))
    lines = _squeezed(who, 2)
    return (*text_lines(lines[:1], _BELOW_GAME), *text_lines(lines[1:], below))


def _who(view: LobbyView) -> tuple[str, ...]:
    """The names of those who sit; the one at this seat is You."""
    return tuple("You" if player.seat == view.seat else player.name for player in view.players if player.joined)


def _note(view: LobbyView, game: AnyGame) -> str:
    """One line about what is missing, how to begin, or who may still sit down."""
    players = len(joined_names(view))
    if view.needs:
        return f"For {number_needed(game)}, and {players} sit{'s' if players == 1 else ''}."
    if view.seat is not None and not view.players[view.seat].joined:
        return "It is full for now." if view.settled and players == game.seats[1] else ""
    if view.seat is not None and offers_machine(view):
        return "Alone? Press Machine."
    last = f"Last: {view.last}"
    # A name with accents on capitals would touch the names above. The page of the last game has all.
    if view.last and text_width(last) <= BODY.width and ink(last, "text")[0] >= 0:
        return last
    if view.seats == 1:
        return "More seats, more games."
    if view.first:
        return "New here? See Learn."
    free = [str(seat_number(player.seat)) for player in view.players if not player.joined]
    if not free:
        return ""
    return f"Seat {free[0]} is free." if len(free) == 1 else f"Free: seats {listed(free)}."


def _in_lines(who: tuple[str, ...], lines: int, face: str) -> tuple[str, ...]:
    """All names in so many lines, or nothing if they do not fit."""
    found = wrap(", ".join(who), BODY.width, "label" if face == "label" else "text")
    return found if len(found) <= lines else ()


def _squeezed(who: tuple[str, ...], lines: int) -> tuple[str, ...]:
    """The names in so many lines, each with as many letters as there is room for."""
    for letters in range(max(map(len, who)), _SHORTEST - 1, -1):
        if found := _in_lines(tuple(shortened(name, letters) for name in who), lines, "text"):
            return found
    return (f"{len(who)} players sit.",)
