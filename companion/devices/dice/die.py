"""What the file of every die has: the record of its keys, which says its pins and builds it, and what it is built from."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.core.prompt import RandBelow
from companion.devices.protocols import Die, DieSink, Loop
from companion.devices.wiring import WiredPin

if TYPE_CHECKING:
    from companion.devices.pods.thread import PodThread


class DieThrower(Protocol):
    """Throws a simulated die."""

    def start(self, sink: DieSink) -> None:
        """From now on report to `sink` the throws that the die itself does not report."""

    def throw(self) -> None:
        """Throw the die, unless it tumbles."""

    def close(self) -> None:
        """Stop driving pins."""


class DieAtTable(Struct, frozen=True):
    """A die and its accessories. `thrower`: throws a simulated die for the page; None: the page throws the die itself, or nobody
    can.

    `pod`: the pod that reads it; None: it is wired to the Pi.
    """

    die: Die
    thrower: DieThrower | None = None
    pod: "PodThread | None" = None

    @property
    def is_in_page(self) -> bool:
        """Whether the page can throw it."""
        return self.thrower is not None or self.die.throws

    def start(self, sink: DieSink) -> None:
        self.die.start(sink)
        if self.thrower is not None:
            self.thrower.start(sink)
        if self.pod is not None:
            self.pod.start()

    def throw(self) -> None:
        """Throw it from the page."""
        if self.thrower is not None:
            self.thrower.throw()
        else:
            self.die.throw()

    def close(self) -> None:
        if self.thrower is not None:
            self.thrower.close()
        if self.pod is not None:
            self.pod.close()
        self.die.close()


class DieParts(Struct, frozen=True):
    """What a die is built from.

    `pins` returns the table's pin factory. `randbelow`: the random numbers of dice thrown by keys or in the page. `on_trouble`:
    called on `loop` with the fault of a pod, and with None when it answers again. `lockout`, `settle`: seconds, see KeyDebounce.
    """

    pins: Callable[[], Any]
    loop: Loop
    randbelow: RandBelow
    on_trouble: Callable[[DeviceError | None], None]
    simulated: bool
    lockout: float = 0.008
    settle: float = 0.002


class DieWiring(Struct, frozen=True):
    """The keys of one source of rolls below [die], as fields; those without a default are required."""

    source: ClassVar[str]
    """Its name in the configuration, and that of its file."""
    has_hardware: ClassVar[bool] = True
    """Whether anybody can touch it: a roll key, a die, a reader."""
    when_simulated: ClassVar[Mapping[str, Any]] = {}
    """Values for required keys that a simulated table may leave out."""

    def wired_pins(self) -> tuple[WiredPin, ...]:
        """The pins that it is wired to."""
        return ()

    def pod_serial(self) -> str | None:
        """The serial number of the pod that reads it."""
        return None

    def build(self, parts: DieParts) -> DieAtTable:
        """The die; with `parts.simulated` also what throws it. Raises DeviceError if a pin cannot be used."""
        raise NotImplementedError


def die_wiring(source: str) -> type[DieWiring]:
    """The record of `source`, one of the configuration's die.source."""
    record: type[DieWiring] = import_module(f"companion.devices.dice.{source}").WIRING
    return record
