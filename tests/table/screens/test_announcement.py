"""D16: a wrong deduction is announced once, on all screens and in the event line, until the next key."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.game import Step
from companion.core.keys import Gesture
from companion.core.prompt import every
from companion.core.seat import CHANCE, all_seats
from companion.games.catalog import CATALOG, find_game
from companion.table.data import seat_data
from companion.table.effects import (
    Answered,
    Effect,
    EventLine,
    Gestured,
    MachineSeat,
    Opened,
    Publish,
    SeatAnswered,
    Show,
    WaitShown,
)
from companion.table.table import Table
from companion.web.hub import Hub
from tests.table.room import words

TILES = ("B2", "B3", "B7", "W0", "W4", "W5", "W9", "B10")
SAID = "Ann called Bob's 3rd tile an 8: wrong."


def opening(advanced: bool) -> list[Step]:
    steps: list[Step] = []
    for number, tile in enumerate(TILES):
        colour = "black" if tile[0] == "B" else "white"
        steps += [(number % 2, {"move": "take", "colour": colour}), (CHANCE, {"move": "draw", "tile": tile})]
    if advanced:
        steps += [(seat, {"move": "arrange", "positions": []}) for seat in all_seats(2)]
    return [*steps, (0, {"move": "take", "colour": "black"}), (CHANCE, {"move": "draw", "tile": "B0"})]


def claimed(value: str = "8", machines: tuple[MachineSeat, ...] = (), **options: Any) -> tuple[Table, list[Effect]]:
    """Ann has just said what Bob's third tile, a 5, is. Cleo looks on."""
    table = Table(CATALOG, ("Ann", "Bob", "Cleo"), new_seed=lambda: "0" * 32)
    opened = Opened("davinci", find_game("davinci").rules, options, ("Ann", "Bob"), machines=machines)
    steps = opening(options.get("advanced", False))
    table.resume(opened, steps)
    move = {"move": "deduce", "seat": 1, "position": 2, "value": value}
    return table, table.handle(Answered(0, len(steps) + 1, move))


def events(effects: Sequence[Effect]) -> list[str]:
    """What a page that comes in after these effects is told: the log, and the event line at the end."""
    hub = Hub(3, ("Ann", "Bob", "Cleo"))
    for effect in effects:
        match effect:
            case Publish():
                hub.publish(effect)
            case EventLine(text, happened):
                hub.event(text, happened=happened)
            case _:
                pass
    told = {message["type"]: message for message in map(json.loads, hub._current_messages())}
    return [*(said["text"] for said in told["log"]["said"]), told["event"]["text"]]


def event(effects: Sequence[Effect]) -> str:
    """What the event line says after these effects."""
    return events(effects)[-1]


@pytest.mark.rule("D16")
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("aid", [False, True])
def test_the_log_has_a_wrong_claim_with_the_memory_aid_alone(aid: bool, advanced: bool) -> None:
    table, effects = claimed(memory_aid=aid, advanced=advanced)
    assert any(SAID in told for told in events(effects)[:-1]) == aid
    effects += table.handle(Gestured(1, "middle"))
    logged = events(effects)[:-1]
    assert any(": wrong" in told for told in logged) == aid
    assert ("Ann made a wrong claim" in " ".join(logged)) == (not aid), "that there was one, not which"
    right, effects = claimed("5", memory_aid=aid, advanced=advanced)
    assert events(effects)[:-1] == ["Ann called Bob's 3rd tile a 5: right."]
    effects += right.handle(Answered(0, right.state.number + 1, {"move": "stop"}))
    assert events(effects)[0] == "Ann called Bob's 3rd tile a 5: right."


