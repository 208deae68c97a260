"""Everything that stands on the table and round it, laid in its order: screens, keys, buzzers, the die, and the page's hands.

Law: what happens there comes to the table through one queue; nothing here decides anything.
"""

import logging
from collections.abc import Callable
from contextlib import AsyncExitStack

from msgspec import Struct

from companion.config.configuration import Configuration
from companion.core.errors import DeviceError
from companion.core.keys import Gesture, Key, KeyEdge, KeyEvent
from companion.core.picture import PAGES, WIDTH, PixelRun
from companion.core.prompt import RandBelow
from companion.core.seat import Seat
from companion.daemon.gesture_timers import GestureTimers, StuckSink
from companion.daemon.key_pacer import KeyPacer
from companion.daemon.roller.die_roller import DieRoller
from companion.daemon.sound_cues import Sounder, local_minute
from companion.devices.build_devices import Devices, build
from companion.devices.device_protocols import DieReading, DieSight, RunSink
from companion.devices.dice.build_die import build_die
from companion.devices.loop_protocol import Loop
from companion.pause.fault_timing import FaultTimings
from companion.pause.fault_watch import FaultReport, FaultWatch, WatchTimerDue
from companion.pause.phone_access import TokenBytes
from companion.pause.screen_router import ScreenRouter
from companion.pause.stuck_key_sentence import stuck
from companion.table.inputs import Gestured
from companion.table.name_entry import NameEntered
from companion.web.hub import Hub

log = logging.getLogger("companion")

Arrival = Gestured | DieReading | DieSight | NameEntered | FaultReport | WatchTimerDue
"""What can come from the table and its page."""


class Randomness(Struct, frozen=True):
    """`pick`: the machine's luck. `mint`: where a phone's secrets come from."""

    pick: RandBelow
    mint: TokenBytes


class TableHardware(Struct, frozen=True):
    """A table that is laid. `touches`: the hands at the keys of the table, and those at phones. `edge`: where every event of the
    table's own keys enters."""

    devices: Devices
    screens: ScreenRouter
    watch: FaultWatch
    touches: tuple[GestureTimers, ...]
    roller: DieRoller
    sounder: Sounder
    edge: Callable[[KeyEvent], None]

    def listen(self) -> None:
        """From now on hear the keys."""
        self.devices.keys.start(self.edge)

    def let_go(self) -> None:
        """What is pressed now has no effect any more: the screens mean something else from now on."""
        for touch in self.touches:
            touch.let_go()


def assemble(
    configuration: Configuration,
    hub: Hub,
    loop: Loop,
    stack: AsyncExitStack,
    queue: Callable[[Arrival], None],
    on_runs: RunSink,
    luck: Randomness,
    calm: FaultTimings,
) -> TableHardware:
    """Lay the table; `stack` clears it. Raises DeviceError where there are no pins."""
    table, wiring, seats = configuration.table, configuration.wiring, len(configuration.names)
    watch = FaultWatch(seats, loop, hub, queue, calm=calm, mint=luck.mint)
    stack.callback(watch.close)

    def hands(lent: bool, on_stuck: StuckSink) -> GestureTimers:
        def gestured(seat: Seat, gesture: Gesture) -> None:
            # A seat on a phone is played there and nowhere else. A screen that was lifted is lowered all the same.
            if (seat in watch.lent) == lent or gesture == "lower":
                queue(Gestured(seat, gesture, loop.time()))

        touch = GestureTimers(
            seats,
            loop,
            gestured,
            lifting=table.secrecy == "lift",
            hold=table.hold_ms / 1000,
            repeat=table.repeat_ms / 1000,
            on_stuck=on_stuck,
        )
        stack.callback(touch.close)
        return touch

    own = hands(False, lambda seat, key: watch.stuck(seat, None if key is None else stuck(wiring, seat, key)))
    # A finger that rests on a phone is no stuck key.
    away = hands(True, lambda _seat, _key: None)

    def on_fault(seat: Seat, error: DeviceError | None) -> None:
        if error is not None:
            # The page shows no more than the panel, which is started and drawn anew before it shows again.
            on_runs(seat, tuple(PixelRun(number, 0, bytes(WIDTH)) for number in range(PAGES)))
        watch.screen(seat, error)

    devices = build(wiring, loop, on_runs, on_fault)
    stack.callback(devices.close)
    if devices.simulated_keys is not None:
        # Half as long again as the lock-out, which the timers of a loop may overrun.
        fingertips = KeyPacer(devices.simulated_keys, seats, loop, pause=1.5 * wiring.debounce_ms / 1000)
        stack.callback(fingertips.close)
        hub.on_key = fingertips.move
    lockout = wiring.debounce_ms / 1000

    def die_trouble(error: DeviceError | None) -> None:
        # It is nobody's seat: who is to throw reads so, and can set the die by keys.
        if error is not None:
            log.warning("%s", error)
            hub.event(str(error))

    die = build_die(
        configuration.die,
        lambda: devices.pin_factory,
        loop,
        luck.pick,
        die_trouble,
        simulated=wiring.simulated,
        lockout=lockout,
    )
    stack.callback(die.close)
    roller = DieRoller(die.die, hub, seats, queue, is_in_page=die.is_in_page)
    die.start(queue)
    hub.on_throw, hub.on_lies = die.throw, roller.set
    hub.on_name = lambda seat, text: queue(NameEntered(seat, text))

    def edge(event: KeyEvent) -> None:
        own.edge(event)
        devices.dimming.key_used(event.seat)

    def phone_key(seat: Seat, key: Key, down: bool) -> None:
        away.edge(KeyEdge(seat, key, down, loop.time()))
        devices.dimming.key_used(seat)

    hub.lent.on_key, hub.lent.on_lost = phone_key, away.drop
    return TableHardware(
        devices=devices,
        screens=ScreenRouter(devices.displays, hub.lent),
        watch=watch,
        touches=(own, away),
        roller=roller,
        sounder=Sounder(wiring.sounds, devices.buzzer, devices.buzzers, local_minute, seats),
        edge=edge,
    )
