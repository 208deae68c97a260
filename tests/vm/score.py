"""What is played in the guest, and what every screen must show after every press: recorded at the simulated table.

Law: the pictures of the games are those of the simulated chips of a whole daemon with the same board, never a calculation
of the rig; the pilot has compared each of them with the table in memory besides. The many presses in the lobby are asked
of the table in memory alone, which is what the pilot's law says they would show.
"""

import base64
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.config.configuration import Configuration, simulated
from companion.core.keys import KEYS, Gesture, Key
from companion.core.picture import Picture
from companion.core.seat import Place
from companion.devices.wiring import SeatWiring
from companion.table.effects import Gestured
from companion.table.state import PlaceState
from companion.ui.editor import Dialog
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import Room, room
from tests.series import CODE_A, CODE_B, START, Line, code, guess

BOARD = "six-seats"
SEATS = 6
MAKER, BREAKER = Place(1), Place(4)
LONGEST = 4
"""Rounds of presses, at most, that are judged together."""
LEARN: Key = "right"
"""What a seat presses first: it leads from the lobby into the rules of the game, where no key is a move."""
READING: tuple[tuple[Key, ...], ...] = (
    ("middle", "left", "middle", "right"),
    ("middle", "right", "middle", "right"),
)
"""What seats 1, 3 and 5, and what seats 2, 4 and 6 press then, again and again: ● to the list of topics, one topic up or down, ●
into it, and one page on. So neighbours see different pages."""


class Step(Struct, frozen=True, array_like=True):
    """One gesture, and the number of the picture that stands on every screen after it."""

    seat: Place
    gesture: Gesture
    shows: tuple[int, ...]


class Part(Struct, frozen=True):
    """What happens between two starts of the daemon or two faults. `start`: what stands before the first step."""

    start: tuple[int, ...]
    steps: tuple[Step, ...]


class Score(Struct, frozen=True):
    """`keys`: the line of each seat's keys. `sitting`: six sit down; `lobby`: the presses that are counted, a press of every
    seat in each round; `bursts`: so many rounds at a time.

    The game goes over `game`, `pulled` (a panel is taken out before its first step), `killed` and `hung`, before which the
    daemon is just that. `pod`: a game of two, seat 1 on a pod. `pictures`: in base64.
    """

    keys: list[dict[Key, int]]
    sitting: Part
    lobby: Part
    bursts: tuple[int, ...]
    game: Part
    pulled: Part
    killed: Part
    hung: Part
    pod: Part
    pictures: tuple[str, ...]


def read(text: bytes) -> tuple[Score, tuple[Picture, ...]]:
    """A score that was written by `write`, and its pictures."""
    score = msgspec.json.decode(text, type=Score)
    return score, tuple(map(base64.b64decode, score.pictures))


def write(score: Score) -> bytes:
    """As it goes into the guest."""
    return msgspec.json.encode(score)


async def record(folder: Path, presses: int) -> Score:
    """Play it all at the simulated table, the keys of each seat pressed `presses` times in the lobby. Its journals are in
    `folder`."""
    table = _configured(folder / "journal.sqlite3")
    wired = [seat.keys for seat in table.wiring.seats if isinstance(seat, SeatWiring)]
    keys = [{key: getattr(pins, key) for key in KEYS} for pins in wired]
    mirror, copyist = Mirror(table.names), _Copyist()
    async with room(table) as line:
        player = _Player(line, mirror, copyist)
        await player.begin()
        for seat in range(SEATS):
            await player.play((seat, {"move": "join"}))
        sitting = player.part()
        lobby = player.walked(presses)
        bursts = player.bursts(lobby, presses)
        await player.begin()
        for seat in range(SEATS):
            if seat not in (MAKER, BREAKER):
                await player.play((seat, {"move": "leave"}))
        await player.play((MAKER, {"move": "start"}))
        await player.play(code(MAKER, *CODE_A))
        await player.play(_wrong(0), but=1)
        game = player.part()
        await player.begin()
        await player.play(_wrong(0), only=1)
        await player.play(_wrong(1), but=2)
        pulled = player.part()
    mirror.restart()
    async with room(table) as line:
        player = _Player(line, mirror, copyist)
        await player.begin()
        await player.play(_wrong(1))
        await player.play(guess(BREAKER, *CODE_A), but=3)
        killed = player.part()
    mirror.restart()
    async with room(table) as line:
        player = _Player(line, mirror, copyist)
        await player.begin()
        await player.play(guess(BREAKER, *CODE_A))
        await player.play(code(BREAKER, *CODE_B))
        await player.play(guess(MAKER, *CODE_B))
        hung = player.part()
    pod = await _pod(folder, copyist)
    return Score(keys, sitting, lobby, bursts, game, pulled, killed, hung, pod, copyist.pictures)


async def _pod(folder: Path, copyist: "_Copyist") -> Part:
    """A series of two, with a wrong row in each game so that it lasts."""
    table = simulated(2, {}, port=0, journal=folder / "pod.sqlite3")
    async with room(table) as line:
        player = _Player(line, Mirror(table.names), copyist)
        await player.begin()
        for move in (START, code(0, *CODE_A), _wrong(0, 1), _wrong(1, 1), guess(1, *CODE_A)):
            await player.play(move)
        for move in (code(1, *CODE_B), guess(0, *CODE_A), guess(0, *CODE_B)):
            await player.play(move)
        return player.part()


def _configured(journal: Path) -> Configuration:
    return simulated(SEATS, {}, board=BOARD, port=0, journal=journal)


def _wrong(number: int, seat: Place = BREAKER) -> Line:
    return guess(seat, *((("yellow", "yellow", "red", "white"), ("red", "white", "blue", "green"))[number]))