@pytest.mark.rule("D16")
def test_what_is_announced_is_not_told_to_pages_that_come_later_and_every_other_event_is() -> None:
    table, effects = claimed()
    assert events(effects)[-1].startswith(SAID)
    number = table.state.number + 1
    effects += table.handle(SeatAnswered(0, "menu", number, {"move": "hand_over"}))
    asked = table.seat_moment(0).asked
    assert asked.prompt is not None
    effects += table.handle(SeatAnswered(0, asked.to, number, next(every(asked.prompt))))
    handed_over = events(effects)[-1]
    assert "plays for Ann now" in handed_over
    assert not any(SAID in told for told in events(effects))
    effects += table.handle(Answered(1, table.state.number + 1, {"move": "take", "colour": "black"}))
    assert handed_over in events(effects)[:-1], "an event that is said, and not announced, stays"


@pytest.mark.rule("D16")
@pytest.mark.parametrize(
    "options", [{}, {"advanced": True}, {"rounds": 3}, {"memory_aid": True}], ids=["one", "dashes", "three", "aid"]
)
def test_all_screens_and_the_event_line_say_who_claimed_what_of_which_tile(options: dict[str, Any]) -> None:
    table, effects = claimed(**options)
    for place, before in ((0, ""), (1, "Ann drew a black tile. "), (2, "")):
        read = " ".join(words(table.screen(place)).split("\n")).removesuffix(" OK")
        assert f"{before}{event(effects)}".startswith(read), "what follows may have no room beside the draw"
        assert read.startswith(f"{before}{SAID}")
    assert event(effects).startswith(SAID)
    assert event(effects).removeprefix(SAID) == (
        " Ann adds the new tile, open." if "advanced" in options else " Ann's black 0 lies open. Bob is next."
    )


def test_everybody_sees_whom_the_machine_waits_for() -> None:
    """It leaves time to read what was announced, and moves once the players have read it. The pages for all say so, too."""
    table, effects = claimed(machines=(MachineSeat(1, "best"),))
    assert WaitShown("Waiting for Ann") in effects
    assert words(table.screen(0)).endswith("Go on")
    assert seat_data(table.seat_moment(0))["turn"] == "Press OK when read"
    table.handle(Gestured(2, "middle"))
    assert words(table.screen(2)).startswith("Waiting for Ann")
    assert seat_data(table.seat_moment(2))["turn"] == "Waiting for Ann"
    assert WaitShown("Waiting for Ann") in table.refresh(), "a page that comes later is told"
    assert WaitShown() in table.handle(Gestured(0, "middle"))
    assert words(table.screen(0)).startswith("Bob draws")
    assert words(table.screen(2)).startswith("Bob draws")
    assert seat_data(table.seat_moment(0))["turn"] == "Bob's turn"


def test_a_player_who_has_not_read_delays_no_other_person() -> None:
    table, effects = claimed()
    assert not any(isinstance(effect, WaitShown) for effect in effects)
    assert words(table.screen(0)).endswith("OK")
    table.handle(Gestured(2, "middle"))
    assert words(table.screen(2)).startswith("Bob draws")


@pytest.mark.rule("D16")
def test_a_right_one_is_not_said_so_and_neither_is_any_other_move() -> None:
    table, effects = claimed("5")
    assert all(table.state.places[place].notices == () for place in (0, 1, 2))
    assert "a 5: right" in event(effects)
    effects = table.handle(Answered(0, table.state.number + 1, {"move": "stop"}))
    assert event(effects).startswith("Bob draws")


@pytest.mark.rule("D16")
def test_it_is_there_until_the_next_key_and_then_nowhere() -> None:
    table, effects = claimed()
    before = table.state.number
    assert table.handle(Gestured(2, "lift")) == [Show(2, urgent=True)], "lifting the screen is no key"
    effects += table.handle(Gestured(1, "middle"))
    assert event(effects).startswith("Bob draws")
    assert "wrong" not in words(table.screen(1))
    assert SAID in " ".join(words(table.screen(0)).split("\n")), "every screen has it until its own next key"
    assert [type(effect) for effect in table.handle(Gestured(0, "right"))] == [Show], "the event line is told once"
    assert table.state.number == before
    for observer in (None, 0, 1):
        assert table.game.view(table.state.game_state, observer).turn_log == ()


