"""Who is asked again reads first what the others did meanwhile, until the player acts or takes it away."""

from collections.abc import Callable
from random import Random
from re import sub
from typing import Any

import pytest
from msgspec import json

from companion.core.game import Step
from companion.core.prompt import Move, Prompt, sample
from companion.core.seat import CHANCE, Place, Seat
from companion.games.catalog import CATALOG, find_game
from companion.games.digitcode import DIGITCODE
from companion.table.effects import Answered, MachineSeat, Opened, Publish, SeatAnswered
from companion.table.state import MOST_NOTICES, SINCE, SINCE_PAGES, PlaceState
from companion.table.table import Table
from companion.ui.screens import sentence_pages
from tests.table.room import Room

NAMES = ("Ann", "Bob", "Cleo", "Dan")
OPTIONS = {"master": "table", "opening": "one"}
ANNOUNCED = r"\w+ called \w+'s \w+ tile an? \w+: wrong\.( [^.]* (lies open|is next|the new tile, open)\.)*"
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


WRONG: Move = {"move": "propose", "digits": [1, 2, 3, 4, 5, 6]}


def test_who_proposed_reads_the_answer_until_it_is_closed() -> None:
    at = table(2)
    at.answer(0, WRONG)
    told = "123 456 is wrong. One more wrong proposal, and you are out."
    assert notices(at, 0) == (told,)
    assert told.split(". ")[1].split()[0] in at.words(0), "in front of all else"
    assert notices(at, 1) == (f"{SINCE} Ann proposed 123456: wrong. Once more, and Ann is out.",)
    at.answer(1, line("B"))
    assert notices(at, 0)[0] == told, "the turns of others do not take it away"
    at.press(0, "middle")
    assert told not in notices(at, 0)


def test_the_screen_after_a_game_begins_with_how_it_ended() -> None:
    at = table(1)
    at.answer(0, WRONG)
    at.answer(0, {"move": "propose", "digits": [6, 5, 4, 3, 2, 1]})
    assert notices(at, 0) == (), "the end says it"
    assert "You are out: 2 wrong proposals." in " ".join(at.words(0).split())
    assert "You are out: 2 wrong proposals." in json.decode(at.table.data(Place(0)))["lines"][0]


def test_after_a_restart_it_is_read_again() -> None:
    at = table(3, (0, line("A")), (1, line("B")))
    assert notices(at, 2) == (f"{SINCE} Ann asked: line A has 1 filled. Bob asked: line B has 1 filled.",)
    assert notices(at, 0) == notices(at, 1) == ()


def test_the_machine_reads_nothing() -> None:
    at = table(2, machines=(MachineSeat(1, "best", "1"),))
    at.answer(0, line("A"))
    assert notices(at, 1) == ()


