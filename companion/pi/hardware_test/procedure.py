"""The hardware test as a state machine: it asks a person step by step, and evaluates the answers.

Pure: it gets inputs and the time, and returns effects; the screens are a function of its state (procedure_screens.py).
Invariants: every step ends by itself; a step passes only by a right answer; holding ● always reports that it does not work.
"""

from collections.abc import Iterable
from typing import Final, Literal, assert_never

from companion.core.keys import Cancelled, Contact, InitiallyDown, KeyEdge, KnobTurn, SignalLost
from companion.core.seat import Seat, seat_number
from companion.pi.hardware_test.procedure_steps import (
    KEY_SIGNS,
    AskDie,
    DieLies,
    DieSays,
    HearStep,
    LookStep,
    PlayTone,
    PressStep,
    ProcedureEffect,
    ProcedureFault,
    ProcedureInput,
    ProcedureStep,
    ProcedureTick,
    StepOutcome,
    ThrowDie,
    ThrowStep,
    WheelStep,
    key_name,
)

HOLD_SECONDS: Final = 2.0
"""Seconds to hold ● to report that it does not work."""
STEP_SECONDS: Final = 60.0
"""Seconds until a step without an answer fails."""
MAX_WRONG_ANSWERS: Final = 2
"""The number of equal wrong answers that make a step fail; fewer may be slips."""

_STUCK: Final = "it was down before anybody pressed it"


