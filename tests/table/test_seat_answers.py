"""Whole moves from a place, as touch makes them: they go to the question in front, and nothing else takes them."""

from typing import Any

from msgspec import to_builtins

from companion.core.prompt import Choose, every
from companion.games.catalog import CATALOG
from companion.games.helps import Helps
from companion.table.data import seat_data
from companion.table.effects import Abandoned, Append, HintGiven, NewCode, Opened, SeatAnswered, Show, TakenBack
from companion.table.table import STALE, Table, entries
from tests.table.helps import helps_at
from tests.table.screens.test_recap import TOURNAMENT, first_round

NAMES = ("Ann", "Bob")
CODE = {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]}
OTHER = {"move": "set_code", "digits": [8, 0, 5, 2, 7, 4]}
PEGS = {"move": "set_code", "pegs": ["red", "yellow", "green", "blue"]}
LINE = {"move": "ask_line", "line": "C"}


def table(name: str, options: dict[str, Any] | None = None, *, helps: tuple[Helps, ...] = ()) -> Table:
    made = Table(CATALOG, NAMES)
    game = next(game for game in CATALOG if game.name == name)
    made.resume(Opened(name, game.rules, options or {}, NAMES, helps=helps), [])
    return made


def answer(table: Table, place: int, move: dict[str, Any], to: str | None = None, number: int | None = None) -> Any:
    moment = table.seat_moment(place)
    given = SeatAnswered(
        place, moment.asked.to if to is None else to, moment.number if number is None else number, move, 1.0
    )
    return table.handle(given)


def solving() -> Table:
    """Digit Code, both codes made and the four questions of seat 0 asked."""
    made = table("digitcode", {"opening": "one"})
    answer(made, 0, CODE)
    answer(made, 1, OTHER)
    return made


def test_a_whole_move_is_journalled_before_it_is_shown() -> None:
    made = table("mastermind")
    effects = answer(made, 0, PEGS)
    assert isinstance(effects[0], Append)
    assert [effect.place for effect in effects if isinstance(effect, Show)] == [0, 1]
    assert made.state.number == 1


def test_an_answer_to_another_question_or_of_who_is_not_asked_is_refused_on_that_screen_alone() -> None:
    for place, to, number in (
        (0, "game", 7),
        (0, "game", 0),
        (0, "round", None),
        (0, "abandon 0", None),
        (1, None, None),
    ):
        made = table("mastermind")
        effects = answer(made, place, PEGS, to, number)
        assert [type(effect) for effect in effects] == [Show]
        assert (made.seat_moment(place).notice, made.seat_moment(1 - place).notice) == (STALE, "")
        assert made.state.number == 0


def test_an_illegal_move_is_refused_until_a_legal_one_comes() -> None:
    made = table("mastermind")
    answer(made, 0, {"move": "set_code", "pegs": ["red", "red", "green", "blue"]})
    assert made.seat_moment(0).notice
    assert made.state.number == 0
    answer(made, 0, PEGS)
    assert made.seat_moment(0).notice == ""


def test_a_question_that_was_asked_before_is_asked_back() -> None:
    made = solving()
    answer(made, 0, LINE)
    answer(made, 1, LINE)
    number = made.state.number
    answer(made, 0, LINE)
    assert made.state.number == number
    moment = made.seat_moment(0)
    assert moment.asked.to == "doubt"
    assert "Again?" in moment.asked.lines[0]
    answer(made, 0, {"move": "back"})
    assert made.seat_moment(0).asked.to == "game"
    answer(made, 0, LINE)
    answer(made, 0, {"move": "yes"})
    assert made.state.number == number + 1


def guessed() -> Table:
    """Mastermind, whose arms are still to be pulled for a guess of seat 1."""
    made = table("mastermind", {"indication": "manual"})
    answer(made, 0, PEGS)
    answer(made, 1, {"move": "guess", "pegs": ["red", "red", "red", "red"]})
    return made


def test_who_has_no_hints_reads_where_they_are_switched_on() -> None:
    made = guessed()
    answer(made, 1, {"move": "no_hints"}, "menu")
    assert "before a game" in made.seat_moment(1).notice
    assert "Hints are off" not in made.seat_moment(0).notice


def test_a_hint_stands_below_what_was_not_read_before() -> None:
    made = table("mastermind", helps=helps_at(1))
    answer(made, 0, PEGS)
    made.notify("The die fell off.")
    answer(made, 1, {"move": "hint"}, "menu")
    made.handle(HintGiven(1, made.state.number, "Try this row."))
    assert made.seat_moment(1).notice.split("\n")[-2:] == ["The die fell off.", "Try this row."]
    answer(made, 1, {"move": "read"}, "notice")
    assert made.seat_moment(1).notice == ""