@pytest.mark.rule("D16")
@pytest.mark.parametrize("again", ["left_again", "right_again"])
def test_a_key_that_was_held_already_takes_it_down_nowhere(again: Gesture) -> None:
    table, effects = claimed()
    for place in (0, 1, 2):
        effects += table.handle(Gestured(place, again))
        assert SAID in " ".join(words(table.screen(place)).split("\n"))
    assert event(effects).startswith(SAID)
    effects += table.handle(Gestured(1, "middle"))
    assert event(effects).startswith("Bob draws")


@pytest.mark.rule("D16")
def test_a_second_wrong_claim_is_read_after_the_first_with_the_draw_before_it() -> None:
    table, effects = claimed()
    first = event(effects)
    for actor, move in (
        (1, {"move": "take", "colour": "white"}),
        (CHANCE, {"move": "draw", "tile": "W11"}),
        (1, {"move": "deduce", "seat": 0, "position": 1, "value": "1"}),
    ):
        effects = table.handle(Answered(actor, table.state.number + 1, move))
    assert table.seat_moment(2).notice.split("\n") == [first.removesuffix(" Bob is next."), event(effects)]
    own, after = table.seat_moment(0).notice.split("\n")
    assert own == first.removesuffix(" Bob is next.")
    assert after.startswith("Bob drew a white tile. Bob called"), "as it happened"


@pytest.mark.rule("D16")
def test_the_own_wrong_claim_is_unread_until_it_is_confirmed_or_the_next_own_move_is_made() -> None:
    table, effects = claimed()
    said = event(effects)
    table.handle(Answered(1, table.state.number + 1, {"move": "take", "colour": "white"}))
    (notice,) = table.state.places[0].notices
    assert (notice, said) == (
        "Ann called Bob's 3rd tile an 8: wrong. Ann's black 0 lies open.",
        f"{notice} Bob is next.",
    )
    for actor, move in (
        (CHANCE, {"move": "draw", "tile": "W11"}),
        (1, {"move": "deduce", "seat": 0, "position": 1, "value": "1"}),
    ):
        effects = table.handle(Answered(actor, table.state.number + 1, move))
    first, second = table.state.places[0].notices
    assert (first, second) == (notice, f"Bob drew a white tile. {event(effects)}".removesuffix(" Ann is next."))
    assert first.split(".")[0] in " ".join(words(table.screen(0)).split()), "a key that was meant for it reads it"
    table.handle(SeatAnswered(0, "game", table.state.number + 1, {"move": "take", "colour": "black"}))
    assert table.state.places[0].unread == ()
    assert len(table.state.places[2].notices) == 2


@pytest.mark.rule("D16")
def test_a_power_cut_forgets_it() -> None:
    table, _ = claimed()
    again = Table(CATALOG, ("Ann", "Bob", "Cleo"))
    effects = again.resume(table.state.opened, table.state.steps)
    assert "wrong" not in event(effects)
    assert not any("wrong" in words(again.screen(place)) for place in (0, 1, 2))


def test_what_was_announced_in_a_game_stands_on_no_seat_once_it_is_over() -> None:
    table, _ = claimed()
    moves: list[Step] = [(1, {"move": "take", "colour": "white"}), (CHANCE, {"move": "draw", "tile": "W11"})]
    for position, value in enumerate("2479", 1):
        moves.append((1, {"move": "deduce", "seat": 0, "position": position, "value": value}))
    for actor, move in moves:
        assert all(table.state.places[place].notices for place in (0, 2)), "nobody has read it yet"
        table.handle(Answered(actor, table.state.number + 1, move))
    assert table.state.position.over
    assert [table.state.places[place].unread for place in (0, 1, 2)] == [(), (), ()]
