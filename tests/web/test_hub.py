"""Between the daemon and the pages."""

import asyncio
import json
from typing import Any

import pytest

from companion.core.keys import Key
from companion.core.picture import BLANK, Picture, PixelRun, applied
from companion.core.sound import SoundCue
from companion.table.effects import ClockShown, Publish
from companion.web.held_keys import SharedKeys
from companion.web.hub import Dismissed, Hub, Subscription
from companion.web.messages import Fault, Phones, Public, Recap, decode_screen, encode_text
from tests.web.clients import Requests

pytestmark = pytest.mark.anyio

RUN = PixelRun(2, 7, b"\x01\x02\x03")
PICTURE = applied(BLANK, [RUN])


async def heard(subscription: Subscription[Any]) -> list[Any]:
    """All that waits for a page now; JSON as builtins."""
    messages: list[Any] = []
    while True:
        next_one = asyncio.ensure_future(subscription.next())
        # A turn of the loop is enough for what is there already.
        await asyncio.sleep(0)
        if not next_one.done():
            next_one.cancel()
            return messages
        message = next_one.result()
        messages.append(json.loads(message) if isinstance(message, str) else message)


def types(messages: list[Any]) -> list[str]:
    return ["frame" if isinstance(message, bytes) else message["type"] for message in messages]


async def test_a_page_begins_with_all_that_stands() -> None:
    hub = Hub(2, ["Ada", "Ben"])
    hub.frame(1, (RUN,), PICTURE)
    hub.tell(Public({"game": "mastermind"}, 4))
    hub.event("Ben guesses.")
    hub.tell(Fault("Ada's screen does not answer."))
    hub.tell(Phones("Seat 1 is played from a phone."))
    messages = await heard(hub.bench())
    assert messages[0] == {
        "type": "hello",
        "seats": 2,
        "names": ["Ada", "Ben"],
        "keyboard": [["KeyA", "KeyS", "KeyD"], ["KeyJ", "KeyK", "KeyL"]],
        "secrecy": "open",
    }
    assert messages[1:7] == [
        {"type": "fault", "text": "Ada's screen does not answer."},
        {"type": "phones", "text": "Seat 1 is played from a phone."},
        {"type": "public", "number": 4, "view": {"game": "mastermind"}},
        {"type": "recap", "recap": None},
        {"type": "event", "text": "Ben guesses."},
        {"type": "log", "said": [{"type": "said", "text": "Ben guesses.", "number": 4}]},
    ]
    screens = {frame.seat: applied(BLANK, frame.runs) for frame in map(decode_screen, messages[7:])}
    assert screens == {0: BLANK, 1: PICTURE}


async def test_then_it_hears_what_changes_and_nothing_else() -> None:
    hub = Hub(1, ["Ada"])
    bench = hub.bench()
    await heard(bench)
    hub.frame(0, (RUN,), PICTURE)
    hub.frame(0, (), PICTURE)
    hub.tell(Fault())
    for text in ("Ada is away.", "Ada is away.", None):
        hub.tell(Fault(text))
    frame, *faults = await heard(bench)
    assert decode_screen(frame) == (0, False, (RUN,))
    assert faults == [{"type": "fault", "text": "Ada is away."}, {"type": "fault", "text": None}]


