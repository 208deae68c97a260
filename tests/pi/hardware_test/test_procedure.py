"""The steps of the hardware's test, without a loop: right and wrong answers, none at all, and every screen."""

from typing import get_args

from companion.core.keys import KEYS, Cancelled, Contact, InitiallyDown, KeyEdge, KnobTurn
from companion.core.screen import TextMark, misfits, overlapping
from companion.devices.device_protocols import Sound
from companion.pi.hardware_test.procedure import HOLD, PATIENCE, Procedure
from companion.pi.hardware_test.procedure_screens import long, screen, short
from companion.pi.hardware_test.procedure_steps import (
    AskDie,
    By,
    DieLies,
    DieSays,
    HearStep,
    LookStep,
    PlayTone,
    PressStep,
    ProcedureFault,
    ProcedureStep,
    ProcedureTick,
    ThrowDie,
    ThrowStep,
    WheelStep,
)

ALL: tuple[ProcedureStep, ...] = (
    *(PressStep(0, key) for key in KEYS),
    PressStep(0, "back"),
    WheelStep(0, "left"),
    WheelStep(0, "right"),
    LookStep(0),
    *(HearStep(0, sound) for sound in get_args(Sound)),
    HearStep(0, "end", own=True),
    *(ThrowStep(0, 1, 3, by) for by in get_args(By)),
)


def started(*steps: ProcedureStep) -> Procedure:
    trial = Procedure(steps)
    trial.start(0)
    return trial


def tap(trial: Procedure, key: Contact, seat: int = 0, now: float = 1) -> None:
    trial.handle(KeyEdge(seat, key, True, now), now)
    trial.handle(KeyEdge(seat, key, False, now), now)


def ends(trial: Procedure) -> list[tuple[str, str]]:
    return [(outcome.status, outcome.says) for outcome in trial.outcomes]


def test_right_answers() -> None:
    trial = started(PressStep(0, "left"), WheelStep(0, "left"), LookStep(0), HearStep(0, "end"))
    tap(trial, "left")
    trial.handle(KnobTurn(0, "left", 1), 1)
    tap(trial, "middle")
    tap(trial, "middle")
    assert [status for status, _ in ends(trial)] == ["ok"] * 4
    assert (trial.step, trial.deadline) == (None, None)


def test_a_slip_is_forgiven_and_a_wrong_wire_is_not() -> None:
    trial = started(PressStep(0, "left"), PressStep(0, "middle"))
    tap(trial, "middle")
    assert trial.remark == "that was ●, wired where ◀ should be"
    tap(trial, "left")
    tap(trial, "left")
    tap(trial, "left")
    assert ends(trial) == [("ok", "pressed and let go"), ("failed", "that was ◀, wired where ● should be")]


def test_another_seats_key_and_two_that_touch() -> None:
    trial = started(PressStep(0, "left"), PressStep(0, "left"))
    for _ in range(2):
        tap(trial, "right", seat=1)
    for _ in range(2):
        for down in (True, False):
            for key in ("left", "right"):
                trial.handle(KeyEdge(0, key, down, 1), 1)
    assert ends(trial) == [
        ("failed", "that was seat 2's ▶, wired where ◀ should be"),
        ("failed", "▶ went down with it: the two touch"),
    ]


def test_a_key_that_is_stuck_and_one_that_never_comes_up() -> None:
    trial = Procedure((PressStep(0, "left"), PressStep(0, "middle")))
    trial.start(0)
    trial.handle(InitiallyDown(0, "left", 0), 0)
    trial.handle(KeyEdge(0, "middle", True, 1), 1)
    trial.handle(ProcedureTick(), PATIENCE)
    assert ends(trial) == [
        ("failed", "it was down before anybody pressed it"),
        ("failed", "it went down and never came up"),
    ]


def test_every_step_ends_by_itself() -> None:
    trial, now = started(*ALL), 0.0
    for _ in ALL:
        assert trial.deadline == now + PATIENCE
        trial.handle(ProcedureTick(), now + PATIENCE - 0.001)
        now += PATIENCE
        trial.handle(ProcedureTick(), now)
    assert [status for status, _ in ends(trial)] == ["failed"] * len(ALL)
    assert trial.step is None


def test_holding_the_middle_key_says_that_it_does_not_work() -> None:
    for step in ALL:
        trial = started(step)
        trial.handle(KeyEdge(0, "middle", True, 1), 1)
        trial.handle(ProcedureTick(), 1 + HOLD)
        if step == PressStep(0, "middle"):
            assert ends(trial) == []
            trial.handle(KeyEdge(0, "middle", False, 9), 9)
            assert [status for status, _ in ends(trial)] == ["ok"]
        else:
            assert [status for status, _ in ends(trial)] == ["failed" if isinstance(step, LookStep) else "skipped"]


