"""The hardware test on a whole simulated table: keys on mock pins, pictures on chip models."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.config.configuration import simulated
from companion.core.errors import DeviceError
from companion.core.keys import KEYS
from companion.core.picture import BLANK
from companion.devices.build import Devices, build
from companion.devices.dice.button import ButtonDie
from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.page import PageDie
from companion.devices.dice.serial import PodDieSensors, SerialDie, pod_sensor_die
from companion.devices.protocols import Loop
from companion.devices.simulated.pins import SimulatedKeys
from companion.devices.simulated.table import CHIP_FILES
from companion.devices.wiring import Wiring
from companion.pi.hardware_procedure import (
    HOLD_SECONDS,
    THROWS,
    LookStep,
    PressStep,
    Procedure,
    StepOutcome,
    ThrowStep,
    step_screen,
    steps_of,
)
from companion.pi.hardware_test import HardwareTest, hardware_report
from companion.pod_wire.pod_messages import DIE_ABSENT, DIE_SETTLED
from companion.ui.raster import draw
from tests.devices.clock import HandLoop
from tests.until import until_notified

IN_PAGE = PageDie()


class TalkingLoop(HandLoop):
    """A loop that can be waited for: the buses' workers hand their news to it."""

    def __init__(self) -> None:
        super().__init__()
        self.news = threading.Condition()

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        with self.news:
            super().call_soon_threadsafe(callback, *args)
            self.news.notify_all()
        return None


class Bench:
    """A simulated table under test. `crossed`: how its keys truly are wired, if not as its configuration says; `die`: the
    one in the middle, or what makes one on a pod; `real`: nobody but a hand throws it, as at a table that is not simulated.
    """

    def __init__(
        self,
        wiring: Wiring,
        crossed: Wiring | None = None,
        die: DieWiring | Callable[[Loop], DieAtTable] = IN_PAGE,
        *,
        real: bool = False,
    ) -> None:
        self.loop = TalkingLoop()
        self.steps = steps_of(replace(wiring, simulated=not real), range(2), SerialDie("E66") if callable(die) else die)
        self.procedure = Procedure(self.steps)
        self.said: list[str] = []
        self.closed = False
        self.done: tuple[StepOutcome, ...] | None = None
        self.test = HardwareTest(self.procedure, self.loop, self.said.append, self.end)
        self.devices: Devices = build(wiring, self.loop, self.test.on_runs, self.test.on_fault)
        self.die = (
            die(self.loop)
            if callable(die)
            else die.build(
                DieParts(
                    lambda: self.devices.pin_factory,
                    self.loop,
                    lambda _n: 0,
                    self.test.on_die_trouble,
                    simulated=not real,
                )
            )
        )
        # The hand knows its keys by where they are; the daemon by what its configuration says.
        self.fingers = SimulatedKeys(self.devices.pin_factory, crossed or wiring)
        assert self.devices.buzzer is not None
        self.test.start(self.devices.displays, self.devices.keys, {None: self.devices.buzzer}, self.die)
        self.loop.run()

    def end(self, outcomes: tuple[StepOutcome, ...]) -> None:
        self.done = outcomes

    def hold(self, seat: int, key: Any, seconds: float) -> None:
        self.fingers.press(seat, key)
        self.loop.run()
        self.loop.advance(seconds)
        self.fingers.release(seat, key)
        self.loop.run()
        self.loop.advance(0.1)

    def sees(self, seat: int) -> None:
        """Wait until the glass shows what the procedure's screen is."""
        assert self.devices.panels is not None
        wanted = draw(step_screen(self.procedure, seat))
        chip = self.devices.panels[seat]
        until_notified(self.loop.news, lambda: chip.pixels() == wanted)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.die.close()
            self.devices.close()


@pytest.fixture
def benches() -> Iterator[Callable[..., Bench]]:
    opened: list[Bench] = []

    def make(*arguments: Any, **more: Any) -> Bench:
        opened.append(Bench(*arguments, **more))
        return opened[-1]

    yield make
    for bench in opened:
        bench.close()


WIRING = simulated(2, {"HOME": "/nowhere"}).wiring


def answer(bench: Bench) -> None:
    """What somebody does whose table is as it should be."""
    step = bench.procedure.step
    assert step is not None
    bench.hold(step.seat, step.key if isinstance(step, PressStep) else "middle", 0.1)
    bench.loop.advance(2)


def with_panels(chip: str) -> Wiring:
    """The same seats, with panels of that kind."""
    seats = [replace(seat, panel=replace(seat.panel, chip=chip)) for seat in WIRING.seats]  # type: ignore[union-attr]
    return replace(WIRING, seats=tuple(seats))


@pytest.mark.parametrize(
    "chip",
    [pytest.param(chip, marks=() if chip in ("ssd1306", "ssd1327") else pytest.mark.slow) for chip in CHIP_FILES],
)
def test_a_table_that_is_right(benches: Callable[..., Bench], chip: str) -> None:
    bench = benches(with_panels(chip))
    while bench.procedure.step is not None:
        bench.sees(0)
        bench.sees(1)
        answer(bench)
    assert bench.done is not None
    assert [outcome.status for outcome in bench.done] == ["ok"] * len(bench.steps)
    assert len(bench.steps) == 2 * (len(KEYS) + 1) + 5
    assert hardware_report(bench.done, len(bench.steps)).endswith(
        f"Everything works: {len(bench.steps)} of {len(bench.steps)}."
    )
    bench.close()
    assert bench.devices.panels is not None
    assert all(chip.pixels() == BLANK for chip in bench.devices.panels.values())