async def test_the_clock_is_told_once_and_a_page_that_comes_later_counts_on() -> None:
    now = [100.0]
    hub = Hub(3, ["Ada", "Ben", "Cleo"], time=lambda: now[0])
    table = hub.table()
    before = await heard(table)
    assert "clock" not in types(before), "a table without a clock tells nothing of it"
    hub.clock(ClockShown())
    running = ClockShown("player", 300, (120.5, None, 8.0), (0, 2), (0,), 98.0)
    hub.clock(running)
    hub.clock(running)
    clock = {"kind": "player", "seconds": 300, "left": [118.5, None, 8.0], "asked": [0, 2], "running": [0]}
    assert await heard(table) == [{"type": "clock", "clock": clock}]
    now[0] = 230.25
    late = [message for message in await heard(hub.table()) if message["type"] == "clock"]
    assert late == [{"type": "clock", "clock": clock | {"left": [-11.75, None, 8.0]}}]
    hub.clock(ClockShown("player", 300, (120.5, None, 8.0), (0, 2), (0,), None))
    stands = {"left": [120.5, None, 8.0], "running": []}
    assert await heard(table) == [{"type": "clock", "clock": clock | stands}]
    hub.clock(ClockShown())
    assert await heard(table) == [{"type": "clock", "clock": None}]
    assert [message for message in await heard(hub.table()) if message["type"] == "clock"] == [
        {"type": "clock", "clock": None}
    ]


async def test_phones_get_the_clock_too() -> None:
    hub = Hub(2, ["Ada", "Ben"], time=lambda: 5.0)
    phone = hub.phone_seats.page(1, Requests())
    await heard(phone)
    hub.clock(ClockShown("turn", 60, (60.0, 60.0), (1,), (1,), 0.0))
    (message,) = await heard(phone)
    assert message["clock"]["left"] == [60.0, 55.0]


async def test_a_cue_is_heard_once_on_every_page_and_phone_and_by_none_that_comes_later() -> None:
    hub = Hub(2, ["Ada", "Ben"])
    pages: list[Subscription[Any]] = [hub.table(), hub.bench(), hub.phone_seats.page(1, Requests())]
    for page in pages:
        await heard(page)
    hub.cue((SoundCue("accepted", (0,)), SoundCue("end")))
    told = {"type": "cue", "sounds": [{"sound": "accepted", "places": [0]}, {"sound": "end", "places": None}]}
    assert [await heard(page) for page in pages] == [[told]] * 3
    assert "cue" not in types(await heard(hub.table()))


async def test_a_finished_round_stands_until_it_is_read_and_is_told_once() -> None:
    hub = Hub(2, ["Ada", "Ben"])
    table = hub.table()
    await heard(table)
    for recap in ({"title": "Round 1"}, {"title": "Round 1"}, None, None):
        hub.tell(Recap(recap))
    told = [{"type": "recap", "recap": {"title": "Round 1"}}, {"type": "recap", "recap": None}]
    assert await heard(table) == told
    hub.tell(Recap({"title": "Round 2"}))
    assert {"type": "recap", "recap": {"title": "Round 2"}} in await heard(hub.table())


def published(number: int, event: str, *did: str, anew: bool = False) -> Publish:
    return Publish(number, {"game": "x"}, event, did=did, anew=anew)


async def test_the_log_is_of_one_game_and_a_page_that_comes_later_gets_it_whole() -> None:
    hub = Hub(2, ["Ada", "Ben"])
    table = hub.table()
    hub.event("Ada sits down.")
    await heard(table)
    hub.publish(published(0, "Ada is to guess.", anew=True))
    hub.publish(published(1, "Ada guessed; Ben answers.", "Ada guessed."))
    hub.event("Ben's phone is away.")
    hub.event("Ben's phone is away.")
    hub.event("Ben answers.", happened=False)
    told = await heard(table)
    said = [
        {"type": "said", "text": "Ada guessed.", "number": 1},
        {"type": "said", "text": "Ben's phone is away.", "number": 1},
    ]
    assert [message for message in told if message["type"] in ("log", "said")] == [{"type": "log", "said": []}, *said]
    assert told[-1] == {"type": "event", "text": "Ben answers."}
    late = await heard(hub.table())
    assert [message for message in late if message["type"] in ("log", "said")] == [{"type": "log", "said": said}]
    for number in range(100):
        hub.publish(published(number, "", f"Move {number}."))
    (log,) = [message for message in await heard(hub.table()) if message["type"] == "log"]
    assert [one["number"] for one in log["said"]] == list(range(50, 100))


