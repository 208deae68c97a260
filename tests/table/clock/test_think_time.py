"""How much think time is left, what a screen shows of it, and when it shows something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.fonts.faces import text_width
from companion.core.screen import Screen, crowded, misfits
from companion.core.seat import Seat
from companion.table.clock import (
    CLOCKS,
    OFF,
    ClockSetting,
    ThinkTime,
    clock_setting,
    clock_words,
    shown,
    whole_time,
    with_kept,
)
from companion.ui.screens import TimeLeft, title_bar

TURN = ClockSetting("turn", 60)
PLAYER = ClockSetting("player", 600)


def asked(setting: ClockSetting, *seats: int, at: float = 100.0) -> ThinkTime:
    """Three seats, of which some are asked from `at` on."""
    return whole_time(setting, 3).released(at).with_asked(seats, seats)


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (3600, "60:00"),
        (61, "1:10"),
        (60, "1:00"),
        (59.9, "1:00"),
        (55, "0:55"),
        (10.1, "0:15"),
        (10, "0:10"),
        (9.5, "0:10"),
        (0.4, "0:01"),
        (0, "0:00"),
        (-9.9, "0:00"),
        (-10, "+0:10"),
        (-59, "+0:50"),
        (-60, "+1m"),
        (-90000, "+99m"),
    ],
)
def test_a_screen_counts_in_steps_until_the_last_ten_seconds(left: float, text: str) -> None:
    assert shown(left) == text


def test_each_deadline_shows_another_time_and_the_last_one_comes() -> None:
    """From a minute to 99 minutes of overtime: few wake-ups, each of which changes what is shown."""
    time = asked(TURN, 1)
    texts = [shown(time.left(1))]
    while (due := time.deadline) is not None:
        time = time.at_time(due)
        texts.append(shown(time.left(1)))
    assert len(set(texts)) == len(texts)
    assert texts[:2] == ["1:00", "0:55"]
    assert texts[10:23] == [f"0:{seconds:02}" for seconds in range(10, -1, -1)] + ["+0:10", "+0:20"]
    assert texts[-1] == "+99m"
    assert len(texts) == 11 + 11 + 5 + 99 - 1


def test_a_timer_that_runs_a_little_early_counts() -> None:
    time = asked(TURN, 0)
    due = time.deadline
    assert due == 105.0
    early = time.at_time(due - 1e-7)
    assert shown(early.left(0)) == "0:55"
    assert early.deadline == pytest.approx(110.0)


def test_time_passes_for_those_who_are_asked_alone() -> None:
    time = asked(PLAYER, 0, 2).at_time(130.0)
    assert [time.left(seat) for seat in range(3)] == [570, 600, 570]


def test_a_turn_begins_anew_with_each_own_move_and_a_player_s_time_does_not() -> None:
    turn = asked(TURN, 0, 1).at_time(130.0).with_whole_turn(0)
    assert (turn.left(0), turn.left(1)) == (60, 30)
    player = asked(PLAYER, 0, 1).at_time(130.0).with_whole_turn(0)
    assert (player.left(0), player.left(1)) == (570, 570)


def test_who_is_not_asked_any_more_has_a_whole_turn_the_next_time() -> None:
    time = asked(TURN, 0, 1).at_time(130.0).with_asked((0,), (0,)).at_time(140.0)
    assert (time.left(0), time.left(1)) == (20, 60)
    assert time.with_asked((0, 1), (0, 1)).left(1) == 60


def test_who_is_asked_and_not_running_keeps_what_is_left() -> None:
    time = asked(TURN, 0).at_time(130.0).with_asked((0,), ()).at_time(500.0)
    assert time.left(0) == 30
    assert time.deadline is None
    assert time.with_asked((0,), (0,)).at_time(510.0).left(0) == 20


def test_a_held_clock_stands_still_until_it_is_released() -> None:
    held = asked(PLAYER, 0).at_time(130.0).held()
    assert held.deadline is None
    later = held.at_time(900.0)
    assert later.left(0) == 570
    assert later.released(900.0).at_time(901.0).left(0) == 569


def test_a_late_input_does_not_turn_the_time_back() -> None:
    assert asked(TURN, 0).at_time(130.0).at_time(120.0).left(0) == 30


def test_what_the_journal_keeps_comes_back() -> None:
    time = asked(PLAYER, 1).at_time(112.3456)
    assert time.spent_ms(1) == 12_346
    again = with_kept(whole_time(PLAYER, 3), {Seat(1): 12_346})
    assert again.left(1) == pytest.approx(587.654)
    assert again.left(0) == 600
    assert asked(TURN, 1).at_time(112.0).spent_ms(1) == 0
    assert with_kept(whole_time(TURN, 3), {Seat(1): 5000}) == whole_time(TURN, 3)


def test_a_choice_in_words() -> None:
    assert clock_setting(OFF) is None
    assert [clock_words(text) for text in CLOCKS[:3]] == ["off", "30 s a turn", "1 min a turn"]
    assert clock_words("player 3600") == "60 min a player"


@given(st.floats(-6500, 3600), st.booleans(), st.booleans(), st.sampled_from(("menu", "back", "")))
def test_every_time_fits_beside_the_widest_title(left: float, acting: bool, urgent: bool, hold: str) -> None:
    title = "Which card goes?"
    assert text_width(title, "label") <= 90 < text_width(f"{title}?", "label")
    for text in (title, "Who?"):
        screen = Screen(title_bar(text, acting=acting, hold=hold, time=TimeLeft(shown(left), urgent)))
        assert misfits(screen) == ()
        assert crowded(screen) == ()