class _Copyist:
    """Numbers pictures, the same ones alike."""

    def __init__(self) -> None:
        self._numbers: dict[Picture, int] = {}

    @property
    def pictures(self) -> tuple[str, ...]:
        return tuple(base64.b64encode(picture).decode() for picture in self._numbers)

    def picture(self, number: int) -> Picture:
        return list(self._numbers)[number]

    def numbers(self, pictures: Iterable[Picture]) -> tuple[int, ...]:
        return tuple(self._numbers.setdefault(picture, len(self._numbers)) for picture in pictures)


class _Player:
    """Plays with the pilot and writes down what is seen."""

    def __init__(self, line: Room, mirror: Mirror, copyist: _Copyist) -> None:
        self._line = line
        self._mirror = mirror
        self._pilot = Pilot(line, mirror)
        self._copyist = copyist
        self._start: tuple[int, ...] = ()
        self._steps: list[Step] = []
        self._rest: tuple[Gesture, ...] = ()

    async def begin(self) -> None:
        """A new part begins."""
        await self._pilot.agree()
        self._start = self._copyist.numbers(self._line.pictures)
        self._steps = []

    def part(self) -> Part:
        """What was played since."""
        return Part(self._start, tuple(self._steps))

    async def play(self, line: Line, *, but: int = 0, only: int | None = None) -> None:
        """A whole move by keys, all `but` its last presses, or `only` those."""
        seat, move = line
        # What is half entered stands on the desk, so the last presses are known from a fresh one alone.
        gestures = self._mirror.spelled(seat, move) if only is None else self._rest[-only:]
        self._rest = gestures
        for gesture in gestures[: len(gestures) - but]:
            await self.do(seat, gesture)

    async def do(self, seat: Place, gesture: Gesture) -> None:
        """A gesture."""
        await self._pilot.do(seat, gesture)
        self._steps.append(Step(seat, gesture, self._copyist.numbers(self._line.pictures)))

    def walked(self, presses: int) -> Part:
        """What the lobby shows when keys of every seat are pressed, that often in all, one seat after the other: they open the
        rules and leaf in them. ● is held at the end until they are closed. Each press changes the seat's own screen and no other
        one, whatever is pressed elsewhere, and none is a move; so presses at all seats at once can be told apart."""
        mirror, steps = self._mirror, list[Step]()
        start = shown = self._copyist.numbers(mirror.pictures)
        before = mirror.table.state

        def do(seat: Place, gesture: Gesture) -> None:
            nonlocal shown
            mirror.do(seat, gesture)
            was, shown = shown, self._copyist.numbers(mirror.pictures)
            changed = {other for other in range(SEATS) if was[other] != shown[other]}
            assert changed == {seat}, f"{gesture} of seat {seat + 1} changes the screens of {changed}"
            steps.append(Step(seat, gesture, shown))

        for turn in range(presses):
            for seat in range(SEATS):
                reading = READING[seat % 2]
                do(seat, reading[(turn - 1) % len(reading)] if turn else LEARN)
        for seat in range(SEATS):
            while not self._at_rest(seat):
                do(seat, "back")
        assert mirror.table.state == before, "nothing has happened"
        for step in sorted(steps, key=lambda step: step.seat):
            mirror.do(step.seat, step.gesture)
            (alone,) = self._copyist.numbers([mirror.picture(step.seat)])
            assert alone == step.shows[step.seat], f"what seat {step.seat + 1} sees depends on when others press"
        assert mirror.table.state == before, "nothing has happened again"
        return Part(start, tuple(steps))

    def bursts(self, lobby: Part, presses: int) -> tuple[int, ...]:
        """How many rounds of it, a press of every seat each, can be judged by what stands at their end: at most `LONGEST`, and
        only where each screen is not the one of any press before, and would be another one if any one press of them was lost
        or was taken twice."""
        mirror, before = self._mirror, self._mirror.table.state
        rounds = [lobby.steps[first : first + SEATS] for first in range(0, presses * SEATS, SEATS)]
        found: list[int] = []
        while rounds:
            standing = mirror.table.state
            for length in range(min(LONGEST, len(rounds)), 0, -1):
                mirror.table.state = standing
                if all(self._tells(seat, [steps[seat] for steps in rounds[:length]]) for seat in range(SEATS)):
                    break
            else:
                raise AssertionError(f"press {presses - len(rounds) + 1} of a seat could be lost or taken twice unseen")
            for step in chain.from_iterable(rounds[:length]):
                mirror.do(step.seat, step.gesture)
            found.append(length)
            rounds = rounds[length:]
        mirror.table.state = before
        return tuple(found)

    def _tells(self, seat: Place, steps: list[Step]) -> bool:
        """Whether the screen after these presses of a seat stands there for the first time since the one before them, and would
        be another one with one press less, or with one of them twice."""
        mirror, standing = self._mirror, self._mirror.table.state
        right = self._copyist.picture(steps[-1].shows[seat])

        def after(gestures: Iterable[Gesture]) -> Picture:
            mirror.table.state = standing
            for gesture in gestures:
                mirror.table.handle(
                    Gestured(seat, gesture)
                )  # twice, it may be a move, of which the mirror shall not know
            return mirror.picture(seat)

        gestures = [step.gesture for step in steps]
        try:
            early = (after(gestures[:count]) for count in range(len(gestures)))
            return right not in early and all(
                right not in (after(gestures[:at] + gestures[at + 1 :]), after(gestures[: at + 1] + gestures[at:]))
                for at in range(len(gestures))
            )
        finally:
            mirror.table.state = standing

    def _at_rest(self, seat: Place) -> bool:
        own = self._mirror.table.state.places[seat]
        draft = own.dialog.draft
        return draft is not None and draft.is_untouched and own == PlaceState(Dialog(draft))
