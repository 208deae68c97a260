"""The machine in the lobby: seated and taken away by keys, with a level and a name, for all to see."""

import pytest
from msgspec import to_builtins

from companion.core.errors import RuleError
from companion.core.prompt import NOW, Choose, Menu, Move, Prompt, every, move_names
from companion.core.screen import TextMark
from companion.core.words import lower_first
from companion.games.catalog import CATALOG
from companion.games.davinci import DAVINCI
from companion.games.mastermind import MASTERMIND
from companion.games.passcode import PASSCODE
from companion.journal.rows import players_of
from companion.table import lobby
from companion.table.effects import MachineSeat, Opened
from companion.table.lobby_rules import LobbyMachine, LobbyView
from companion.table.table import Table
from tests.table.machine_seats.seated import SEEDS, Seated
from tests.table.room import Room


def machine(seat: int, level: str = "casual") -> Move:
    return {"move": "add_machine", "seat": seat, "level": level}


def view(table: Table) -> LobbyView:
    seen: LobbyView = table.game.view(table.state.game_state, None)
    return seen


def refusal(seated: Seated, seat: int, move: Move) -> str:
    with pytest.raises(RuleError) as caught:
        seated.move(seat, move)
    return str(caught.value)


def test_everybody_sees_where_it_plays_and_how_well() -> None:
    seated = Seated(3)
    seated.enter(0, {"move": "join"})
    seated.enter(0, machine(2, "best"))
    players = to_builtins(view(seated.table).players)
    assert players[2] == {
        "seat": 2,
        "name": "Machine",
        "joined": True,
        "level": "best",
        "fixed": False,
        "helps": (),
        "phone": False,
    }
    assert players[1]["level"] is None
    assert "Seat 1, Machine" in seated.words(1).split("\n")
    assert "You, Machine" in seated.words(0).split("\n")
    assert seated.published[-1].event == "Next: Mastermind, with Seat 1 and Machine."
    state = seated.table.state
    pages = seated.table.game.render(state.options, view(seated.table), state.opened.names, None).pages
    texts = [mark for mark in pages[1].marks if isinstance(mark, TextMark)]
    (level,) = [mark for mark in texts if mark.text == "best"]
    assert [mark.text for mark in texts if mark.y == level.y and mark.x < level.x] == ["Machine"]


def test_every_level_of_every_game_can_be_chosen_by_keys() -> None:
    for record in CATALOG:
        game = record.name
        for level in record.level_names():
            seated = Seated(2)
            if game != "mastermind":
                seated.enter(0, {"move": "choose", "game": game})
            seated.enter(0, machine(1, level))
            assert seated.table.state.game_state.machines == (LobbyMachine(1, level),)


def test_levels_are_offered_from_the_weakest_to_the_strongest_and_help_says_how_they_play() -> None:
    seated = Seated(2)
    for record in CATALOG:
        game, levels = record.name, record.level_names()
        if game != "mastermind":
            seated.enter(0, {"move": "choose", "game": game})
        prompt = seated.table.prompt(0)
        assert prompt is not None
        offered = find(prompt, "add_machine")
        assert [option.move["level"] for option in offered.options] == list(levels)
        assert all(f"{level}: " in offered.help for level in levels)
        assert seated.table.seat_moment(0).levels == record.level_words()


def find(prompt: Prompt, name: str) -> Choose:
    """The list whose first choice makes a move of that name."""
    match prompt:
        case Menu(branches=branches):
            found = [find(branch.prompt, name) for branch in branches if name in move_names(branch.prompt)]
            return found[0]
        case Choose():
            return prompt
        case _:
            raise AssertionError(prompt)


def test_the_level_is_changed_goes_with_another_game_and_the_machine_is_taken_away() -> None:
    seated = Seated(3)
    seated.enter(0, {"move": "join"})
    seated.enter(0, machine(1))
    seated.enter(0, machine(1, "novice"))
    assert view(seated.table).players[1].level == "novice"
    seated.enter(0, {"move": "choose", "game": "passcode"})
    assert view(seated.table).players[1].level == "hasty", "about the same"
    said = f"Passcode has no level novice, so Machine plays at hasty: it {lower_first(PASSCODE.levels['hasty'])}"
    assert " ".join(seated.words(0).split()).startswith("Passcode has no level novice, so Machine plays at hasty: it")
    assert seated.events[-1] == said, "everybody may know"
    seated.press(0, "middle", "middle")  # it goes on
    seated.enter(0, {"move": "remove_machine", "seat": 1})
    assert (view(seated.table).players[1].level, view(seated.table).players[1].joined) == (None, False)


def test_a_game_that_the_lobby_proposes_by_itself_has_levels_of_its_own() -> None:
    """Nobody has chosen yet, so a third player makes the lobby propose a game for more than two."""
    seated = Seated(4)
    seated.enter(0, {"move": "join"})
    seated.move(0, machine(1, "steady"))
    seated.move(0, machine(2, "novice"))
    assert view(seated.table).chosen == "davinci"
    levels = [one.level for one in view(seated.table).players if one.level is not None]
    assert levels == ["casual", "beginner"], "the same ranks by the names of this game"


