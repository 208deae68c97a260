"""Run the hardware test on real devices: pins, buses and the die feed the procedure, and the panels show its screens.

Invariant: the test always ends, even if nobody answers; it leaves dark panels and a report.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Final, assert_never

from companion.core.errors import DeviceError
from companion.core.picture import PixelRun
from companion.core.seat import Place
from companion.devices.dice.die import DieAtTable
from companion.devices.dice.readings import check_reading, check_top_only
from companion.devices.protocols import Buzzer, DieReading, DieSight, Display, KeySource, Loop, Timer
from companion.pi.hardware_procedure import (
    AskDie,
    DieLies,
    DieSays,
    PlayTone,
    Procedure,
    ProcedureEffect,
    ProcedureFault,
    ProcedureInput,
    ProcedureStep,
    ProcedureTick,
    StepOutcome,
    ThrowDie,
    step_name,
    step_screen,
    terminal_prompt,
)
from companion.ui.raster import draw

_SIGHTS: Final = {
    "absent": "there is no die; put it into the roller",
    "unreadable": "it lies askew; lay it flat",
    "silent": "its reader reports nothing; check its wires",
    "gone": "its reader does not answer; check its cable",
}


class HardwareTest:
    """One run of `procedure`. `say`: prints a line on the terminal; `done`: called once, at the end, with the outcomes."""

    def __init__(
        self,
        procedure: Procedure,
        loop: Loop,
        say: Callable[[str], None],
        done: Callable[[tuple[StepOutcome, ...]], None],
    ) -> None:
        self._procedure = procedure
        self._loop = loop
        self._say = say
        self._done = done
        self._displays: Mapping[Place, Display] = {}
        self._buzzers: Mapping[Place | None, Buzzer] = {}
        self._die: DieAtTable | None = None
        self._timer: Timer | None = None
        self._is_started = self._is_over = False
        self._early: list[ProcedureInput] = []
        self._reported: tuple[StepOutcome, ...] = ()
        self._asked: ProcedureStep | None = None
        self._remark = ""

    def on_runs(self, _seat: Place, _runs: tuple[PixelRun, ...]) -> None:
        """A panel's content changed; ignored."""

    def on_fault(self, seat: Place, error: DeviceError | None) -> None:
        """A screen stopped answering, or answers again (None); may be called before `start`."""
        self._take(ProcedureFault(seat, "" if error is None else str(error).rstrip(".")))

    def on_die_trouble(self, error: DeviceError | None) -> None:
        """The die's pod stopped answering, or answers again (None)."""
        if error is not None:
            self._take(DieSays(str(error), again=False))

    def start(
        self,
        displays: Mapping[Place, Display],
        keys: KeySource,
        buzzers: Mapping[Place | None, Buzzer],
        die: DieAtTable | None,
    ) -> None:
        """Begin. `buzzers`: by the seat of its pod, None for the table's own. The caller closes the devices."""
        self._displays, self._buzzers, self._die = displays, buzzers, die
        self._is_started = True
        self._do(self._procedure.start(self._loop.time()))
        for news in self._early:
            self._take(news)
        if die is not None:
            die.start(self._rolled)
        # Keys that are down already are reported before this returns.
        keys.start(self._take)

    def _rolled(self, reading: DieReading | DieSight) -> None:
        if isinstance(reading, DieSight):
            if reading.what in _SIGHTS:
                self._take(DieSays(_SIGHTS[reading.what], again=False))
            return
        try:
            top = check_top_only(reading)
            lies = DieLies(*check_reading(reading)) if top is None else DieLies(top, None)
        except DeviceError as refusal:
            self._take(DieSays(str(refusal), again=True))
            return
        self._take(lies)

    def _take(self, news: ProcedureInput) -> None:
        if not self._is_started:
            self._early.append(news)
        elif not self._is_over:
            self._do(self._procedure.handle(news, self._loop.time()))

    def _do(self, effects: Iterable[ProcedureEffect]) -> None:
        # Screens first: a die may answer before its call returns.
        self._tell()
        for effect in effects:
            match effect:
                case PlayTone(sound=sound, seat=seat) if seat in self._buzzers:
                    self._buzzers[seat].play(sound)
                case AskDie() if self._die is not None:
                    self._die.die.ask()
                case ThrowDie() if self._die is not None:
                    self._die.throw()
                case PlayTone() | AskDie() | ThrowDie():
                    pass
                case _:
                    assert_never(effect)

    def _tell(self) -> None:
        """Update the screens, the terminal and the timer."""
        # An outcome that changed is printed again.
        for before, outcome in zip_longest(self._reported, self._procedure.outcomes):
            if outcome != before:
                self._say(outcome_line(outcome))
        self._reported = self._procedure.outcomes
        step = self._procedure.step
        for seat, display in self._displays.items():
            display.show(draw(step_screen(self._procedure, seat)), urgent=step is not None and seat == step.seat)
        if step is not None and step != self._asked:
            self._say(terminal_prompt(step))
        elif self._procedure.remark not in ("", self._remark):
            self._say(f"  {self._procedure.remark}")
        self._asked, self._remark = step, self._procedure.remark
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (deadline := self._procedure.deadline) is not None:
            self._timer = self._loop.call_at(deadline, self._tick)
        elif not self._is_over:
            self._is_over = True
            self._done(self._procedure.outcomes)

    def _tick(self) -> None:
        self._timer = None
        self._take(ProcedureTick())


_SIGNS: Final = {"ok": "ok ", "failed": "BAD", "skipped": "BAD"}


def outcome_line(outcome: StepOutcome) -> str:
    """An outcome in the form of the doctor's checks."""
    return f"{_SIGNS[outcome.status]}  {step_name(outcome.step)}: {outcome.says}."


def hardware_report(outcomes: Iterable[StepOutcome], steps: int) -> str:
    """The failed outcomes, and a last line with the verdict. `steps`: the number of steps planned."""
    found = tuple(outcomes)
    well = sum(outcome.status == "ok" for outcome in found)
    lines = [outcome_line(outcome) for outcome in found if outcome.status != "ok"]
    if len(found) < steps:
        lines.append(f"Not tested: {steps - len(found)}.")
    verdict = "Everything works" if well == steps else "Not everything works"
    return "\n".join(["", *lines, f"{verdict}: {well} of {steps}."])