async def test_a_table_never_gets_a_frame() -> None:
    hub = Hub(6, [f"P{seat}" for seat in range(6)], backlog=4)
    hub.frame(0, (RUN,), PICTURE)
    table = hub.table()
    messages = await heard(table)
    for turn in range(40):  # with a backlog that overflows, and without
        hub.frame(turn % 6, (), applied(BLANK, [PixelRun(0, 0, bytes([turn + 1]))]))
        hub.event(f"Turn {turn}.")
        if turn % 7 == 0:
            messages += await heard(table)
    messages += await heard(table)
    assert set(types(messages)) == {"hello", "fault", "phones", "recap", "event", "said", "log"}
    assert messages[-1]["said"][-1]["text"] == "Turn 39."


async def test_a_page_that_lags_takes_bounded_memory_and_comes_back_to_what_stands() -> None:
    hub = Hub(2, ["Ada", "Ben"], backlog=8)
    bench = hub.bench()
    await heard(bench)
    picture: Picture = BLANK
    for turn in range(1000):
        run = PixelRun(turn % 8, turn % 100, bytes([turn % 255 + 1]))
        picture = applied(picture, [run])
        hub.frame(0, (run,), picture)
        hub.tell(Public({"game": "x"}, turn))
        assert len(bench) <= 8
    messages = await heard(bench)
    assert types(messages) == ["hello", "fault", "phones", "public", "recap", "log", "frame", "frame"]
    assert messages[3]["number"] == 999
    frame = decode_screen(messages[6])
    assert frame.full
    assert applied(BLANK, frame.runs) == picture


async def test_one_that_keeps_up_sees_every_picture_exactly() -> None:
    hub = Hub(1, ["Ada"])
    bench = hub.bench()
    seen = standing = BLANK
    for turn in range(200):
        run = PixelRun(turn % 8, turn % 100, bytes([turn % 255 + 1]))
        standing = applied(standing, [run])
        # Runs that do not lead there, as after a screen was plugged in again, must not matter.
        hub.frame(0, (run,) if turn % 5 else (RUN,), standing)
        for frame in (decode_screen(message) for message in await heard(bench) if isinstance(message, bytes)):
            seen = applied(BLANK if frame.full else seen, frame.runs)
        assert seen == standing


async def test_dismissing_ends_every_page_at_once() -> None:
    hub = Hub(1, ["Ada"])
    table = hub.table()
    await heard(table)
    waiting = asyncio.ensure_future(table.next())
    await asyncio.sleep(0)
    hub.dismiss()
    with pytest.raises(Dismissed):
        await waiting


async def test_a_key_is_down_while_any_page_holds_it() -> None:
    pressed: list[tuple[int, Key, bool]] = []
    shared = SharedKeys(lambda seat, key, down: pressed.append((seat, key, down)))
    one, other = shared.of_page(), shared.of_page()
    one.move(0, "left", True)
    one.move(0, "left", True)
    other.move(0, "left", True)
    other.move(1, "middle", False)
    assert pressed == [(0, "left", True)]
    one.close()
    assert pressed == [(0, "left", True)]
    other.close()
    assert pressed == [(0, "left", True), (0, "left", False)]


def test_every_seat_has_a_name() -> None:
    with pytest.raises(ValueError, match="2 seats"):
        Hub(2, ["Ada"])


async def test_a_screen_as_text_is_made_for_bench_pages_alone() -> None:
    hub = Hub(2, ["Ada", "Ben"])
    made: list[bytes] = []

    def text(said: bytes) -> bytes:
        made.append(said)
        return said

    table = hub.table()
    await heard(table)
    hub.screen_text(1, lambda: text(b"red"))
    assert made == [], "nobody listens"
    bench = hub.bench()
    assert encode_text(1, b"red") in await heard(bench)
    hub.screen_text(0, lambda: text(b"blue"))
    assert await heard(bench) == [encode_text(0, b"blue")]
    assert await heard(table) == []