class Procedure:
    """The steps in order. `now` is in seconds throughout."""

    def __init__(self, steps: Iterable[ProcedureStep]) -> None:
        self._waiting = list(steps)
        self._outcomes: list[StepOutcome] = []
        self._faults: dict[Seat, str] = {}
        self._stuck: set[tuple[Seat, Contact]] = set()
        self._fresh(0.0)

    @property
    def step(self) -> ProcedureStep | None:
        """The current step; None at the end."""
        return self._waiting[0] if self._waiting else None

    @property
    def outcomes(self) -> tuple[StepOutcome, ...]:
        """The outcomes of the finished steps. A later fault may change one in place."""
        return tuple(self._outcomes)

    @property
    def remark(self) -> str:
        """The remark about the last answer, or ""."""
        return self._remark

    @property
    def down(self) -> frozenset[tuple[Seat, Contact]]:
        """The keys that were pressed in this step and are down."""
        return frozenset(self._down)

    @property
    def deadline(self) -> float | None:
        """The time of the next ProcedureTick; None at the end."""
        if (step := self.step) is None:
            return None
        held = self._down.get((step.seat, "middle"))
        end = self._since + STEP_SECONDS
        return end if held is None or not self._may_hold(step) else min(end, held + HOLD_SECONDS)

    def start(self, now: float) -> tuple[ProcedureEffect, ...]:
        """Ask for the first step."""
        return self._begin(now)

    def handle(self, news: ProcedureInput, now: float) -> tuple[ProcedureEffect, ...]:
        """Process an input; returns its effects."""
        if (step := self.step) is None:
            return ()
        match news:
            case KeyEdge():
                return self._edge(step, news, now)
            case KnobTurn():
                return self._turned(step, news, now)
            case InitiallyDown():
                self._stuck.add((news.seat, news.key))
                return self._end("failed", _STUCK, now) if step == PressStep(news.seat, news.key) else ()
            case Cancelled():
                # Contact to a pod was lost: ignore the releases that follow.
                for key in [key for key in self._down if key[0] == news.seat]:
                    del self._down[key]
                return ()
            case SignalLost():
                return ()
            case DieLies():
                front = "" if news.front is None else f", {news.front} in front"
                return self._end("ok", f"{news.top} on top{front}", now) if isinstance(step, ThrowStep) else ()
            case DieSays():
                if isinstance(step, ThrowStep):
                    self._remark = news.text
                    return (AskDie(),) if news.again else ()
                return ()
            case ProcedureFault():
                return self._fault(step, news, now)
            case ProcedureTick():
                return self._tick(step, now)
            case _:
                assert_never(news)

    # A step's beginning and end

    def _fresh(self, now: float) -> None:
        self._since = now
        self._down: dict[tuple[Seat, Contact], float] = {}
        self._beside: set[tuple[Seat, Contact]] = set()
        self._wrong: list[object] = []
        self._remark = ""

    def _begin(self, now: float) -> tuple[ProcedureEffect, ...]:
        self._fresh(now)
        match self.step:
            case PressStep() as step if (step.seat, step.key) in self._stuck:
                return self._end("failed", _STUCK, now)
            case LookStep(seat=seat) if self._faults.get(seat):
                return self._end("failed", self._faults[seat], now)
            case HearStep() as step:
                return (_sounding(step),)
            case ThrowStep():
                return (AskDie(),)
            case _:
                return ()

    def _end(self, status: Literal["ok", "failed", "skipped"], says: str, now: float) -> tuple[ProcedureEffect, ...]:
        self._outcomes.append(StepOutcome(self._waiting.pop(0), status, says))
        return self._begin(now)

    def _fault(self, step: ProcedureStep, fault: ProcedureFault, now: float) -> tuple[ProcedureEffect, ...]:
        self._faults[fault.seat] = fault.text
        if not fault.text:
            return ()
        if step == LookStep(fault.seat):
            return self._end("failed", fault.text, now)
        # A screen that passed and then failed probably has a loose wire: its outcome becomes a failure.
        for number, outcome in enumerate(self._outcomes):
            if outcome.step == LookStep(fault.seat) and outcome.status == "ok":
                self._outcomes[number] = StepOutcome(outcome.step, "failed", f"it was right, and then {fault.text}")
        return ()

    def _tick(self, step: ProcedureStep, now: float) -> tuple[ProcedureEffect, ...]:
        held = self._down.get((step.seat, "middle"))
        if held is not None and self._may_hold(step) and now >= held + HOLD_SECONDS:
            if isinstance(step, LookStep):
                return self._end("failed", "not right, as the person before it says", now)
            return self._end("skipped", "does not work, as the person before it says", now)
        if now < self._since + STEP_SECONDS:
            return ()
        if isinstance(step, PressStep) and (step.seat, step.key) in self._down:
            return self._end("failed", "it went down and never came up", now)
        return self._end("failed", f"nothing came in {STEP_SECONDS:.0f} seconds", now)

    def _may_hold(self, step: ProcedureStep) -> bool:
        """Whether holding ● reports a failure; not while ● itself is tested."""
        return not (isinstance(step, PressStep) and step.key == "middle")

    # Answers

    def _edge(self, step: ProcedureStep, edge: KeyEdge, now: float) -> tuple[ProcedureEffect, ...]:
        key = (edge.seat, edge.key)
        if edge.down:
            if isinstance(step, PressStep) and self._down:
                self._beside |= {key, *self._down} - {(step.seat, step.key)}
            self._down[key] = now
            return ()
        self._stuck.discard(key)
        if key not in self._down:
            # It was pressed in the previous step.
            return ()
        del self._down[key]
        return self._pressed(step, edge.seat, edge.key, now)

    def _pressed(self, step: ProcedureStep, seat: Seat, key: Contact, now: float) -> tuple[ProcedureEffect, ...]:
        match step:
            case PressStep() if (seat, key) == (step.seat, step.key):
                if self._beside:
                    other = key_name(step.seat, *sorted(self._beside)[0])
                    return self._missed(("beside", other), f"{other} went down with it: the two touch", now)
                return self._end("ok", "pressed and released", now)
            case PressStep():
                if (step.seat, step.key) in self._down:
                    return ()
                was, asked = key_name(step.seat, seat, key), KEY_SIGNS[step.key]
                return self._missed((seat, key), f"that was {was}, wired where {asked} should be", now)
            case WheelStep():
                return self._missed((seat, key), f"that was {key_name(step.seat, seat, key)}; turn the knob", now)
            case LookStep() | HearStep() | ThrowStep() if seat != step.seat:
                self._remark = f"that was seat {seat_number(seat)}; answer at seat {seat_number(step.seat)}"
                return ()
            case LookStep() if key == "middle":
                return self._end("ok", "right, as the person before it says", now)
            case LookStep():
                self._remark = f"that was {KEY_SIGNS[key]}; ● says yes, and holding ● no"
                return ()
            case HearStep() if key == "middle":
                return self._end("ok", "heard", now)
            case HearStep():
                return (_sounding(step),)
            case ThrowStep(by="middle"):
                return (ThrowDie(),)
            case ThrowStep(by=by):
                self._remark = (
                    f"that was {KEY_SIGNS[key]}; the die is thrown by {'its roll key' if by == 'roll key' else 'hand'}"
                )
                return ()
            case _:
                assert_never(step)

    def _turned(self, step: ProcedureStep, turn: KnobTurn, now: float) -> tuple[ProcedureEffect, ...]:
        match step:
            case WheelStep() if (turn.seat, turn.way) == (step.seat, step.direction):
                return self._end("ok", "turned", now)
            case WheelStep() if turn.seat == step.seat:
                return self._missed(turn.way, "that was the other direction: lines A and B are swapped", now)
            case WheelStep() | PressStep():
                return self._missed((turn.seat, "knob"), f"that was the knob of seat {seat_number(turn.seat)}", now)
            case LookStep() | ThrowStep():
                return ()
            case HearStep():
                return (_sounding(step),) if turn.seat == step.seat else ()
            case _:
                assert_never(step)

    def _missed(self, what: object, says: str, now: float) -> tuple[ProcedureEffect, ...]:
        """Count a wrong answer; the first may be a slip."""
        self._wrong.append(what)
        self._beside.clear()
        self._remark = says
        if self._wrong.count(what) >= MAX_WRONG_ANSWERS or len(self._wrong) > MAX_WRONG_ANSWERS:
            return self._end("failed", says, now)
        return ()


def _sounding(step: HearStep) -> PlayTone:
    return PlayTone(step.sound, step.seat if step.own else None)
