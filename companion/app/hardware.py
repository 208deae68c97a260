"""Everything that stands on the table and around it: screens, keys, buzzers and the die, with the watch over their faults.

Invariant: everything that happens there goes into one queue; nothing here decides anything.
"""

import logging
import secrets
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from companion.app.inputs import AppInput
from companion.app.power import RunTool
from companion.app.roller import DieRoller
from companion.app.sounds import Sounder, local_minute
from companion.config.configuration import Configuration
from companion.core.errors import DeviceError
from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied
from companion.core.prompt import RandBelow
from companion.core.seat import Place, all_places
from companion.devices.build import Devices, build
from companion.devices.dice.die import DieAtTable, DieParts
from companion.devices.protocols import Loop
from companion.journal.kept_phones import KeptPhone
from companion.journal.worker import IDLE_CHECK_TIMINGS, IdleCheckTimings
from companion.seats.device_faults import FAULT_TIMINGS, FaultTimings
from companion.seats.gestures import GestureTimers
from companion.seats.phones import PhoneAccess, TokenBytes
from companion.seats.watch import FaultWatch
from companion.table.data import DARK_SCREEN
from companion.thinking.client import COMMAND
from companion.web.hub import Hub

if TYPE_CHECKING:
    from companion.devices.simulated.pins import KeyPacer

log = logging.getLogger("companion")

_PACE: Final = 1.5
"""Seconds between two changes of a simulated key for each second of its lock-out: timers of a busy loop come late."""


class Surroundings(Struct, frozen=True):
    """What a table needs of its surroundings, and a test replaces.

    `randbelow`: for the game's chance. `token_bytes`: for the secrets of phones. `run_tool`: runs a tool of the system, to switch
    the machine off; None where that is not offered. `machine_command`: starts the process that thinks. `timings`, `idle_timings`:
    when a device counts as broken, and when the journal is checked. `retry_delay`: seconds until chance is asked again after the
    journal refused its answer. `club_socket`: the Unix socket by which a table without a network reaches its club's broker.
    """

    randbelow: RandBelow = secrets.randbelow
    token_bytes: TokenBytes = secrets.token_bytes
    run_tool: RunTool | None = None
    machine_command: tuple[str, ...] = COMMAND
    timings: FaultTimings = FAULT_TIMINGS
    idle_timings: IdleCheckTimings = IDLE_CHECK_TIMINGS
    retry_delay: float = 5.0
    club_socket: str | None = None


class TableHardware(Struct, frozen=True):
    """The hardware of one table, complete. `gestures`: of the table's own keys; `phone_gestures`: of the keys on phones.
    `key_pacer` presses the keys of a simulated table; None where the table is real."""

    devices: Devices
    watch: FaultWatch
    phones: PhoneAccess
    gestures: GestureTimers
    phone_gestures: GestureTimers
    key_pacer: "KeyPacer | None"
    die: DieAtTable
    roller: DieRoller
    sounder: Sounder

    def start_keys(self) -> None:
        """Take the events of the table's own keys from now on."""
        self.devices.keys.start(self.gestures.take)

    def cancel_presses(self) -> None:
        """Cancel all presses at the table and at phones, because the screens change their meaning."""
        self.gestures.cancel_presses()
        self.phone_gestures.cancel_presses()


class _PanelPictures:
    """What every panel shows, kept for the bench pages."""

    def __init__(self, seats: int, hub: Hub) -> None:
        self._hub = hub
        self._pictures: list[Picture] = [BLANK] * seats

    def write(self, seat: Place, runs: tuple[PixelRun, ...]) -> None:
        """`runs` were written to the panel of a seat."""
        self._pictures[seat] = applied(self._pictures[seat], runs)
        self._hub.frame(seat, runs, self._pictures[seat])

    def clear(self, seat: Place) -> None:
        """The contents of a panel are unknown."""
        self._hub.screen_text(seat, lambda: DARK_SCREEN)
        self.write(seat, tuple(PixelRun(page, 0, bytes(WIDTH)) for page in range(PAGES)))


def assemble_hardware(
    configuration: Configuration,
    hub: Hub,
    loop: Loop,
    stack: AsyncExitStack,
    put: Callable[[AppInput], None],
    surroundings: Surroundings,
    kept_phones: Iterable[KeptPhone] = (),
) -> TableHardware:
    """Make the table's hardware, screens first; `stack` closes it. Its keys are not read before `start_keys`. `kept_phones`: the
    phones that hold a seat from earlier.

    Raises DeviceError where there are no pins.
    """
    wiring, seats = configuration.wiring, len(configuration.names)
    lockout, settle = wiring.debounce_ms / 1000, wiring.settle_ms / 1000
    panels = frozenset(all_places(seats)) - frozenset(wiring.phones)
    phones = PhoneAccess(surroundings.token_bytes, wiring.phones, panels, kept_phones)
    watch = FaultWatch(wiring, loop, hub, put, timings=surroundings.timings, phones=phones)
    stack.callback(watch.close)
    pictures = _PanelPictures(seats, hub)

    def on_fault(seat: Place, error: DeviceError | None) -> None:
        if error is not None:
            # The bench page shows no more than the panel does, and that is redrawn from nothing when it answers again.
            pictures.clear(seat)
        watch.panel_fault(seat, error)

    def on_die_fault(error: DeviceError | None) -> None:
        # The die belongs to no seat: the roller's screen shows the fault, and the roller can enter the die by keys.
        if error is not None:
            log.warning("%s", error)
            hub.event(str(error))

    devices = build(wiring, loop, pictures.write, on_fault)
    stack.callback(devices.close)
    used = devices.dimming.key_used
    gestures = _gesture_timers(configuration, loop, stack, put, "panel", used)
    phone_gestures = _gesture_timers(configuration, loop, stack, put, "phone", used)
    key_pacer = None
    if devices.simulated_keys is not None:
        from companion.devices.simulated.pins import KeyPacer

        key_pacer = KeyPacer(
            devices.simulated_keys, seats, loop, pause=_PACE * max(lockout, settle), settle=_PACE * settle
        )
        stack.callback(key_pacer.close)
    parts = DieParts(
        lambda: devices.pin_factory,
        loop,
        surroundings.randbelow,
        on_die_fault,
        simulated=wiring.simulated,
        lockout=lockout,
        settle=settle,
    )
    die = configuration.die.build(parts)
    stack.callback(die.close)
    roller = DieRoller(die.die, hub, seats, put, is_in_page=die.is_in_page)
    die.start(put)
    return TableHardware(
        devices=devices,
        watch=watch,
        gestures=gestures,
        phone_gestures=phone_gestures,
        phones=phones,
        key_pacer=key_pacer,
        die=die,
        roller=roller,
        sounder=Sounder(wiring.sounds, devices.buzzer, devices.buzzers, local_minute, seats, hub.cue),
    )


def _gesture_timers(
    configuration: Configuration,
    loop: Loop,
    stack: AsyncExitStack,
    put: Callable[[AppInput], None],
    by: Literal["panel", "phone"],
    used: Callable[[Place], None],
) -> GestureTimers:
    table = configuration.table
    made = GestureTimers(
        len(configuration.names),
        loop,
        put,
        by=by,
        used=used,
        lifting=table.secrecy == "lift",
        hold=table.hold_ms / 1000,
        repeat=table.repeat_ms / 1000,
    )
    stack.callback(made.close)
    return made
