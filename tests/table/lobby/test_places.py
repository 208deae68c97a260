"""Places of the table join, take names, and become the seats of a game."""

from companion.games.catalog import CATALOG
from companion.games.davinci import DAVINCI
from companion.games.mastermind import MASTERMIND
from companion.table.effects import Abandoned, Append, Moved, Opened, Show
from companion.table.table import Table
from tests.table.room import Room, code, guess

SIX = tuple(f"Seat {number}" for number in range(1, 7))


def joined(*places: int, players: tuple[str, ...] = ()) -> Room:
    room = Room(CATALOG, names=SIX, players=players)
    for place in places:
        room.press(place, "middle")
    return room


def test_two_of_six_play_and_the_others_look_on() -> None:
    room = joined(4, 1)
    room.enter(4, {"move": "start"})
    assert room.opened == Opened("mastermind", MASTERMIND.rules, {}, ("Seat 2", "Seat 5"), (1, 4))
    assert "Set the code" in room.words(1)
    room.enter(1, code("RYGB"))
    room.enter(4, guess("WOYG"))
    assert room.kept[-1] == Moved(2, 1, guess("WOYG")), "in the journal are the seats of the game"
    for place in (0, 2, 3, 5):
        assert room.table.prompt(place) is None
        assert room.shown[place] == room.shown[0]
    standing, public = room.table.state, room.table.game.view(room.table.state.game_state, None)
    face = MASTERMIND.render(standing.options, public, standing.opened.names, None)
    assert face.status in room.words(0), "who looks on sees what all see"
    for place in (0, 2, 3, 5):
        assert all(isinstance(effect, Show) for effect in room.press(place, "middle"))


def test_who_has_not_joined_is_asked_that_alone() -> None:
    room = joined(2)
    assert "Seat 1 is free" in room.words(0)
    assert "join" in room.refusal(0, {"move": "start"})
    assert Room().table.state.game_state.joined == (0, 1), "at a table of two both have joined"


def test_a_game_that_does_not_fit_says_how_many_it_needs() -> None:
    room = joined(2)
    room.answer(2, {"move": "choose", "game": "digitcode"})
    room.answer(2, {"move": "choose", "game": "davinci"})
    assert "For 2 to 4, and 1 sits." in room.words(2)
    assert "Start" not in room.words(2)
    assert 'not "start"' in room.refusal(2, {"move": "start"})
    room.press(0, "middle")
    assert "Start" in room.words(2)
    room.press(5, "middle")
    room.answer(2, {"move": "choose", "game": "mastermind"})
    view = room.table.game.view(room.table.state.game_state, None)
    assert view.needs == "needs 1 to 2 players"
    event = room.table.state.position.event
    assert "needs 1 to 2 players, and" in event
    assert "Next" not in event, "it cannot be played so"
    offered = room.table.prompt(2)
    assert "'Passcode'" in repr(offered), "a game that fits"
    assert "Mastermind\\tnow" in repr(offered), "and one that does not"


def test_the_youngest_is_chosen_by_name_and_stays_who_it_was() -> None:
    room = joined(1, 3, players=("Ann", "Bob"))
    room.enter(3, {"move": "name", "name": "Bob"})
    room.enter(1, {"move": "choose", "game": "davinci"})
    room.press(1, "left")
    assert "label='Bob'" in repr(room.table.prompt(1))
    room.enter(1, {"move": "set", "option": "first_seat", "value": 1})
    room.press(0, "middle")
    assert [(choice.name, choice.value) for choice in room.table.state.game_state.choices] == [("first_seat", 2)]
    room.enter(0, {"move": "start"})
    assert room.table.game is DAVINCI
    assert room.opened.names[room.table.state.options.first_seat] == "Bob"
    assert "Bob takes a tile" in room.words(5)


def test_a_choice_of_somebody_who_leaves_goes_too() -> None:
    room = joined(1, 3)
    room.answer(1, {"move": "choose", "game": "davinci"})
    room.answer(1, {"move": "set", "option": "first_seat", "value": 1})
    room.answer(3, {"move": "leave"})
    assert room.table.state.game_state.choices == ()


