"""What the lobby asks a place, and how it looks there. All of it from the view."""

from collections.abc import Iterator, Mapping

from companion.bots.level_names import levels_of, middle_level
from companion.core.game import AnyGame
from companion.core.options import Setting
from companion.core.prompt import Branch, Choose, Menu, Move, Option, Prompt, Write, same
from companion.core.screen import ACROSS, LINE, Rendering, ScreenPage, TextMark, wrap
from companion.core.seat import Seat
from companion.table.lobby.lobby_state import LETTERS, LONGEST, LobbyPlayer, LobbyView, needs, offered, playing

HELP = (
    "◀ ▶ leaf through what can be changed, ● takes it; whoever has joined may choose. Start begins the game for all who "
    "joined. Holding ● goes back a step, and here shows the options as they stand."
)
JOIN_HELP = "● sits you down at this place. Then choose your name, the game and its options, or wait for the others."
TAKE_HELP = "The machine plays at this place. ● takes the place over: you play here, and the machine leaves it."
LEVEL_HELP = (
    "The machine plays this place at the level that you choose. It sees no more than a player at this place would."
)
NAME_HELP = (
    "Each press halves the letters until one is left: the label above a key shows which are its own. _ is a blank, and OK "
    "ends the name. Holding ● takes back a step."
)


def prompt(view: LobbyView, games: Mapping[str, AnyGame]) -> Prompt | None:
    """What a place is asked: to join, or what to choose."""
    if view.seat is None or not view.to_act:
        return None
    if view.players[view.seat].level is not None:
        return Choose("The machine plays", TAKE_HELP, (Option({"move": "join"}, "join", "Play here myself"),))
    if not view.players[view.seat].joined:
        return Choose("Press ● to sit down", JOIN_HELP, (Option({"move": "join"}, "join", "Sit down here"),))
    game, players = games[view.chosen], playing(view)
    branches = [_branch("start", f"Start {game.title}", {"move": "start"}), *_machines(view, view.seat)]
    fitting = tuple(other for other in games.values() if not needs(other, len(players)))
    if any(other.name != view.chosen for other in fitting):
        branches.append(Branch("game", f"Game: {game.title}"[:ACROSS], _games(fitting)))
    branches += [_setting(setting, view, players) for setting in game.settings]
    branches.append(Branch("name", f"You: {view.players[view.seat].name}"[:ACROSS], _name(view)))
    branches.append(_branch("leave", "Leave the table", {"move": "leave"}))
    return Menu("Choose: ◀ ▶, then ●", HELP, tuple(branches))


def render(view: LobbyView, game: AnyGame, lines: int) -> Rendering:
    """The game and its players; then its options, and who sits where."""
    who = [f"{player.name:<9}{player.level or ('plays' if player.joined else 'not yet')}" for player in view.players]
    options = [_row(setting.title, _label(setting, view)) for setting in game.settings]
    return Rendering(
        f"{view.title} begins"[:ACROSS],
        (
            ScreenPage("The lobby", _texts(_overview(view, lines))),
            *(ScreenPage("Options", _texts(options[at : at + lines])) for at in range(0, len(options), lines)),
            ScreenPage("Who plays", _texts(who[:lines])),
        ),
    )


def describe(view: LobbyView) -> str:
    """The lobby in one sentence."""
    players = playing(view)
    who = (
        f"{' and '.join(filter(None, (', '.join(players[:-1]), players[-1])))} joined"
        if players
        else "nobody joined yet"
    )
    return f"In the lobby: {view.title}; {who}."


def _overview(view: LobbyView, lines: int) -> list[str]:
    """The game, what it lacks, and its players as far as there is room."""
    title = [*wrap(f"{view.title} {view.needs}")] if view.needs else [view.title]
    players = playing(view)
    who = wrap(f"with {', '.join(players)}" if players else "nobody has joined yet")
    room = lines - len(title)
    if len(who) > room:
        who = (*who[: room - 1], f"{len(players)} play")
    return [*title, *who]


def _texts(lines: list[str]) -> tuple[TextMark, ...]:
    return tuple(TextMark(0, LINE * number, line) for number, line in enumerate(lines, 1))


def _branch(label: str, text: str, move: Move) -> Branch:
    return Branch(label, text[:ACROSS], Choose(text[:ACROSS], "", (Option(move, label, text[:ACROSS]),)))


def _games(games: tuple[AnyGame, ...]) -> Choose:
    options = tuple(Option({"move": "choose", "game": game.name}, "take", game.title) for game in games)
    return Choose("Which game?", "", options)


def _machines(view: LobbyView, own: Seat) -> Iterator[Branch]:
    """Every machine with its level; then the places that are free for one, the next one clockwise first."""
    count = len(view.players)
    clockwise = [view.players[(own + step) % count] for step in range(1, count)]
    for player in clockwise:
        if player.level is not None:
            away = Option({"move": "remove_machine", "seat": player.seat}, "away", "Take it away")
            yield Branch("change", f"{player.name}: {player.level}"[:ACROSS], _levels(view, player, (away,)))
    free = [player for player in clockwise if player.level is None and not (player.joined and player.fixed)]
    if free:
        yield Branch("add", f"Machine: {free[0].name}"[:ACROSS], _levels(view, free[0]))
    if len(free) > 1:
        places = tuple(Branch("add", player.name, _levels(view, player)) for player in free[1:])
        yield Branch("add", "Machine elsewhere", Menu("At which place?", "", places))


def _levels(view: LobbyView, player: LobbyPlayer, more: tuple[Option, ...] = ()) -> Choose:
    """The levels of the chosen game, a middling one first."""
    middle = middle_level(view.chosen)
    levels = (middle, *(level for level in levels_of(view.chosen) if level != middle))
    options = tuple(
        Option({"move": "add_machine", "seat": player.seat, "level": level}, level[:7], level)
        for level in levels
        if level != player.level
    )
    return Choose("How well it plays", LEVEL_HELP, (*options, *more))


def _name(view: LobbyView) -> Prompt:
    """A name that nobody at the table has, or a new one."""
    new = Write("Your name", NAME_HELP, "new_name", "name", LETTERS, LONGEST)
    taken = {player.name for player in view.players}
    free = [_branch(name, name, {"move": "name", "name": name}) for name in view.known if name not in taken]
    return Menu("Who are you?", "", (*free, Branch("new", "A name not listed", new))) if free else new


def _setting(setting: Setting, view: LobbyView, players: tuple[str, ...]) -> Branch:
    options = tuple(
        Option({"move": "set", "option": setting.name, "value": value.value}, value.label, value.label)
        for value in offered(setting, players)
    )
    now = f"{setting.title}: {_label(setting, view)}"
    shown = now if len(now) <= ACROSS else setting.title
    return Branch("change", shown, Choose(setting.title, setting.help, options))


def _row(title: str, word: str) -> str:
    return f"{title[: ACROSS - len(word) - 1]:<{ACROSS - len(word)}}{word}"


def _label(setting: Setting, view: LobbyView) -> str:
    value = next((choice.value for choice in view.choices if choice.name == setting.name), setting.default)
    values = offered(setting, playing(view))
    return next((known.label for known in values if same(known.value, value)), "-" if setting.of_seats else str(value))
