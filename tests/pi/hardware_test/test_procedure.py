"""The steps of the hardware's test, without a loop: right and wrong answers, none at all, and every screen."""

from typing import get_args

from companion.core.keys import KEYS, Cancelled, Contact, InitiallyDown, KeyEdge, KnobTurn
from companion.core.screen import crowded, misfits
from companion.core.sound import Sound
from companion.pi.hardware_procedure import (
    HOLD_SECONDS,
    STEP_SECONDS,
    AskDie,
    DieLies,
    DieSays,
    HearStep,
    LookStep,
    PlayTone,
    PressStep,
    Procedure,
    ProcedureFault,
    ProcedureStep,
    ProcedureTick,
    ThrowDie,
    ThrownBy,
    ThrowStep,
    WheelStep,
    screen_prompt,
    step_screen,
    terminal_prompt,
)

ALL: tuple[ProcedureStep, ...] = (
    *(PressStep(0, key) for key in KEYS),
    PressStep(0, "back"),
    WheelStep(0, "left"),
    WheelStep(0, "right"),
    LookStep(0),
    *(HearStep(0, sound) for sound in get_args(Sound)),
    HearStep(0, "end", own=True),
    *(ThrowStep(0, 1, 3, by) for by in get_args(ThrownBy)),
)


def started(*steps: ProcedureStep) -> Procedure:
    procedure = Procedure(steps)
    procedure.start(0)
    return procedure


def tap(procedure: Procedure, key: Contact, seat: int = 0, now: float = 1) -> None:
    procedure.handle(KeyEdge(seat, key, True, now), now)
    procedure.handle(KeyEdge(seat, key, False, now), now)


def ends(procedure: Procedure) -> list[tuple[str, str]]:
    return [(outcome.status, outcome.says) for outcome in procedure.outcomes]


def test_right_answers() -> None:
    procedure = started(PressStep(0, "left"), WheelStep(0, "left"), LookStep(0), HearStep(0, "end"))
    tap(procedure, "left")
    procedure.handle(KnobTurn(0, "left", 1), 1)
    tap(procedure, "middle")
    tap(procedure, "middle")
    assert [status for status, _ in ends(procedure)] == ["ok"] * 4
    assert (procedure.step, procedure.deadline) == (None, None)


def test_a_slip_is_forgiven_and_a_wrong_wire_is_not() -> None:
    procedure = started(PressStep(0, "left"), PressStep(0, "middle"))
    tap(procedure, "middle")
    assert "that was ●" in procedure.remark
    for _ in range(3):
        tap(procedure, "left")
    (first, _), (second, why) = ends(procedure)
    assert (first, second) == ("ok", "failed")
    assert "that was ◀" in why


def test_another_seats_key_two_that_touch_one_that_was_down_and_one_that_never_comes_up() -> None:
    procedure = started(*[PressStep(0, "left")] * 3, PressStep(0, "middle"))
    for _ in range(2):
        tap(procedure, "right", seat=1)
    for _ in range(2):
        for down in (True, False):
            for key in ("left", "right"):
                procedure.handle(KeyEdge(0, key, down, 1), 1)
    procedure.handle(InitiallyDown(0, "left", 0), 1)
    procedure.handle(KeyEdge(0, "middle", True, 2), 2)
    procedure.handle(ProcedureTick(), 2 + STEP_SECONDS)
    assert [status for status, _ in ends(procedure)] == ["failed"] * 4
    for (_, why), named in zip(ends(procedure), ("seat 2's ▶", "touch", "down before", "never came up"), strict=True):
        assert named in why


def test_every_step_ends_by_itself() -> None:
    procedure, now = started(*ALL), 0.0
    for _ in ALL:
        assert procedure.deadline == now + STEP_SECONDS
        procedure.handle(ProcedureTick(), now + STEP_SECONDS - 0.001)
        now += STEP_SECONDS
        procedure.handle(ProcedureTick(), now)
    assert [status for status, _ in ends(procedure)] == ["failed"] * len(ALL)
    assert procedure.step is None


def test_holding_the_middle_key_says_that_it_does_not_work() -> None:
    for step in ALL:
        procedure = started(step)
        procedure.handle(KeyEdge(0, "middle", True, 1), 1)
        procedure.handle(ProcedureTick(), 1 + HOLD_SECONDS)
        if step == PressStep(0, "middle"):
            assert ends(procedure) == []
            procedure.handle(KeyEdge(0, "middle", False, 9), 9)
            assert [status for status, _ in ends(procedure)] == ["ok"]
        else:
            assert [status for status, _ in ends(procedure)] == ["failed" if isinstance(step, LookStep) else "skipped"]


