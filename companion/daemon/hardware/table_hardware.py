"""Everything that stands on the table and around it: screens, keys, buzzers and the die, with the watch over their faults.

Invariant: everything that happens there goes into one queue; nothing here decides anything.
"""

import logging
from collections.abc import Iterable
from contextlib import AsyncExitStack
from functools import partial
from typing import Final

from msgspec import Struct

from companion.config.configuration import Configuration
from companion.core.errors import DeviceError
from companion.core.keys import Gesture, KeyEvent
from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied
from companion.core.prompt import RandBelow
from companion.core.seat import Seat
from companion.daemon.daemon_inputs import InputSink, PanelGestured
from companion.daemon.hardware.gesture_timers import GestureTimers, StuckSink
from companion.daemon.hardware.key_pacer import KeyPacer
from companion.daemon.hardware.sound_cues import Sounder, local_minute
from companion.daemon.roller.die_roller import DieRoller
from companion.devices.build import Devices, build
from companion.devices.dice.die import DieAtTable, DieParts
from companion.devices.protocols import Loop
from companion.journal.kept_phones import KeptPhone
from companion.pause.fault_timing import FaultTimings
from companion.pause.fault_watch import FaultWatch
from companion.pause.phone_access import PhoneAccess, TokenBytes
from companion.pause.screen_router import ScreenRouter
from companion.pause.stuck_key_sentence import stuck
from companion.table.data import DARK_SCREEN, screen_text
from companion.table.effects import Gestured
from companion.web.hub import Hub

log = logging.getLogger("companion")

_PACE: Final = 1.5
"""Seconds between two changes of a simulated key for each second of its lock-out: timers of a busy loop come late."""


class Randomness(Struct, frozen=True):
    """`randbelow`: for the game's chance. `token_bytes`: for the secrets of phones."""

    randbelow: RandBelow
    token_bytes: TokenBytes


class TableHardware(Struct, frozen=True):
    """The hardware of one table, complete. `gestures`: of the table's own keys; `phone_gestures`: of the keys on phones.
    `key_pacer` presses the keys of a simulated table; None where the table is real."""

    devices: Devices
    screens: ScreenRouter
    watch: FaultWatch
    phones: PhoneAccess
    gestures: GestureTimers
    phone_gestures: GestureTimers
    key_pacer: KeyPacer | None
    die: DieAtTable
    roller: DieRoller
    sounder: Sounder

    def start_keys(self) -> None:
        """Take the events of the table's own keys from now on."""
        self.devices.keys.start(self.take_key)

    def take_key(self, event: KeyEvent) -> None:
        """An event of the table's own keys."""
        self.gestures.edge(event)
        self.devices.dimming.key_used(event.seat)

    def cancel_presses(self) -> None:
        """Cancel all presses at the table and at phones, because the screens change their meaning."""
        self.gestures.cancel_presses()
        self.phone_gestures.cancel_presses()


class _PanelPictures:
    """What every panel shows, kept for the bench pages."""

    def __init__(self, seats: int, hub: Hub) -> None:
        self._hub = hub
        self._pictures: list[Picture] = [BLANK] * seats

    def write(self, seat: Seat, runs: tuple[PixelRun, ...]) -> None:
        """`runs` were written to the panel of a seat."""
        self._pictures[seat] = applied(self._pictures[seat], runs)
        self._hub.frame(seat, runs, self._pictures[seat])

    def clear(self, seat: Seat) -> None:
        """The contents of a panel are unknown."""
        self._hub.screen_text(seat, lambda: DARK_SCREEN)
        self.write(seat, tuple(PixelRun(page, 0, bytes(WIDTH)) for page in range(PAGES)))