def test_a_name_is_taken_from_the_list_once() -> None:
    room = joined(0, 1, players=("Ann", "Bob"))
    room.enter(0, {"move": "name", "name": "Ann"})
    assert "'name': 'Ann'" not in repr(room.table.prompt(1))
    assert "Ann, You" in room.words(1)
    assert room.remembered == []


def test_a_new_name_is_entered_with_the_keys_and_remembered() -> None:
    room = joined(0, 1)
    room.enter(1, {"move": "new_name", "name": "Eve 2"})
    assert room.remembered == ["Eve 2"]
    assert room.table.state.game_state.names[1] == "Eve 2"

    room.enter(0, {"move": "new_name", "name": "Eve 2"})
    assert room.remembered == ["Eve 2"], "once"
    assert "Eve 2" in room.refusal(0, {"move": "start"})


def test_after_a_game_its_players_sit_where_they_sat_by_their_names() -> None:
    room = joined(1, 4, players=("Ann",))
    room.enter(4, {"move": "name", "name": "Ann"})
    room.enter(1, {"move": "set", "option": "colours", "value": 6})
    room.enter(1, {"move": "start"})
    room.series()
    room.enter(4, {"move": "again"})
    last = "A draw, 1 to 1"
    said = f"Ann begins the same game again. Last game: {last}."
    assert room.events[-1] == said, "for who still looked at the result"
    room.series()
    room.enter(4, {"move": "lobby"})
    assert room.events[-1] == "Ann has opened the lobby."
    state = room.table.state.game_state
    assert state.last == last
    assert f"Last: {last}" in room.words(1), "it stands in the lobby until the next game"
    assert state.names == (None, None, None, None, "Ann", None)
    assert state.joined == (1, 4)
    assert [(choice.name, choice.value) for choice in state.choices] == [("colours", 6)]
    assert state.known == ("Ann",)
    room.enter(1, {"move": "start"})
    assert room.opened == Opened("mastermind", MASTERMIND.rules, {"colours": 6}, ("Seat 2", "Ann"), (1, 4))


def test_after_a_game_nobody_who_played_it_is_put_out() -> None:
    """Whether the game was played to its end or all agreed to end it, and whichever game is chosen next."""
    for abandoned in (False, True):
        room = joined(1, 4)
        room.enter(1, {"move": "start"})
        if abandoned:
            room.table.resume(room.opened, [], 1, abandoned=True)
        else:
            room.series()
            room.enter(4, {"move": "lobby"})
        for chosen in ("mastermind", "davinci"):
            room.answer(1, {"move": "choose", "game": chosen})
            assert room.refusal(1, {"move": "play_machine", "game": "mastermind"})
            for level in ("random", "best"):
                assert room.refusal(1, {"move": "add_machine", "seat": 4, "level": level})
        assert room.table.state.game_state.joined == (1, 4)
        room.answer(4, {"move": "leave"})
        room.answer(1, {"move": "add_machine", "seat": 4, "level": "best"})


def test_a_lobby_of_another_version_or_table_begins_anew() -> None:
    for opened in (Opened("lobby", 3, {}, SIX), Opened("lobby", 4, {}, SIX[:3])):
        effects = Table(CATALOG, SIX).resume(opened, [])
        assert effects[0] == Append(Opened("lobby", 4, {}, SIX))


def test_an_abandoned_game_is_followed_by_the_lobby_even_after_a_power_cut() -> None:
    room = joined(1, 4)
    room.enter(1, {"move": "start"})
    table = Table(CATALOG, SIX)
    effects = table.resume(room.opened, [], 1, abandoned=True)
    assert isinstance(effects[0], Append)
    assert isinstance(effects[0].entry, Opened)
    assert effects[0].entry.options["joined"] == [1, 4]
    assert Abandoned(1).number == 1