def test_the_release_of_a_hold_answers_nothing() -> None:
    trial = started(HearStep(0, "end"), LookStep(0))
    trial.handle(KeyEdge(0, "middle", True, 1), 1)
    trial.handle(ProcedureTick(), 1 + HOLD)
    trial.handle(KeyEdge(0, "middle", False, 4), 4)
    assert trial.step == LookStep(0)


def test_a_screen_that_does_not_answer_fails() -> None:
    trial = started(PressStep(0, "left"), LookStep(0))
    trial.handle(ProcedureFault(0, "seat 1: screen not answering"), 1)
    tap(trial, "left")
    assert ends(trial)[1:] == [("failed", "seat 1: screen not answering")]


def test_a_key_of_a_pod_that_was_gone_meanwhile_answers_nothing() -> None:
    trial = started(HearStep(0, "end", own=True))
    trial.handle(KeyEdge(0, "middle", True, 1), 1)
    trial.handle(Cancelled(0, 2), 2)
    assert trial.deadline == PATIENCE
    trial.handle(KeyEdge(0, "middle", False, 2), 2)
    assert ends(trial) == []
    tap(trial, "middle", now=3)
    assert [status for status, _ in ends(trial)] == ["ok"]


def test_the_die_is_asked_told_and_thrown() -> None:
    trial = Procedure((ThrowStep(0, 1, 2, "middle"), ThrowStep(0, 2, 2, "middle")))
    assert trial.start(0) == (AskDie(),)
    assert trial.handle(DieSays("no die", again=True), 1) == (AskDie(),)
    assert trial.handle(DieSays("askew", again=False), 1) == ()
    trial.handle(KeyEdge(0, "middle", True, 1), 1)
    assert trial.handle(KeyEdge(0, "middle", False, 1), 1) == (ThrowDie(),)
    assert trial.handle(DieLies(3, 2), 2) == (AskDie(),)
    assert trial.handle(DieLies(6, None), 2) == ()
    assert ends(trial) == [("ok", "3 on top, 2 in front"), ("ok", "6 on top")]


def test_a_sound_is_played_and_played_again() -> None:
    trial = Procedure((HearStep(0, "turn"),))
    assert trial.start(0) == (PlayTone("turn"),)
    trial.handle(KeyEdge(0, "left", True, 1), 1)
    assert trial.handle(KeyEdge(0, "left", False, 1), 1) == (PlayTone("turn"),)


def test_every_screen_fits_and_says_all_of_it() -> None:
    for step in ALL:
        trial = started(step)
        looks = [screen(trial, 0), screen(trial, 5)]
        trial.handle(KeyEdge(5, "back", True, 1), 1)
        looks.append(screen(trial, 0))
        trial.handle(KeyEdge(5, "back", False, 1), 1)
        trial.handle(KnobTurn(0, "right" if step == WheelStep(0, "left") else "left", 1), 1)
        looks += [screen(trial, 0), screen(started(), 0)]
        tap(trial, "back")
        looks.append(screen(trial, 0))
        for look in looks:
            assert misfits(look) == ()
            assert overlapping(look) == ()
        if trial.step is not None and not isinstance(step, ThrowStep):
            last = short(step).split()[-1]
            assert any(last in getattr(mark, "text", "") for mark in looks[3].marks)
        assert f"seat {step.seat + 1}" in long(step)


def test_a_screen_is_right_only_where_that_was_said() -> None:
    for key in ("left", "right", "back"):
        trial = started(LookStep(0))
        tap(trial, key)
        assert ends(trial) == []
        assert trial.remark.endswith("; ● says yes, and holding ● no")
        tap(trial, "middle")
        assert [status for status, _ in ends(trial)] == ["ok"]


def test_a_real_die_is_not_thrown_by_a_key_of_the_seat() -> None:
    trial = started(ThrowStep(0, 1, 3))
    trial.handle(KeyEdge(0, "middle", True, 1), 1)
    assert trial.handle(KeyEdge(0, "middle", False, 1), 1) == ()
    assert trial.remark == "that was ●; the die is thrown by hand"
    for by in get_args(By):
        trial = started(ThrowStep(0, 1, 3, by))
        tap(trial, "back")
        shown = [mark.text for mark in screen(trial, 0).marks if isinstance(mark, TextMark)]
        assert " ".join(shown[1:]).endswith(f"{trial.remark[1:]}." if trial.remark else "Hold ●: no")


def test_a_fault_of_a_screen_changes_no_other_outcome() -> None:
    trial = started(LookStep(0), LookStep(1), PressStep(0, "left"))
    tap(trial, "middle")
    trial.handle(KeyEdge(1, "middle", True, 1), 1)
    trial.handle(ProcedureTick(), 1 + HOLD)
    trial.handle(ProcedureFault(1, "gone"), 5)
    trial.handle(ProcedureFault(0, ""), 5)
    assert ends(trial) == [
        ("ok", "right, as the person before it says"),
        ("failed", "not right, as the person before it says"),
    ]