@pytest.mark.parametrize("kind", ["button", "coded", "nest"])
def test_every_kind_of_die_is_thrown_thrice(benches: Callable[..., Bench], kind: str) -> None:
    configuration = simulated(2, {"HOME": "/nowhere"}, board="two-seats", die=kind)
    bench = benches(configuration.wiring, die=configuration.die)
    while bench.procedure.step is not None:
        answer(bench)
        bench.loop.advance(5)
    assert bench.done is not None
    assert [outcome.status for outcome in bench.done] == ["ok"] * len(bench.steps)


def test_a_die_on_a_pod_is_thrown_thrice_and_its_pod_missed(benches: Callable[..., Bench]) -> None:
    seen: list[PodDieSensors] = []

    def made(loop: Loop) -> DieAtTable:
        seen.append(PodDieSensors(loop))
        return DieAtTable(pod_sensor_die(seen[0], loop))

    bench = benches(WIRING, die=made)
    eyes = seen[0]
    while not isinstance(bench.procedure.step, ThrowStep):
        answer(bench)
    eyes.receive(DIE_ABSENT, 0, 0, 0)
    for number, (top, front) in enumerate(((3, 1), (6, 2), (6, 2)), 1):
        step = bench.procedure.step
        assert isinstance(step, ThrowStep)
        assert step.number == number
        eyes.lost()
        bench.loop.advance(1)
        assert "its reader does not answer" in bench.said[-1]
        eyes.receive(DIE_ABSENT, 0, 0, 0)
        bench.loop.advance(1)
        eyes.receive(DIE_SETTLED, 0, top, front)
        bench.loop.advance(1)
    assert bench.procedure.step is None
    assert [outcome.says for outcome in bench.procedure.outcomes[-3:]] == [
        "3 on top, 1 in front",
        "6 on top, 2 in front",
        "6 on top, 2 in front",
    ]


def test_two_wires_that_are_swapped(benches: Callable[..., Bench]) -> None:
    seat = WIRING.seats[0]
    keys = seat.keys  # type: ignore[union-attr]
    swapped = replace(seat, keys=replace(keys, left=keys.middle, middle=keys.left))  # type: ignore[union-attr]
    bench = benches(WIRING, replace(WIRING, seats=(swapped, WIRING.seats[1])))
    for key in ("left", "left", "middle", "middle", "right"):
        bench.hold(0, key, 0.1)
    wrong = [(outcome.step, outcome.status) for outcome in bench.procedure.outcomes]
    assert wrong == [
        (PressStep(0, "left"), "failed"),
        (PressStep(0, "middle"), "failed"),
        (PressStep(0, "right"), "ok"),
    ]
    assert "BAD  seat 1, ◀: that was ●, wired where ◀ should be." in bench.said


def test_somebody_says_that_a_key_and_a_screen_do_not_work(benches: Callable[..., Bench]) -> None:
    bench = benches(WIRING)
    bench.hold(0, "middle", HOLD_SECONDS + 0.1)
    bench.hold(0, "middle", 0.1)
    bench.hold(0, "right", 0.1)
    bench.hold(0, "middle", HOLD_SECONDS + 0.1)
    assert [outcome.status for outcome in bench.procedure.outcomes] == ["skipped", "ok", "ok", "failed"]
    assert "Not tested: 9." in hardware_report(bench.procedure.outcomes, len(bench.steps))


def test_a_roll_key_whose_wire_is_cut_passes_nothing(benches: Callable[..., Bench]) -> None:
    configuration = simulated(2, {"HOME": "/nowhere"}, board="two-seats", die="button")
    die = configuration.die
    assert isinstance(die, ButtonDie)
    bench = benches(configuration.wiring, die=die, real=True)
    while not isinstance(bench.procedure.step, ThrowStep):
        answer(bench)
    for key in (*KEYS, *KEYS):
        bench.hold(0, key, 0.1)
        bench.loop.advance(5)
    assert "roll key" in bench.said[-1]
    assert bench.procedure.step == ThrowStep(0, 1, THROWS, "roll key")
    # And one that closes passes.
    for _ in range(THROWS):
        for drive in (
            bench.devices.pin_factory.pin(die.key).drive_low,
            bench.devices.pin_factory.pin(die.key).drive_high,
        ):
            drive()
            bench.loop.run()
            bench.loop.advance(3)
    assert [outcome.status for outcome in bench.procedure.outcomes[-THROWS:]] == ["ok"] * THROWS


def test_a_screen_that_goes_silent_after_it_was_right_is_judged_anew(benches: Callable[..., Bench]) -> None:
    bench = benches(WIRING)
    while bench.procedure.step != PressStep(1, "left"):
        answer(bench)
    bench.test.on_fault(0, DeviceError("seat 1: screen not answering (I2C bus 11, address 0x3C): nothing."))
    assert bench.said[-1].startswith("BAD  seat 1, screen: ")
    bench.test.on_fault(0, None)
    while bench.procedure.step is not None:
        answer(bench)
    assert [outcome.step for outcome in bench.procedure.outcomes if outcome.status != "ok"] == [LookStep(0)]
    assert "Not everything works: 12 of 13." in hardware_report(bench.procedure.outcomes, len(bench.steps))
