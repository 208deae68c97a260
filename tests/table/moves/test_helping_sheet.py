"""The helping sheet of Digit Code (C17) as a help of one player: on that player's screen alone, by keys and by touch."""

from typing import Any

import pytest
from msgspec import json

from companion.games.catalog import find_game
from companion.games.digitcode.possible import possible_codes
from companion.games.digitcode.rules import ALL_SPACES, true_answer
from companion.games.helps import Helps
from companion.table.data import seat_bytes
from companion.table.effects import Opened
from companion.table.pages import rendering
from companion.table.table import Table
from tests.table.machine_seats.seated import Seated

CODES = {0: [0, 7, 4, 2, 9, 1], 1: [5, 1, 8, 3, 6, 0]}
ASKED = (
    {"move": "ask_line", "line": "J"},
    {"move": "ask_parity", "place": "W"},
    {"move": "ask_larger", "places": ["T", "U"]},
    {"move": "ask_space", "column": "A", "row": "K"},
)
ENTRIES = (
    *((seat, {"move": "set_code", "digits": code}) for seat, code in CODES.items()),
    *((0, one) for one in ASKED),
)

pytestmark = pytest.mark.rule("C17")


def table(helps: tuple[Helps, ...], entries: Any = ENTRIES, **options: Any) -> Table:
    game = find_game("digitcode")
    made = Table((game,), ("Seat 1", "Seat 2"))
    made.resume(Opened("digitcode", game.rules, options, ("Ann", "Bob"), helps=helps), entries)
    return made


def page_names(of: Table, seat: int) -> list[str]:
    return [page.label for page in rendering(of.at(seat)).pages]


def data(of: Table, seat: int) -> Any:
    return json.decode(seat_bytes(of.seat_moment(seat)))


def test_who_switched_it_on_has_the_pages_and_the_other_has_none() -> None:
    helped = table((("sheet",), ()))
    assert "Sheet" in page_names(helped, 0)
    assert "Sheet" not in page_names(helped, 1)
    assert data(helped, 1)["sheet"] is None


def test_by_touch_it_says_what_all_codes_with_these_answers_have_in_common() -> None:
    state: Any = table((("sheet",), ())).state.game_state
    about_bob = [one for one in state.asked if one.of == 1]
    assert [one.answer for one in about_bob] == [true_answer(tuple(CODES[1]), one.question) for one in about_bob]
    found: list[set[int]] = [set() for _ in range(6)]
    count = 0
    for code in possible_codes(about_bob):
        count += 1
        for digits, digit in zip(found, code, strict=True):
            digits.add(digit)
    sheet = data(table((("sheet",), ())), 0)["sheet"]
    assert sheet["count"] == count
    assert sheet["digits"] == {letter: sorted(digits) for letter, digits in zip("TUVWXY", found, strict=True)}
    assert sheet["spaces"]["AK"] is state.asked[-1].answer
    assert {*sheet["spaces"]} <= {space.column + space.row for space in ALL_SPACES}


def test_it_says_nothing_of_the_code_that_it_hides() -> None:
    """Two codes of Bob that give Ann the same answers: she is sent the same, byte for byte."""
    first = table((("sheet",), ()))
    state: Any = first.state.game_state
    other = next(code for code in possible_codes(state.asked) if list(code) != CODES[1])
    second = table(
        (("sheet",), ()), ((0, ENTRIES[0][1]), (1, {"move": "set_code", "digits": list(other)}), *ENTRIES[2:])
    )
    assert second.state.game_state != state
    assert seat_bytes(second.seat_moment(0)) == seat_bytes(first.seat_moment(0))
    assert second.screen(0) == first.screen(0)


def test_a_question_master_has_none_about_the_own_code() -> None:
    game, code = find_game("digitcode"), {"move": "set_code", "digits": CODES[0]}
    made = Table((game,), ("Seat 1", "Seat 2", "Seat 3"))
    helps: tuple[Helps, ...] = (("sheet",),) * 3
    made.resume(Opened("digitcode", game.rules, {"master": 0}, ("Ann", "Bob", "Cleo"), helps=helps), ((0, code),))
    assert data(made, 0)["sheet"] is None
    assert data(made, 1)["sheet"]["count"] == data(made, 2)["sheet"]["count"] == 465_120


def test_it_is_offered_where_the_game_has_one_and_counts_only_there() -> None:
    seated = Seated(2, thinks=False)
    with pytest.raises(Exception, match='not "sheet"'):
        seated.switch(0, "sheet")
    seated.move(0, {"move": "choose", "game": "digitcode"})
    seated.switch(0, "sheet")
    assert "Seat 1 plays with help." in seated.published[-1].event
    seated.move(0, {"move": "choose", "game": "mastermind"})
    assert "plays with help" not in seated.published[-1].event
    seated.move(0, {"move": "choose", "game": "digitcode"})
    assert "Seat 1 plays with help." in seated.published[-1].event


def test_what_the_sheet_shows_is_asked_back_for_who_has_it_alone() -> None:
    helped, plain = table((("sheet",), ())), table(())
    spaces = data(helped, 0)["sheet"]["spaces"]
    name = next(name for name in spaces if name != "AK")
    known = {"move": "ask_space", "column": name[0], "row": name[1]}
    assert "Your sheet shows" in (helped.confirm_question(0, known) or "")
    assert helped.confirm_question(1, known) is None
    assert plain.confirm_question(0, known) is None
