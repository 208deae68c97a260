"""What the lobby asks the player at a place, and how its screens look. Everything is made from the view."""

from collections.abc import Mapping

from companion.core.entry import Entry
from companion.core.game import AnyGame
from companion.core.options import Setting
from companion.core.prompt import Branch, Choose, Menu, Move, Option, Prompt, Write, same
from companion.core.screen import Rendering, ScreenPage, TextMark, text_lines, wrap
from companion.table.lobby.lobby_machines import machine_entries, take_over_question
from companion.table.lobby.lobby_state import (
    MAX_NAME_LETTERS,
    NAME_LETTERS,
    LobbyView,
    joined_names,
    needs,
    offered_values,
)

HELP = (
    "◀ ▶ leaf through what can be changed, ● takes it; whoever has joined may choose. Start begins the game for all who "
    "joined. Holding ● goes back a step, and here shows the options as they stand."
)
JOIN_HELP = "● sits you down at this place. Then choose your name, the game and its options, or wait for the others."
NAME_HELP = (
    "Each press halves the letters until one is left: the label above a key shows which are its own. _ is a blank, and OK "
    "ends the name. Holding ● takes back a step."
)


def prompt(view: LobbyView, games: Mapping[str, AnyGame]) -> Prompt | None:
    """What a place is asked: to join, or which choice to make."""
    if view.seat is None or not view.to_act:
        return None
    if view.players[view.seat].level is not None:
        return take_over_question()
    if not view.players[view.seat].joined:
        return Choose("Press ● to sit down", JOIN_HELP, (Option({"move": "join"}, "join", "Sit down here"),))
    game, players = games[view.chosen], joined_names(view)
    branches = [_branch("start", f"Start {game.title}", {"move": "start"})]
    branches += machine_entries(view.players, view.seat, view.chosen)
    fitting = tuple(other for other in games.values() if not needs(other, len(players)))
    if any(other.name != view.chosen for other in fitting):
        branches.append(Branch("game", f"Game: {game.title}", _games(fitting)))
    branches += [_setting(setting, view, players) for setting in game.settings]
    branches.append(Branch("name", f"You: {view.players[view.seat].name}", _name(view)))
    branches.append(_branch("leave", "Leave the table", {"move": "leave"}))
    return Menu("Choose: ◀ ▶, then ●", HELP, tuple(branches))


def render(view: LobbyView, game: AnyGame, entry: Entry | None) -> Rendering:
    """Pages: the game and its players; its options; all places and who plays."""
    lines = 3
    who = [f"{player.name:<9}{player.level or ('plays' if player.joined else 'not yet')}" for player in view.players]
    options = [_row(setting.title, _label(setting, view)) for setting in game.settings]
    return Rendering(
        f"{view.title} begins",
        (
            ScreenPage("The lobby", _texts(_overview(view, lines)), "Lobby"),
            *(ScreenPage("Options", _texts(options[at : at + lines])) for at in range(0, len(options), lines)),
            ScreenPage("Who plays", _texts(who[:lines])),
        ),
    )


def describe(view: LobbyView) -> str:
    """The lobby in one sentence."""
    players = joined_names(view)
    who = (
        f"{' and '.join(filter(None, (', '.join(players[:-1]), players[-1])))} joined"
        if players
        else "nobody joined yet"
    )
    return f"In the lobby: {view.title}; {who}."


def _overview(view: LobbyView, lines: int) -> list[str]:
    """The game, why it cannot start, and its players as far as there is room."""
    title = [*wrap(f"{view.title} {view.needs}")] if view.needs else [view.title]
    players = joined_names(view)
    who = wrap(f"with {', '.join(players)}" if players else "nobody has joined yet")
    room = lines - len(title)
    if len(who) > room:
        who = (*who[: room - 1], f"{len(players)} play")
    return [*title, *who]


def _texts(lines: list[str]) -> tuple[TextMark, ...]:
    return text_lines(tuple(lines))


def _branch(label: str, text: str, move: Move) -> Branch:
    return Branch(label, text, Choose(text, "", (Option(move, label, text),)))


def _games(games: tuple[AnyGame, ...]) -> Choose:
    options = tuple(Option({"move": "choose", "game": game.name}, "take", game.title) for game in games)
    return Choose("Which game?", "", options)


def _name(view: LobbyView) -> Prompt:
    """The menu of names: those that no player at the table has, and a new one."""
    new = Write("Your name", NAME_HELP, "new_name", "name", NAME_LETTERS, MAX_NAME_LETTERS)
    taken = {player.name for player in view.players}
    free = [_branch(name, name, {"move": "name", "name": name}) for name in view.known if name not in taken]
    return Menu("Who are you?", "", (*free, Branch("new", "A name not listed", new))) if free else new


def _setting(setting: Setting, view: LobbyView, players: tuple[str, ...]) -> Branch:
    options = tuple(
        Option({"move": "set", "option": setting.name, "value": value.value}, value.label, value.label)
        for value in offered_values(setting, players)
    )
    shown = f"{setting.title}\t{_label(setting, view)}"
    return Branch("change", shown, Choose(setting.title, setting.help, options))


def _row(title: str, word: str) -> str:
    return f"{title}: {word}"


def _label(setting: Setting, view: LobbyView) -> str:
    value = next((choice.value for choice in view.choices if choice.name == setting.name), setting.default)
    values = offered_values(setting, joined_names(view))
    return next((known.label for known in values if same(known.value, value)), "-" if setting.of_seats else str(value))
