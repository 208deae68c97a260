"""Dimming, the burn-in shift and the status checks: their times and order; a key ends the dimming."""

from companion.core.picture import Picture
from companion.core.seat import all_places
from companion.devices.panels.dimming import IDLE_AFTER, PANEL_CHECK_EVERY, SHIFT_CYCLE, IdleTimer, PanelDimming
from companion.devices.protocols import UNMOVED, Shift
from companion.devices.wiring import DimmingSettings as Settings
from tests.devices.clock import HandLoop

CARE = Settings(dim_after=30, dim_contrast=8, shift_every=60)
NEVER = Settings(dim_after=0, dim_contrast=8, shift_every=60)


class Panel:
    """A display that writes down what it is told."""

    def __init__(self, seat: int, told: list[tuple[object, ...]]) -> None:
        self.seat = seat
        self._told = told

    def show(self, picture: Picture, *, urgent: bool = False) -> None:
        raise AssertionError("dimming shows nothing")

    def dim(self, contrast: int | None, shift: Shift = UNMOVED, *, urgent: bool = False) -> None:
        self._told.append((self.seat, contrast, shift, urgent))

    def check(self) -> None:
        self._told.append((self.seat, "check"))

    def close(self) -> None:
        raise AssertionError("dimming closes nothing")


def table(settings: Settings, seats: int = 2) -> tuple[HandLoop, list[tuple[object, ...]], PanelDimming]:
    loop = HandLoop()
    told: list[tuple[object, ...]] = []
    return loop, told, PanelDimming({seat: Panel(seat, told) for seat in all_places(seats)}, settings, loop)


def dims(told: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return [one for one in told if one[1] != "check"]


def waiting(loop: HandLoop) -> list[float]:
    return [call.when - loop.now for call in loop.timers if not call.cancelled]


def test_nobody_touches_a_key_and_the_panels_are_dimmed() -> None:
    loop, told, _ = table(CARE)
    loop.advance(29.9)
    assert dims(told) == []
    loop.advance(0.1)
    assert dims(told) == [(0, 8, UNMOVED, False), (1, 8, UNMOVED, False)]


def test_every_key_puts_the_dimming_off() -> None:
    loop, told, dimming = table(CARE)
    for _ in range(9):
        loop.advance(20)
        dimming.key_used(0)
    assert dims(told) == []
    loop.advance(30)
    assert len(dims(told)) == 2


def test_while_dimmed_the_picture_goes_round_a_small_square() -> None:
    loop, told, _ = table(CARE, seats=1)
    loop.advance(30)
    for _ in SHIFT_CYCLE:
        loop.advance(60)
    assert [shift for _, _, shift, _ in dims(told)] == [*SHIFT_CYCLE, SHIFT_CYCLE[0]]
    assert all(contrast == 8 for _, contrast, _, _ in dims(told))


def test_a_key_brings_all_panels_back_the_own_one_first() -> None:
    loop, told, dimming = table(CARE, seats=3)
    loop.advance(30 + 60)
    told.clear()
    dimming.key_used(1)
    assert dims(told) == [(1, None, UNMOVED, True), (0, None, UNMOVED, False), (2, None, UNMOVED, False)]
    assert {seat for seat, *what in told if what == ["check"]} == {0, 1, 2}
    told.clear()
    dimming.key_used(1)
    assert told == []


def test_after_a_doze_the_square_begins_anew() -> None:
    loop, told, dimming = table(CARE, seats=1)
    loop.advance(30 + 60)
    dimming.key_used(0)
    told.clear()
    loop.advance(30 + 60)
    assert [shift for _, _, shift, _ in dims(told)] == [SHIFT_CYCLE[0], SHIFT_CYCLE[1]]


def test_panels_are_looked_at_while_somebody_plays() -> None:
    loop, told, _ = table(CARE, seats=1)
    loop.advance(3 * PANEL_CHECK_EVERY)
    assert told == [(0, "check")] * 3


def test_there_is_one_timer_and_while_dimmed_only_the_shifts() -> None:
    loop, _, dimming = table(CARE)
    assert waiting(loop) == [PANEL_CHECK_EVERY]
    loop.advance(30)
    assert waiting(loop) == [60]
    loop.advance(60)
    assert waiting(loop) == [60]
    dimming.key_used(0)
    assert waiting(loop) == [PANEL_CHECK_EVERY]
    dimming.close()
    assert waiting(loop) == []


def test_without_shifts_nothing_wakes_a_dimmed_table() -> None:
    loop, told, _ = table(Settings(dim_after=30, dim_contrast=8, shift_every=0))
    loop.advance(30)
    told.clear()
    assert waiting(loop) == []
    loop.advance(1e6)
    assert told == []


def test_panels_that_are_never_dimmed_are_not_moved_and_not_looked_at_for_ever() -> None:
    loop, told, dimming = table(NEVER, seats=1)
    loop.advance(IDLE_AFTER)
    assert dims(told) == []
    assert waiting(loop) == []
    told.clear()
    dimming.key_used(0)
    assert told == [(0, "check")]
    assert waiting(loop) == [PANEL_CHECK_EVERY]


def test_a_timer_that_comes_early_changes_nothing() -> None:
    timer = IdleTimer(CARE, 0)
    assert timer.advance(PANEL_CHECK_EVERY - 0.001) is None
    assert timer.advance(PANEL_CHECK_EVERY) == "check"
    assert timer.advance(30) == "dim"
    assert timer.advance(89.9) is None
    assert timer.advance(90) == "shift"