def assemble_hardware(
    configuration: Configuration,
    hub: Hub,
    loop: Loop,
    stack: AsyncExitStack,
    queue: InputSink,
    randomness: Randomness,
    timings: FaultTimings,
    kept_phones: Iterable[KeptPhone] = (),
) -> TableHardware:
    """Make the table's hardware, screens first; `stack` closes it. Its keys are not read before `start_keys`. `kept_phones`: the
    phones that hold a seat from earlier.

    Raises DeviceError where there are no pins.
    """
    wiring, seats = configuration.wiring, len(configuration.names)
    lockout, settle = wiring.debounce_ms / 1000, wiring.settle_ms / 1000
    panels = frozenset(range(seats)) - frozenset(wiring.phones)
    phones = PhoneAccess(randomness.token_bytes, wiring.phones, panels, kept_phones)
    watch = FaultWatch(seats, loop, hub, queue, timings=timings, phones=phones)
    stack.callback(watch.close)
    gestures, phone_gestures = _gesture_timers(configuration, loop, stack, queue, watch)
    pictures = _PanelPictures(seats, hub)

    def on_fault(seat: Seat, error: DeviceError | None) -> None:
        if error is not None:
            # The bench page shows no more than the panel does, and that is redrawn from nothing when it answers again.
            pictures.clear(seat)
        watch.screen(seat, error)

    def on_die_fault(error: DeviceError | None) -> None:
        # The die belongs to no seat: the roller's screen shows the fault, and the roller can enter the die by keys.
        if error is not None:
            log.warning("%s", error)
            hub.event(str(error))

    devices = build(wiring, loop, pictures.write, on_fault)
    stack.callback(devices.close)
    key_pacer = None
    if devices.simulated_keys is not None:
        key_pacer = KeyPacer(
            devices.simulated_keys, seats, loop, pause=_PACE * max(lockout, settle), settle=_PACE * settle
        )
        stack.callback(key_pacer.close)
    parts = DieParts(
        lambda: devices.pin_factory,
        loop,
        randomness.randbelow,
        on_die_fault,
        simulated=wiring.simulated,
        lockout=lockout,
        settle=settle,
    )
    die = configuration.die.build(parts)
    stack.callback(die.close)
    roller = DieRoller(die.die, hub, seats, queue, is_in_page=die.is_in_page)
    die.start(queue)
    return TableHardware(
        devices=devices,
        screens=ScreenRouter(
            devices.displays,
            hub.phone_seats,
            watch.on_phone,
            tell=lambda seat, screen: hub.screen_text(seat, partial(screen_text, screen)),
        ),
        watch=watch,
        gestures=gestures,
        phone_gestures=phone_gestures,
        phones=phones,
        key_pacer=key_pacer,
        die=die,
        roller=roller,
        sounder=Sounder(wiring.sounds, devices.buzzer, devices.buzzers, local_minute, seats),
    )


def _gesture_timers(
    configuration: Configuration, loop: Loop, stack: AsyncExitStack, queue: InputSink, watch: FaultWatch
) -> tuple[GestureTimers, GestureTimers]:
    """For the table's own keys, and for the keys on phones."""
    table, wiring, seats = configuration.table, configuration.wiring, len(configuration.names)

    def timers(by_phone: bool, on_stuck: StuckSink) -> GestureTimers:
        def on_gesture(seat: Seat, gesture: Gesture) -> None:
            # A seat is played either at the table or from a phone. A lifted screen is lowered wherever its seat is played.
            if (seat in watch.on_phone) == by_phone or gesture == "lower":
                queue(Gestured(seat, gesture, loop.time()))
            elif seat in watch.transferred and not by_phone:
                queue(PanelGestured(seat, gesture))

        made = GestureTimers(
            seats,
            loop,
            on_gesture,
            lifting=table.secrecy == "lift",
            hold=table.hold_ms / 1000,
            repeat=table.repeat_ms / 1000,
            on_stuck=on_stuck,
        )
        stack.callback(made.close)
        return made

    at_table = timers(False, lambda seat, key: watch.stuck(seat, None if key is None else stuck(wiring, seat, key)))
    # A finger that rests on a phone is not a stuck key.
    return at_table, timers(True, lambda _seat, _key: None)
