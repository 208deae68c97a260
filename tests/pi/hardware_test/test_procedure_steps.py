"""The steps for each seat: every buzzer alone; dice and buses only in a test of the whole table."""

from companion.config.configuration import simulated
from companion.core.keys import KeyEdge
from companion.devices.dice.page import PageDie
from companion.devices.protocols import KeyEventSink
from companion.pi.hardware_procedure import HearStep, LookStep, PressStep, Procedure, ThrowStep, steps_of
from companion.pi.hardware_test import HardwareTest
from tests.devices.clock import HandLoop


class Ear:
    """A buzzer of which only what it plays is known."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def play(self, sound: str) -> None:
        self.heard.append(sound)

    def close(self) -> None:
        pass


def test_every_pods_own_buzzer_is_heard_by_itself_and_at_its_seat() -> None:
    wiring = simulated(6, {"HOME": "/nowhere"}, board="six-pods").wiring
    procedure = Procedure(step for step in steps_of(wiring, range(6), PageDie()) if isinstance(step, HearStep))
    assert [step.seat for step in steps_of(wiring, [3], None) if isinstance(step, HearStep)] == [3] * 5
    ears: dict[int | None, Ear] = {seat: Ear() for seat in range(6)}

    class Silent:
        def start(self, sink: KeyEventSink) -> None:
            self.sink = sink

        def close(self) -> None:
            pass

    keys, said = Silent(), list[str]()
    test = HardwareTest(procedure, HandLoop(), said.append, lambda _outcomes: None)
    test.start({}, keys, ears, None)
    while (step := procedure.step) is not None:
        playing = [seat for seat, ear in ears.items() if ear.heard]
        assert playing == [step.seat], "a buzzer that is not asked about would answer for one that is dead"
        for ear in ears.values():
            ear.heard.clear()
        for down in (True, False):
            keys.sink(KeyEdge(step.seat, "middle", down, 1000.0))
    assert [outcome.step.seat for outcome in procedure.outcomes] == [0, 0, 0, 0, 0, 1, 2, 3, 4, 5]
    assert "ok   seat 6, sound: the end: heard." in said


def test_a_single_seat_leaves_the_middle_of_the_table_alone() -> None:
    configuration = simulated(2, {"HOME": "/nowhere"}, board="two-seats", die="nest")
    assert {type(step) for step in steps_of(configuration.wiring, [0], None)} == {PressStep, LookStep}
    assert {type(step) for step in steps_of(configuration.wiring, [0], configuration.die)} == {
        PressStep,
        LookStep,
        HearStep,
        ThrowStep,
    }
    assert not any(isinstance(step, ThrowStep) for step in steps_of(configuration.wiring, [0], PageDie()))
