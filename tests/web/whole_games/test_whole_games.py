"""Whole games at a whole table, played by keys in a real browser: from the key of the page to the result in its middle."""

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from companion.core.game import to_act
from companion.core.prompt import Move, every, move_names
from companion.core.seat import Seat
from companion.daemon import lifecycle
from companion.daemon.hardware import table_hardware
from companion.devices.dice.build_die import DieAtTable
from companion.devices.loop_protocol import Loop
from companion.devices.simulated.simulated_die import SimulatedDie
from companion.games.catalog import CATALOG
from companion.journal.journal import Journal
from companion.table.effects import Opened
from tests.browser import new_page
from tests.mirror import NAMES, Mirror
from tests.patience import PATIENCE
from tests.room import configured

pytestmark = pytest.mark.browser

KEYS = ({"left": "a", "middle": "s", "right": "d"}, {"left": "j", "middle": "k", "right": "l"})
SEED = 5


@contextmanager
def table(opened: Opened, folder: Path) -> Iterator[str]:
    """The address of a table at which a game begins, its die in the page, on a loop in a thread of its own."""
    configuration = replace(configured(folder, hold_ms=3000), die="page")
    journal = Journal.open(configuration.journal, str)
    journal.append(opened)
    journal.close()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    addresses: list[str | None] = []
    stands = threading.Event()

    def listening(address: str | None) -> None:
        addresses.append(address)
        stands.set()

    def run() -> None:
        luck = random.Random(SEED).randrange
        loop.run_until_complete(
            lifecycle.serve(configuration, stop, environ={}, pid=1, listening=listening, randbelow=luck)
        )
        loop.close()

    thread = threading.Thread(target=run, name="table")
    thread.start()
    try:
        assert stands.wait(PATIENCE)
        assert addresses[0] is not None
        yield addresses[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)


def play(page: Page, opened: Opened, choose: Callable[[Mirror, Seat], Move]) -> Mirror:
    """Play the game to its end beside a mirror with the same luck; after each move the page has what the mirror has."""
    mirror = Mirror(pick=random.Random(SEED).randrange)
    mirror._carry_out(mirror.table.resume(opened, []))
    middle, tray = page.locator("#middle"), page.locator("#die")
    rolls = 0
    while acting := to_act(mirror.table.game, mirror.table.state.game_state):
        seat = acting[0]
        assert isinstance(seat, int)
        move = choose(mirror, seat)
        before = mirror.number
        for gesture in mirror.spelled(seat, move):
            mirror.do(seat, gesture)
            page.keyboard.press(KEYS[seat][gesture])
        if move == {"move": "roll"} and mirror.number > before + 1:
            expect(tray).to_have_attribute("data-state", "awaited")
            expect(tray.locator(".die-says")).to_have_text(f"{NAMES[seat]}, throw the die")
            if rolls % 2:
                page.keyboard.press(KEYS[seat]["middle"])
            else:
                tray.locator(".throw").click()
            rolls += 1
            expect(tray).to_have_attribute("data-state", "still")
        expect(middle).to_have_attribute("data-number", str(mirror.number))
    return mirror


def davinci(mirror: Mirror, seat: Seat) -> Move:
    """Everybody knows everything, and goes on."""
    moves = offered(mirror, seat)
    rows = mirror.table.state.game_state.rows
    right = [m for m in moves if m["move"] == "deduce" and rows[m["seat"]][m["position"]].name[1:] == m["value"]]
    return right[0] if right else moves[0]


def digitcode(mirror: Mirror, seat: Seat) -> Move:
    """The four questions; then the first to act proposes what is right, and the other lets the last chance go."""
    state = mirror.table.state.game_state
    prompt = mirror.table.prompt(seat)
    assert prompt is not None
    can = move_names(prompt)
    if "pass" in can:
        return {"move": "pass"}
    if "propose" in can:
        return {"move": "propose", "digits": list(state.codes[1 - seat])}
    return next(every(prompt))


def passcode(mirror: Mirror, seat: Seat) -> Move:
    """Play what can be played, and keep the rest."""
    moves = offered(mirror, seat)
    for wanted in ("play", "lay_down", "keep"):
        found = [move for move in moves if move["move"] == wanted]
        if found:
            return found[0]
    # What is no help any more goes first.
    lasting = [move for move in moves if move.get("card") != "KEY"]
    return (lasting or moves)[0]


def offered(mirror: Mirror, seat: Seat) -> list[Move]:
    prompt = mirror.table.prompt(seat)
    assert prompt is not None
    return list(islice(every(prompt), 2000))


GAMES: tuple[tuple[str, dict[str, Any], Callable[[Mirror, Seat], Move], str], ...] = (
    ("davinci", {"advanced": True, "rounds": 3}, davinci, "wins"),
    ("digitcode", {}, digitcode, "wins"),
    ("passcode", {"levels": [3]}, passcode, "wins"),
)


@pytest.mark.parametrize(("name", "options", "choose", "says"), GAMES, ids=[game[0] for game in GAMES])
def test_a_whole_game_by_keys(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    options: dict[str, Any],
    choose: Callable[[Mirror, Seat], Move],
    says: str,
) -> None:
    def quick(
        _wiring: str, _pins: object, loop: Loop, pick: Callable[[int], int], *_more: object, **_keys: object
    ) -> DieAtTable:
        return DieAtTable(SimulatedDie(loop, pick, tumble=0.02))

    monkeypatch.setattr(table_hardware, "build_die", quick)
    game = next(game for game in CATALOG if game.name == name)
    opened = Opened(name, game.rules, options, NAMES)
    errors: list[str] = []
    with table(opened, tmp_path) as address:
        page = new_page(browser, viewport={"width": 1280, "height": 800})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.wait_for_selector("body[data-link=up]")
        mirror = play(page, opened, choose)
        winners = mirror.result.winners
        assert winners is not None
        assert len(winners) == 1
        expect(page.locator("#middle .turn")).to_have_text(f"{NAMES[winners[0]]} {says}")
        page.close()
    assert errors == []