def test_the_level_that_it_plays_at_is_marked_in_the_list() -> None:
    seated = Seated(2)
    seated.enter(0, machine(1, "steady"))
    seated.enter(0, {"move": "choose", "game": "passcode"})
    prompt = seated.table.prompt(0)
    assert prompt is not None
    offered = [option for option in find(prompt, "add_machine").options if "level" in option.move]
    assert [option.move["level"] for option in offered] == [*PASSCODE.level_names()]
    assert [option.move["level"] for option in offered if option.text.endswith(NOW)] == ["steady"]


def test_whoever_sits_down_at_its_place_plays_there_instead() -> None:
    seated = Seated(3)
    seated.enter(0, {"move": "join"})
    seated.enter(0, machine(1))
    assert "Machine plays" in seated.words(1)
    seated.press(1, "middle")
    player = view(seated.table).players[1]
    assert (player.level, player.joined, player.name) == (None, True, "Seat 2")


def test_it_is_seated_at_free_places_only() -> None:
    """A person who has pressed a key keeps the place; who sits only because a table of two seats all does not."""
    seated = Seated(2)
    offered = {move["seat"] for move in every_lobby_move(seated, 0) if move["move"] == "add_machine"}
    assert offered == {1}
    seated.enter(1, {"move": "set", "option": "colours", "value": 6})
    assert not [move for move in every_lobby_move(seated, 0) if move["move"] == "add_machine"]
    assert 'not "add_machine"' in refusal(seated, 0, machine(1))
    seated.enter(1, {"move": "leave"})
    seated.enter(0, machine(1))


def every_lobby_move(seated: Seated, place: int) -> list[Move]:
    prompt = seated.table.prompt(place)
    assert prompt is not None
    found = []
    for move in every(prompt):
        if move["move"] == "new_name":
            break
        found.append(move)
    return found


def test_its_names_are_never_those_of_people() -> None:
    seated = Seated(4)
    seated.enter(0, {"move": "join"})
    for place in (1, 2):
        seated.enter(0, machine(place))
    seated.enter(3, {"move": "join"})
    assert [player.name for player in view(seated.table).players] == ["Seat 1", "Machine", "Machine2", "Seat 4"]
    seated.move(3, {"move": "new_name", "name": "MACHINE"})
    assert [player.name for player in view(seated.table).players] == ["Seat 1", "Machine2", "Machine3", "MACHINE"]
    seated.move(0, {"move": "choose", "game": "passcode"})
    seated.move(0, {"move": "start"})
    assert seated.table.state.opened.names == ("Seat 1", "Machine2", "Machine3", "MACHINE")


def test_the_next_lobby_proposes_it_again() -> None:
    seated = Seated(2, thinks=False)
    seated.move(0, machine(1, "best"))
    seated.move(0, {"move": "start"})
    seated.carry_out(seated.table.resume(seated.table.state.opened, [], 1, abandoned=True))
    lobby = seated.table.state.game_state
    assert (lobby.machines, lobby.joined, lobby.names) == ((LobbyMachine(1, "best"),), (0, 1), (None, None))
    again = Table((MASTERMIND, DAVINCI), ("Seat 1", "Seat 2"))
    again.resume(seated.table.state.opened, [])
    assert again.state.game_state == lobby


def test_a_machine_cannot_draw_from_the_players_own_box() -> None:
    seated = Seated(2, material="box")
    seated.move(0, {"move": "choose", "game": "davinci"})
    seated.move(0, machine(1))
    assert "own box" in refusal(seated, 0, {"move": "start"})
    seated.move(0, {"move": "choose", "game": "mastermind"})
    seated.thinks = False
    seated.move(0, {"move": "start"})
    assert seated.table.state.machine_seats == (1,)


def test_a_game_without_machines_is_written_as_ever() -> None:
    people = Opened("mastermind", 2, {}, ("Ann", "Bob"), (0, 1))
    assert players_of(people) == [{"name": "Ann", "place": 0}, {"name": "Bob", "place": 1}]
    mixed = Opened("mastermind", 2, {}, ("Ann", "Machine"), (0, 1), (MachineSeat(1, "best", SEEDS[3]),))
    assert players_of(mixed) == [
        {"name": "Ann", "place": 0},
        {"name": "Machine", "place": 1, "machine": "best", "seed": SEEDS[3]},
    ]


def test_where_the_machine_plays_its_pace_is_chosen_and_stays_for_the_table() -> None:
    room = Room()
    slow: Move = {"move": "pace", "pace": "slow"}
    assert room.refusal(0, slow), "nobody is there whose pace it would be"
    room.answer(0, {"move": "add_machine", "seat": 1, "level": "best"})
    assert room.refusal(0, {"move": "pace", "pace": "at once"})
    room.enter(0, slow)
    room.start()
    assert room.opened.pace == "slow"
    again = lobby.lobby_after(room.opened, ("Ann", "Bob"), ())
    assert again.options["pace"] == "slow"
    fresh = Room()
    fresh.carry_out(fresh.table.resume(again, ()))
    assert fresh.table.state.game_state.pace == "slow"
