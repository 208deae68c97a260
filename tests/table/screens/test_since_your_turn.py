"""Who is asked again reads first what the others did meanwhile, until the player acts or takes it away."""

from typing import Any

from companion.core.game import Step
from companion.core.prompt import Move
from companion.games.catalog import CATALOG
from companion.games.digitcode import DIGITCODE
from companion.table.effects import MachineSeat, Opened
from companion.table.state import SINCE, SINCE_PAGES
from companion.ui.screens import sentence_pages
from tests.table.room import Room

NAMES = ("Ann", "Bob", "Cleo", "Dan")
OPTIONS = {"master": "table", "opening": "one"}
CODE: Step = ("chance", {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]})


def line(letter: str) -> Move:
    return {"move": "ask_line", "line": letter}


def table(seats: int = 2, *steps: Any, **opened: Any) -> Room:
    room = Room(CATALOG, names=NAMES[:seats])
    game = Opened("digitcode", DIGITCODE.rules, OPTIONS, NAMES[:seats], **opened)
    room.carry_out(room.table.resume(game, (CODE, *steps)))
    return room


def notices(at: Room, place: int) -> tuple[str, ...]:
    return at.table.state.places[place].unread


def test_what_the_others_did_is_read_when_the_own_turn_comes_and_not_before() -> None:
    at = table(3)
    at.answer(0, line("A"))
    assert notices(at, 1) == (f"{SINCE} Ann asked: line A has 1 filled.",)
    assert notices(at, 2) == ()
    at.answer(1, line("B"))
    assert notices(at, 2) == (f"{SINCE} Ann asked: line A has 1 filled. Bob asked: line B has 1 filled.",)
    assert notices(at, 0) == ()
    at.press(2, "middle")
    assert notices(at, 2) == ()
    assert "Ann asked" not in at.words(2).split("\n")[0], "the question is in front again"


def test_who_acts_without_reading_it_has_it_no_more() -> None:
    at = table(2)
    at.answer(0, line("A"))
    assert notices(at, 1)
    at.answer(1, line("B"))
    assert notices(at, 1) == ()


def test_of_too_much_the_oldest_is_left_out() -> None:
    at = table(4)
    for turn in range(3):
        at.answer(turn, {"move": "ask_larger", "places": [*("TU", "UV", "WX")[turn]]})
    at.answer(3, line("A"))
    at.answer(0, {"move": "propose", "digits": [1, 2, 3, 4, 5, 6]})
    at.answer(1, line("B"))
    (told,) = notices(at, 2)
    assert told.endswith("Bob asked: line B has 1 filled.")
    assert len(sentence_pages(told)) <= SINCE_PAGES


def test_after_a_restart_it_is_read_again() -> None:
    at = table(3, (0, line("A")), (1, line("B")))
    assert notices(at, 2) == (f"{SINCE} Ann asked: line A has 1 filled. Bob asked: line B has 1 filled.",)
    assert notices(at, 0) == notices(at, 1) == ()


def test_the_machine_reads_nothing() -> None:
    at = table(2, machines=(MachineSeat(1, "best", "1"),))
    at.answer(0, line("A"))
    assert notices(at, 1) == ()