def test_an_agreement_is_proposed_and_answered() -> None:
    made = guessed()
    menu = made.seat_moment(1).menu
    assert isinstance(menu, Choose)
    assert {move["move"] for move in every(menu)} == {"take_back", "abandon", "hand_over", "no_hints"}
    assert seat_data(made.seat_moment(1))["menu"] == to_builtins(menu)
    answer(made, 1, {"move": "take_back"}, "menu")
    assert made.seat_moment(0).asked.to == "take_back 1"
    assert made.seat_moment(0).menu is None
    assert seat_data(made.seat_moment(0))["menu"] is None
    # The same words to another proposal count for nothing.
    answer(made, 0, {"move": "yes"}, "abandon 1")
    assert made.seat_moment(0).notice == STALE
    answer(made, 0, {"move": "no"})
    assert made.seat_moment(0).asked.to == "game"
    answer(made, 1, {"move": "abandon"}, "menu")
    effects = answer(made, 0, {"move": "yes"})
    assert any(isinstance(entry, Abandoned) for entry in entries(effects))
    assert made.game.name == "lobby"


def test_a_move_is_taken_back_when_all_agree() -> None:
    made = solving()
    answer(made, 0, LINE)
    answer(made, 0, {"move": "take_back"}, "menu")
    assert made.seat_moment(0).notice, "an answer was heard, so the question stays"
    made = guessed()
    answer(made, 1, {"move": "take_back"}, "menu")
    effects = answer(made, 0, {"move": "yes"})
    assert any(isinstance(entry, TakenBack) for entry in entries(effects))


def test_the_lobby_is_answered_like_a_game() -> None:
    made = Table(CATALOG, NAMES)
    made.begin()
    answer(made, 1, {"move": "choose", "game": "digitcode"})
    answer(made, 0, {"move": "new_name", "name": "ANN"})
    assert made.seat_moment(1).names[0] == "ANN"
    answer(made, 1, {"move": "start"})
    assert made.seat_moment(1).asked.to == "doubt"
    answer(made, 1, {"move": "yes"})
    assert made.game.name == "digitcode"


def test_a_notice_is_put_away_without_a_move() -> None:
    made = table("mastermind")
    made.notify("The die fell off.")
    assert made.seat_moment(1).notice == "The die fell off."
    answer(made, 1, {"move": "read"}, "notice")
    assert made.seat_moment(1).notice == ""
    assert made.seat_moment(0).notice == "The die fell off."


def test_a_finished_round_is_read_and_put_away() -> None:
    made = Table(CATALOG, NAMES)
    made.resume(TOURNAMENT, first_round())
    assert made.seat_moment(0).recap is not None, "a round ended"
    assert made.seat_moment(0).asked.to == "round"
    answer(made, 0, {"move": "go_on"})
    assert made.seat_moment(0).recap is None
    assert made.seat_moment(1).recap is not None
    answer(made, 1, {"move": "go_on"})
    answer(made, 1, {"move": "take", "colour": "black"})
    assert made.state.number == len(first_round()) + 1


def test_a_new_phone_for_another_seat_is_proposed_and_agreed_on() -> None:
    made = Table(CATALOG, NAMES, phones=(0, 1))
    made.begin()
    menu = made.seat_moment(0).menu
    assert isinstance(menu, Choose)
    assert list(every(menu)) == [{"move": "new_code", "place": 1}], "nobody takes the own phone away"
    answer(made, 0, {"move": "new_code", "place": 0}, "menu")
    assert made.state.proposal is None
    answer(made, 0, {"move": "new_code", "place": 1}, "menu")
    assert "wants a new phone for you." in " ".join(made.seat_moment(1).asked.lines)
    effects = answer(made, 1, {"move": "yes"})
    assert NewCode(1, "") in effects


def test_a_seat_is_handed_to_the_machine_and_taken_back() -> None:
    made = Table(CATALOG, NAMES, new_seed=lambda: "0" * 32)
    game = next(game for game in CATALOG if game.name == "mastermind")
    made.resume(Opened("mastermind", game.rules, {}, NAMES), [])
    answer(made, 1, {"move": "hand_over"}, "menu")
    asked = made.seat_moment(1).asked
    assert asked.prompt is not None
    level = next(every(asked.prompt))
    assert level["move"] == "hand_over"
    answer(made, 1, level)
    assert made.state.position.machine_places == (1,)
    menu = made.seat_moment(1).menu
    assert isinstance(menu, Choose)
    assert list(every(menu)) == [{"move": "play_again"}]
    answer(made, 1, {"move": "play_again"}, "menu")
    answer(made, 1, {"move": "take_seat"})
    assert not made.state.position.machine_places


def test_whoever_is_asked_to_agree_reads_that_and_one_tap_agrees_but_none_takes_it_back() -> None:
    made = Table(CATALOG, ("Ann", "Bob", "Cleo"))
    game = next(game for game in CATALOG if game.name == "davinci")
    made.resume(Opened("davinci", game.rules, {}, ("Ann", "Bob", "Cleo")), [])
    answer(made, 0, {"move": "abandon"}, "menu")

    def seen(place: int) -> tuple[str, bool, bool]:
        moment = made.seat_moment(place)
        assert isinstance(moment.asked.prompt, Choose)
        data = seat_data(moment)
        return data["turn"], data["yours"], moment.asked.prompt.confirm

    assert seen(1) == seen(2) == ("Your answer", True, False)
    answer(made, 1, {"move": "yes"})
    assert [seen(place)[0] for place in range(2)] == ["Waiting", "Waiting"], "for the others, whosever turn it is"
    assert [seen(place)[2] for place in range(3)] == [True, True, False]