class Chanced(Room):
    """Chance draws any of its lots."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.pick = Random(8).randrange
        super().__init__(CATALOG, names=names)

    def luck(self, number: int, prompt: Prompt) -> None:
        self.carry_out(self.table.handle(Answered(CHANCE, number, sample(prompt, self.pick))))


def begun(name: str, seats: int, options: dict[str, Any]) -> tuple[Room, Opened]:
    room, opened = Chanced(NAMES[:seats]), Opened(name, find_game(name).rules, options, NAMES[:seats])
    room.carry_out(room.table.resume(opened, ()))
    return room, opened


def any_move(room: Room, pick: Callable[[int], int]) -> Step:
    """A legal move that somebody makes."""
    position = room.table.state.position
    actor = position.acting[pick(len(position.acting))]
    prompt = position.chance if actor == CHANCE else position.question(actor)
    assert prompt is not None
    step = (actor, sample(prompt, pick))
    room.carry_out(room.table.handle(Answered(actor, room.table.state.number + 1, step[1])))
    return step


def missed(table: Table, *, heard: bool = False) -> list[str]:
    """What players missed. `heard`: with what they were told together with an announcement, but without the announcement itself,
    which a restart forgets."""
    every = (
        " ".join(
            [*(own.notices if heard else ()), own.since.removeprefix(SINCE), *(event.text for event in own.missed)]
        )
        for own in lately(table)
    )
    return [" ".join(sub(ANNOUNCED, "", text).replace("…", "").split()) for text in every]


def lately(table: Table) -> list[PlaceState]:
    """The places of those of whom the last 40 moves were not all made by others, as one who is out of the round may."""
    moved = {actor for actor, _ in table.state.steps[-40:]}
    return [own for place, own in enumerate(table.state.places) if place in moved]


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("davinci", 3, {"rounds": 3}), ("passcode", 3, {"levels": [3]}), ("digitcode", 3, OPTIONS)],
)
def test_a_table_taken_up_again_tells_as_much_as_one_that_went_on(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    """In any round, while nobody reads anything before the own move."""
    live, opened = begun(name, seats, options)
    pick = Random(8).randrange
    for moves in range(400):
        if not live.table.state.position.acting:
            break
        for seat in live.table.state.position.acting:
            if seat != CHANCE:
                read = SeatAnswered(seat, "notice", live.table.state.number + 1, {"move": "read"})
                live.carry_out(live.table.handle(read))
        any_move(live, pick)
        if moves % 7 == 0 and live.table.state.position.acting:
            again = Table(CATALOG, NAMES[:seats])
            again.resume(opened, live.table.state.steps)
            told = (missed(again), missed(live.table, heard=True), missed(live.table))
            for own, here, there, alone in zip(lately(live.table), *told, strict=True):
                assert there.endswith(here) or len(own.notices) == MOST_NOTICES
                assert here.endswith(alone)


def take_back(at: Room, seat: Seat) -> None:
    """All agree, if it is asked."""
    number = at.table.state.number + 1
    at.carry_out(at.table.handle(SeatAnswered(seat, "menu", number, {"move": "take_back"})))
    for place in range(3):
        if at.table.state.proposal is not None and place != seat:
            at.carry_out(at.table.handle(SeatAnswered(place, f"take_back {seat}", number, {"move": "yes"})))


def test_a_move_that_was_taken_back_is_not_told() -> None:
    live, opened = begun("passcode", 3, {"levels": [3]})
    pick = Random(8).randrange
    for _ in range(200):
        before, steps = missed(live.table), live.table.state.steps
        seat, _ = any_move(live, pick)
        if seat != CHANCE and before != missed(live.table):
            take_back(live, seat)
        if live.table.state.steps == steps:
            break
    assert live.table.state.steps == steps
    again = Table(CATALOG, NAMES[:3])
    again.resume(opened, steps)
    assert missed(again) == missed(live.table)


def test_after_a_restart_the_log_has_what_was_announced() -> None:
    """With the memory aid a wrong claim stays in it."""
    live, opened = begun("davinci", 2, {"memory_aid": True})
    pick = Random(8).randrange
    while not live.table.state.announced:
        any_move(live, pick)
    effects = Table(CATALOG, NAMES[:2]).resume(opened, live.table.state.steps)
    (published,) = (effect for effect in effects if isinstance(effect, Publish))
    assert any(": wrong." in text for text in published.did)


def test_whoever_is_out_reads_it_at_once_and_all_read_it_in_the_log() -> None:
    names = ("Ann", "Bob", "Cleo")
    tiles = ("B0", "W4", "B8", "W1", "B5", "W9", "B2", "W6", "B10", "W3", "B7", "W11")
    draws = [*((number % 3, tile) for number, tile in enumerate(tiles)), (0, "B1")]
    colours = {"B": "black", "W": "white"}
    steps: list[Step] = []
    for seat, tile in draws:
        steps += [(Seat(seat), {"move": "take", "colour": colours[tile[0]]}), (CHANCE, {"move": "draw", "tile": tile})]
    steps += [
        (Seat(0), {"move": "deduce", "seat": 1, "position": at, "value": value}) for at, value in enumerate("456")
    ]
    table = Table(CATALOG, names)
    table.resume(Opened("davinci", find_game("davinci").rules, {}, names), steps)
    assert not table.state.places[1].unread
    effects = table.handle(
        Answered(Seat(0), len(steps) + 1, {"move": "deduce", "seat": 1, "position": 3, "value": "7"})
    )
    said = "Ann called Bob's 4th tile a 7: right. Bob is out: all tiles are open."
    assert table.state.places[1].unread == (said,)
    assert [effect.did for effect in effects if isinstance(effect, Publish)] == [(said,)]
