"""Notes on mock PWM pins, on a clock that the test turns."""

import threading
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from companion.core.errors import DeviceError
from companion.core.sound import Sound
from companion.devices.buzzer import MELODIES, BuzzerNote, GpioBuzzer
from companion.devices.pins import pin_factory
from companion.devices.protocols import Buzzer
from companion.devices.simulated.pins import PiezoPin
from tests.devices.clock import HandLoop

PIN = 18
SOUNDS: tuple[Sound, ...] = ("turn", "accepted", "refused", "end", "time")


class Rig:
    """A buzzer, its pin and its clock."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.factory = pin_factory("mock")
        self.buzzer: Buzzer = GpioBuzzer(PIN, self.factory, self.loop)
        self.pin: PiezoPin = self.factory.pin(PIN)

    def listen(self) -> list[BuzzerNote]:
        """What sounds from now on until nothing is waited for any more, measured in milliseconds."""
        heard: list[tuple[float, int]] = []
        began = self.loop.now
        while self.waits:
            if not heard or heard[-1][1] != self.pin.tone:
                heard.append((self.loop.now - began, self.pin.tone))
            self.loop.advance(0.001)
        heard.append((self.loop.now - began, self.pin.tone))
        ends = [at for at, _ in heard[1:]]
        return [BuzzerNote(tone, round(end - at, 2)) for (at, tone), end in zip(heard, ends, strict=False)]

    @property
    def waits(self) -> bool:
        return any(not call.cancelled for call in self.loop.timers)

    @property
    def is_silent(self) -> bool:
        return self.pin.tone == 0 and not self.pin.state and self.pin.frequency is None


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    yield made
    made.factory.close()


def test_a_sound_is_its_notes_and_then_silence_and_its_pin_keeps_them(rig: Rig) -> None:
    for sound in SOUNDS:
        rig.buzzer.play(sound)
        assert rig.pin.tone, "it begins at once"
        assert rig.listen() == list(MELODIES[sound]), sound
        assert rig.is_silent
    heard = list(rig.pin.tones)
    rig.buzzer.play("refused")
    rig.loop.advance(2)
    assert list(rig.pin.tones) == [*heard, *(note.hertz for note in MELODIES["refused"]), 0]


def test_the_sounds_differ_and_are_short() -> None:
    assert set(MELODIES) == set(SOUNDS)
    assert len(set(MELODIES.values())) == len(SOUNDS)
    for notes in MELODIES.values():
        assert sum(note.seconds for note in notes) < 0.6
        # lgpio's limits are 0.1 and 10,000 Hz; a small piezo is hardly heard below 300.
        assert all(note.hertz == 0 or 300 <= note.hertz <= 5000 for note in notes)
        assert notes[-1].hertz, "a rest at the end is none"


@pytest.mark.parametrize("after", [0.0, 0.05, 0.15, 0.25, 0.4])
def test_a_newer_sound_cuts_off_the_older(rig: Rig, after: float) -> None:
    for newer in SOUNDS:
        rig.buzzer.play("end")
        rig.loop.advance(after)
        rig.buzzer.play(newer)
        assert rig.listen() == list(MELODIES[newer]), newer
        assert rig.is_silent


def test_the_notes_of_a_late_loop_do_not_drift(rig: Rig) -> None:
    rig.buzzer.play("end")
    rig.loop.now += 0.13
    rig.loop.run()
    assert rig.pin.tone == 1319, "the second note, late"
    rig.loop.advance(0.07)
    assert rig.pin.tone == 1568, "and the third one in its time"


def test_a_silent_buzzer_waits_for_nothing_and_starts_no_thread() -> None:
    before = set(threading.enumerate())
    rig = Rig()
    assert not rig.waits
    assert rig.is_silent, "nor does its PWM run"
    assert list(rig.pin.tones) == []
    rig.buzzer.play("end")
    assert len(rig.loop.timers) == 1
    assert set(threading.enumerate()) == before
    rig.loop.advance(2)
    assert not rig.waits
    assert rig.is_silent
    rig.factory.close()


@pytest.mark.parametrize("after", [0.0, 0.095, 2.0])
def test_closed_it_is_silent_and_the_pin_is_free(rig: Rig, after: float) -> None:
    rig.buzzer.play("refused")
    rig.loop.advance(after)
    rig.buzzer.close()
    assert rig.pin.tone == 0
    assert not rig.waits
    GpioBuzzer(PIN, rig.factory, rig.loop).close()


class Sticking(PiezoPin):
    """PWM that is switched off leaves this pin high, as a real one may be left."""

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if value is None and self.function == "output":
            self._change_state(1.0)


def test_a_pin_that_pwm_leaves_high_is_put_low() -> None:
    loop, factory = HandLoop(), MockFactory(pin_class=Sticking)
    buzzer, pin = GpioBuzzer(PIN, factory, loop), factory.pin(PIN)
    assert not pin.state
    buzzer.play("refused")
    loop.advance(0.1)
    assert not pin.state, "in a rest, too"
    loop.advance(1)
    assert not pin.state
    factory.close()


def test_a_pin_that_cannot_be_had_is_named(rig: Rig) -> None:
    """One that is not there, one that is taken, and one without PWM."""
    plain = MockFactory()
    for number, factory in ((99, rig.factory), (PIN, rig.factory), (PIN, plain)):
        with pytest.raises(DeviceError, match=rf"the buzzer cannot use GPIO{number} \("):
            GpioBuzzer(number, factory, rig.loop)
    plain.close()
