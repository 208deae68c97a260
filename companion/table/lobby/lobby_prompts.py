"""What the lobby asks the player at a place. Everything is made from the view.

Who sits has three keys: Change leads to a list of all that can be set up, Start begins the game, Learn shows how it is played.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from companion.core.game import AnyGame, book_with_pictures
from companion.core.options import Setting
from companion.core.prompt import Branch, Choose, Menu, Move, Option, Prompt, Write
from companion.core.screen import wrap
from companion.core.seat import seat_number
from companion.core.words import MAX_NAME_LETTERS, NAME_LETTERS, listed
from companion.games.helps import HELP_TITLES, Help, Helps, helps_words, offered_helps
from companion.table.clock.clock_setting import CLOCKS, OFF, clock_words
from companion.table.lobby.lobby_machines import LobbyPlayer, machine_entries, take_over_question
from companion.table.lobby.lobby_state import (
    LEARN,
    LobbyView,
    helps_sentence,
    is_alone,
    joined_names,
    needs,
    number_needed,
    offered_values,
    value_label,
    why_not_startable,
)

QUESTION_LINES = 4
"""Lines that a question has on a screen."""
LOBBY_HELP = (
    "Change: the game, its options, your name. Start: begins the game for all who sit. Learn: how the game is played. "
    "Everybody who sits may choose."
)
HELP_MEANINGS: Final[dict[Help, str]] = {
    "count": "How many left: how much is still possible, in your menu.",
    "worth": "Worth of a move: Worth? beside a move says what it is expected to tell.",
    "hint": "Suggest a move: Hint in your menu says what to do, and why.",
    "sheet": "Helping sheet: your screen works out what is still possible.",
}
HELPS_HELP = "Everybody reads who plays with help."
CLOCK_HELP = (
    "How long players may think: for each of their moves, or for all moves of a game together. At the end there is a sound. The "
    "clock never moves for anybody, and a move can be made after it."
)
JOIN_HELP = "Sit: you play along. Then choose your name, the game and its options, or wait for the others."
CHANGE_HELP = (
    "Each line is something to choose, with how it stands now at the right. What one player chooses counts for all."
)
MACHINE_HELP = (
    "The machine takes the next seat, and the game begins at once. How well it plays is chosen below Add machine."
)
NAME_HELP = (
    "First a group of letters, then one of them. After Z: Done, the accents of the last letter, and blank, digits and small "
    "or capital letters."
)


def prompt(view: LobbyView, games: Mapping[str, AnyGame]) -> Prompt | None:
    """What a place is asked: to join, or which choice to make."""
    if view.seat is None or not view.to_act:
        return None
    player = view.players[view.seat]
    if player.level is not None:
        return take_over_question(player)
    if not player.joined:
        return Choose(
            f"Seat {seat_number(view.seat)} is free", JOIN_HELP, (Option({"move": "join"}, "Sit", "Sit down here"),)
        )
    game = games[view.chosen]
    change = Menu("What to change?", CHANGE_HELP, tuple(_changes(view, games, game)))
    middle = Branch("Games", "Another game", _games(view, games)) if view.needs else _start(game)
    learn = (_branch("Learn", "How to play", {"move": LEARN}),) if book_with_pictures(game) else ()
    return Menu(
        f"You: {player.name}",
        LOBBY_HELP,
        (Branch("Change", "Change", change), middle, *learn),
    )


def explain(view: LobbyView, games: Mapping[str, AnyGame], move: Move) -> str | None:
    """Why a refused start is not possible."""
    sits = view.seat is not None and view.players[view.seat].joined
    if move["move"] != "start" or not view.needs or not sits:
        return None
    return why_not_startable(games[view.chosen], len(joined_names(view)))


def confirm_question(view: LobbyView, move: Move) -> str | None:
    """Before the game begins: which one, with which clock, and who plays, as far as a screen has room for names. None if it is
    going to be refused."""
    players = joined_names(view)
    if move["move"] != "start" or view.needs or len(set(players)) < len(players):
        return None
    named = listed(players) if len(players) > 1 else f"{players[0]} alone"
    counted = f"{len(players)} players"
    helped = sum(player.helps != () for player in view.players)
    helps, counted_helps = helps_sentence(view), (f"{helped} with help.",) if helped else ()
    game = view.title if view.clock == OFF else f"{view.title}, {clock_words(view.clock)},"
    ways = ((named, helps), (counted, helps), (named, counted_helps), (counted, counted_helps))
    questions = [" ".join((f"Start {game} with {who}?", *more)) for who, more in ways]
    return next((question for question in questions if len(wrap(question)) <= QUESTION_LINES), questions[-1])


def _changes(view: LobbyView, games: Mapping[str, AnyGame], game: AnyGame) -> Iterator[Branch]:
    """The lines of the list: the game, its options, then what concerns this place. A name is last, one press above the first."""
    players = joined_names(view)
    assert view.seat is not None, "the public is asked nothing"
    machines = tuple(machine_entries(view.players, view.seat, games[view.chosen]))
    alone = is_alone(view)
    # Who is alone at the table most likely wants somebody to play with.
    if alone:
        if len(view.players) > 1:
            yield Branch("Machine", "Play the machine", _against_machine(games))
        yield from machines
    yield Branch("Game", f"Game\t{game.title}", _games(view, games))
    if not alone:
        yield from machines
    rare = [setting for setting in game.settings if setting.rare]
    if len(rare) < 2:
        rare = []  # a list of one line is no shorter
    yield from (_setting(setting, view, players) for setting in game.settings if setting not in rare)
    if rare:
        more = tuple(_setting(setting, view, players) for setting in rare)
        yield Branch("More", "More options", Menu("More options", CHANGE_HELP, more))
    yield _clock(view)
    if offered := offered_helps(game):
        yield _helps(view.players[view.seat], offered)
    yield _branch("Leave", "Leave the table", {"move": "leave"})
    yield Branch("Name", f"Your name\t{view.players[view.seat].name}", _name(view))


def _helps(player: LobbyPlayer, offered: Helps) -> Branch:
    """A list of switches for what is offered in the game. It stays open, so each press shows what it did."""
    switches = tuple(
        # A label that fits no box, so that the switches are a list, in which their values are in sight.
        _branch(f"{title}: {now}", f"{title}\t{now}", {"move": "help", "help": one, "on": one not in player.helps})
        for one, title in HELP_TITLES.items()
        if one in offered
        for now in ("on" if one in player.helps else "off",)
    )
    now, meaning = helps_words(player.helps, offered), " ".join(HELP_MEANINGS[one] for one in offered)
    return Branch(f"My help: {now}", f"My help\t{now}", Menu("My help", f"{meaning} {HELPS_HELP}", switches))


def _clock(view: LobbyView) -> Branch:
    now = clock_words(view.clock)
    options = tuple(
        Option(
            {"move": "clock", "time": time},
            clock_words(time),
            clock_words(time) + ("\tnow" if time == view.clock else ""),
        )
        for time in CLOCKS
    )
    return Branch(f"Clock: {now}", f"Clock\t{now}", Choose("Clock", CLOCK_HELP, options))


def _start(game: AnyGame) -> Branch:
    return _branch("Start", f"Start {game.title}", {"move": "start"})


def _branch(label: str, text: str, move: Move) -> Branch:
    return Branch(label, text, Choose(text, "", (Option(move, label, text),)))


def _games(view: LobbyView, games: Mapping[str, AnyGame]) -> Choose:
    """All games; at the right the one that is chosen, and how many players those need that do not fit."""
    players = len(joined_names(view))
    options = []
    for game in games.values():
        note = "now" if game.name == view.chosen else f"for {number_needed(game)}" if needs(game, players) else ""
        text = f"{game.title}\t{note}" if note else game.title
        options.append(Option({"move": "choose", "game": game.name}, game.title, text))
    return Choose(
        "Which game?", "At the right: how many players a game needs that does not fit those who sit.", tuple(options)
    )


def _against_machine(games: Mapping[str, AnyGame]) -> Choose:
    """The games for two; the choice begins the game at once, since nobody else is there to be asked."""
    options = (
        Option({"move": "play_machine", "game": game.name}, game.title, game.title)
        for game in games.values()
        if not needs(game, 2)
    )
    return Choose("Begin which?", MACHINE_HELP, tuple(options))


def _name(view: LobbyView) -> Prompt:
    """The menu of names: those that no player at the table has, and a new one."""
    new = Write("Your name", NAME_HELP, "new_name", "name", NAME_LETTERS, MAX_NAME_LETTERS)
    taken = {player.name for player in view.players}
    free = [_branch(name, name, {"move": "name", "name": name}) for name in view.known if name not in taken]
    return Menu("Who are you?", "", (*free, Branch("New", "Another name", new))) if free else new


def _setting(setting: Setting, view: LobbyView, players: tuple[str, ...]) -> Branch:
    now = value_label(setting, view.choices, players)
    options = tuple(
        Option(
            {"move": "set", "option": setting.name, "value": value.value},
            value.label,
            f"{value.label}\tnow" if value.label == now else value.label,
        )
        for value in offered_values(setting, players)
    )
    # A label that fits no box, so that a short list is a list too, in which the value is in sight.
    return Branch(f"{setting.title}: {now}", f"{setting.title}\t{now}", Choose(setting.title, setting.help, options))
