"""The page of the hall in a real browser: every table live, hostile names as text, no fault for axe, from 320 pixels on."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import connected, running_chromium
from tests.club.brokers import Broker
from tests.club.running import RunningClub, club
from tests.web.access.axe import violations
from tests.web.touch.targets import WIDER

pytestmark = [pytest.mark.browser, pytest.mark.process]

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def hall(at: Broker, tmp_path: Path) -> Iterator[tuple[RunningClub, Page]]:
    database = f"sqlite:///{tmp_path}/club.sqlite3"
    with club(at, database) as running, running_chromium() as address, connected(address) as browser:
        page = browser.new_page()
        page.goto(running.address)
        yield running, page


def say(at: Broker, table: str, **more: Any) -> None:
    """A table that shows something."""
    places = [
        {"place": 0, "name": "Ann", "kind": "person", "score": 2},
        {"place": 1, "name": HOSTILE, "kind": "machine", "score": 0},
        {"place": 2, "name": "", "kind": "empty", "score": None},
    ]
    state = {
        "v": 1, "at": 1.0, "software": "0", "phase": "game", "game": "x", "edition": None, "title": "A game", "order": None,
        "round": "Round 2", "places": places, "to_act": [1], "since": 1.0, "moves": 3, "said": HOSTILE, "fault": None,
    } | more  # fmt: skip
    for what, text in (("availability", "online"), ("state", json.dumps(state))):
        words = ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(at.port), "-q", "1", "-t", f"companion/{table}/{what}"]
        subprocess.run([*words, "-r", "-m", text], check=True)


def test_every_table_is_live_and_what_tables_say_is_text(at: Broker, hall: tuple[RunningClub, Page]) -> None:
    running, page = hall
    say(at, "table-2")
    say(at, "table-1", fault="Seat 1 does not answer.")
    cards = page.locator("#tables > li")
    expect(cards).to_have_count(2)
    expect(page.locator("#tables h2")).to_have_text(["table-1", "table-2"])
    expect(cards.nth(1)).to_contain_text(HOSTILE)
    expect(cards.nth(1).locator(".acts")).to_contain_text("to move")
    expect(cards.nth(0).locator("strong")).to_have_text("Seat 1 does not answer.")
    assert page.locator("#tables img").count() == 0
    say(at, "table-2", said="Bob has won.", phase="over", to_act=[])
    expect(cards.nth(1)).to_contain_text("Bob has won.")
    expect(page.locator("#news")).to_have_text("2 of 2 tables connected.")
    for width in (320, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(WIDER) == 0
        assert violations(page) == []
    # Somebody looks: the club ends in time nevertheless, and the page finds the next one.
    status, seconds = running.end()
    assert (status, seconds < 5.0) == (0, True)
    expect(page.locator("#news")).to_have_text("The club does not answer; trying again.")