def test_the_release_of_a_hold_answers_nothing() -> None:
    procedure = started(HearStep(0, "end"), LookStep(0))
    procedure.handle(KeyEdge(0, "middle", True, 1), 1)
    procedure.handle(ProcedureTick(), 1 + HOLD_SECONDS)
    procedure.handle(KeyEdge(0, "middle", False, 4), 4)
    assert procedure.step == LookStep(0)


def test_a_screen_that_does_not_answer_fails() -> None:
    procedure = started(PressStep(0, "left"), LookStep(0))
    procedure.handle(ProcedureFault(0, "seat 1: screen not answering"), 1)
    tap(procedure, "left")
    assert ends(procedure)[1:] == [("failed", "seat 1: screen not answering")]


def test_a_key_of_a_pod_that_was_gone_meanwhile_answers_nothing() -> None:
    procedure = started(HearStep(0, "end", own=True))
    procedure.handle(KeyEdge(0, "middle", True, 1), 1)
    procedure.handle(Cancelled(0, 2), 2)
    assert procedure.deadline == STEP_SECONDS
    procedure.handle(KeyEdge(0, "middle", False, 2), 2)
    assert ends(procedure) == []
    tap(procedure, "middle", now=3)
    assert [status for status, _ in ends(procedure)] == ["ok"]


def test_the_die_is_asked_told_and_thrown() -> None:
    procedure = Procedure((ThrowStep(0, 1, 2, "middle"), ThrowStep(0, 2, 2, "middle")))
    assert procedure.start(0) == (AskDie(),)
    assert procedure.handle(DieSays("no die", again=True), 1) == (AskDie(),)
    assert procedure.handle(DieSays("askew", again=False), 1) == ()
    procedure.handle(KeyEdge(0, "middle", True, 1), 1)
    assert procedure.handle(KeyEdge(0, "middle", False, 1), 1) == (ThrowDie(),)
    assert procedure.handle(DieLies(3, 2), 2) == (AskDie(),)
    assert procedure.handle(DieLies(6, None), 2) == ()
    assert ends(procedure) == [("ok", "3 on top, 2 in front"), ("ok", "6 on top")]


def test_a_sound_is_played_and_played_again() -> None:
    procedure = Procedure((HearStep(0, "turn"),))
    assert procedure.start(0) == (PlayTone("turn"),)
    procedure.handle(KeyEdge(0, "left", True, 1), 1)
    assert procedure.handle(KeyEdge(0, "left", False, 1), 1) == (PlayTone("turn"),)


def test_every_screen_fits_and_says_all_of_it() -> None:
    for step in ALL:
        procedure = started(step)
        looks = [step_screen(procedure, 0), step_screen(procedure, 5)]
        procedure.handle(KeyEdge(5, "back", True, 1), 1)
        looks.append(step_screen(procedure, 0))
        procedure.handle(KeyEdge(5, "back", False, 1), 1)
        procedure.handle(KnobTurn(0, "right" if step == WheelStep(0, "left") else "left", 1), 1)
        looks += [step_screen(procedure, 0), step_screen(started(), 0)]
        tap(procedure, "back")
        looks.append(step_screen(procedure, 0))
        for look in looks:
            assert misfits(look) == ()
            assert crowded(look) == ()
        if procedure.step is not None and not isinstance(step, ThrowStep):
            last = screen_prompt(step).split()[-1]
            assert any(last in getattr(mark, "text", "") for mark in looks[3].marks)
        assert f"seat {step.seat + 1}" in terminal_prompt(step)


def test_a_screen_is_right_only_where_that_was_said() -> None:
    for key in ("left", "right", "back"):
        procedure = started(LookStep(0))
        tap(procedure, key)
        assert ends(procedure) == []
        assert procedure.remark != ""
        tap(procedure, "middle")
        assert [status for status, _ in ends(procedure)] == ["ok"]


def test_a_real_die_is_not_thrown_by_a_key_of_the_seat() -> None:
    procedure = started(ThrowStep(0, 1, 3))
    procedure.handle(KeyEdge(0, "middle", True, 1), 1)
    assert procedure.handle(KeyEdge(0, "middle", False, 1), 1) == ()
    assert "by hand" in procedure.remark


def test_a_fault_of_a_screen_changes_no_other_outcome() -> None:
    procedure = started(LookStep(0), LookStep(1), PressStep(0, "left"))
    tap(procedure, "middle")
    procedure.handle(KeyEdge(1, "middle", True, 1), 1)
    procedure.handle(ProcedureTick(), 1 + HOLD_SECONDS)
    procedure.handle(ProcedureFault(1, "gone"), 5)
    procedure.handle(ProcedureFault(0, ""), 5)
    assert [status for status, _ in ends(procedure)] == ["ok", "failed"]
