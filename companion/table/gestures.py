"""Out of key edges, notches of a knob and time come gestures: a tap, a held ●, a repeat, both outer keys held together.

Pure: time comes in with every call, and `deadline` says when `expire` wants to be called. ◀ and ▶ act on the press, so they
add no latency; ● acts on the release, since only then is it known that it was not held. Where the Secrecy screen can be
lifted, ◀ and ▶ too wait for the release, or until they are held so long that they would repeat, so that lifting never enters
anything. A knob is turned by taps; turned while it is pushed it lifts the Secrecy screen until it is let go, and where nothing
can be lifted that is a slip of the hand and nothing.

Law: a press makes one tap, and whatever else it makes while it is held is a repeat.
"""

from typing import Final

from companion.core.keys import AGAIN, Contact, Gesture, Key

HOLD: Final = 0.5
"""Seconds after which ● is held."""
REPEAT_AFTER: Final = 0.45
REPEAT_EVERY: Final = 0.12
"""Seconds until a held ◀ or ▶ repeats, and between repeats."""
REPEAT_UNTIL: Final = 20.0
"""Seconds after which it repeats no more: no finger does that, and a key that is stuck must not go on leafing."""


class Gestures:
    """The hands of one seat. `lifting`: both outer keys together, or a knob pushed and turned, lift the Secrecy screen. `hold`
    and `repeat`: seconds until ● is held and until ◀ or ▶ repeats; with 0 it never repeats."""

    def __init__(self, *, lifting: bool, hold: float = HOLD, repeat: float = REPEAT_AFTER) -> None:
        self._lifting = lifting
        self._hold = hold
        self._repeat = repeat
        self._down: dict[Key, float] = {}
        """Since when; of a key that repeats, since when as its next repeat counts it."""
        self._pressed_at: dict[Key, float] = {}
        self._lifted = False
        self._spent: set[Key] = set()
        """Keys whose press has had its effect, so that their release has none."""
        self._lifters: set[Key] = set()
        """Keys that lifted the screen; one of them may stay down after it was lowered, and still enters nothing."""
        self.deadline: float | None = None
        """When `expire` is to be called, in seconds on the clock of the edges; None: nothing is waited for."""

    def edge(self, key: Contact, down: bool, at: float) -> list[Gesture]:
        """The gestures that an edge at time `at` completes."""
        if key == "back":
            return ["back"] if down else []
        found = self._pressed(key, at) if down else self._released(key)
        self._set_deadline(at)
        return found

    def turn(self, way: Key, at: float) -> list[Gesture]:
        """The gestures of a knob that is turned by a notch, at time `at`."""
        if "middle" not in self._down:
            return [way]
        if not self._lifting or self._lifted:
            return []
        self._lifted = True
        self._spent.add("middle")
        self._lifters = {"middle"}
        self._set_deadline(at)
        return ["lift"]

    def expire(self, at: float) -> list[Gesture]:
        """The gestures that the time `at` completes: a held ●, a repeat."""
        found: list[Gesture] = []
        if self.deadline is None or at < self.deadline:
            return found
        for key, since in self._down.items():
            if key == "middle" and key not in self._spent and at >= since + self._hold:
                self._spent.add(key)
                found.append("back")
            elif self._repeats(key) and at >= since + self._repeat:
                # Where the tap waited, since the screen might have been lifted, it comes now.
                found.append(AGAIN[key] if key in self._spent else key)
                self._spent.add(key)
                self._down[key] = at + (REPEAT_EVERY - self._repeat)
        self._set_deadline(at)
        return found

    def rest(self) -> None:
        """Until the next edge nobody knows what is still down: nothing is held, and nothing repeats."""
        self.deadline = None

    def let_go(self) -> None:
        """Whatever is down has no effect any more, and neither has its release; but a lifted screen is lowered by it."""
        kept = self._lifters if self._lifted else set()
        self._down = {key: since for key, since in self._down.items() if key in kept}
        self._lifters &= kept
        self.deadline = None

    def _pressed(self, key: Key, at: float) -> list[Gesture]:
        self._down[key] = self._pressed_at[key] = at
        self._spent.discard(key)
        if key == "middle":
            return []
        if self._lifting and self._both_outer():
            self._lifted = True
            self._spent |= {"left", "right"}
            self._lifters = {"left", "right"}
            return ["lift"]
        if self._lifting:
            return []
        self._spent.add(key)
        return [key]

    def _released(self, key: Key) -> list[Gesture]:
        if key not in self._down:
            return []
        del self._down[key]
        if self._lifted and key in self._lifters:
            self._lifters.remove(key)
            self._lifted = False
            return ["lower"]
        self._lifters.discard(key)
        if key in self._spent:
            return []
        return [key]

    def _repeats(self, key: Key) -> bool:
        if key == "middle" or key in self._lifters or self._both_outer() or not self._repeat:
            return False
        return self._down[key] + self._repeat < self._pressed_at[key] + REPEAT_UNTIL

    def _both_outer(self) -> bool:
        return "left" in self._down and "right" in self._down

    def _set_deadline(self, at: float) -> None:
        times = [
            since + (self._hold if key == "middle" else self._repeat)
            for key, since in self._down.items()
            if (key == "middle" and key not in self._spent) or self._repeats(key)
        ]
        self.deadline = max(min(times), at) if times else None
