"""A tournament's pages in Firefox and WebKit: an organiser leads a round by touch, and who looks on follows."""

import time
from contextlib import suppress
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException

from companion.club.database import Database
from tests.club.site import PASSWORD, site
from tests.club.test_tournament_pages import Organised
from tests.patience import PATIENCE
from tests.web.browsers.window import Phone
from tests.web.touch.targets import WIDER

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.other_browsers]

FOCUS = "(selector) => document.querySelector(selector).focus()"
CHOOSE_FILE = """(text) => {
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], "players.csv", { type: "text/csv" }));
  document.getElementById("file").files = chosen.files;
}"""
CHOOSE = "(value) => { document.querySelector('select[name=result]').value = value; }"
IS_WIDER = f"() => ({WIDER})() > 0"
COUNTS = "() => /^(20:00|19:[0-5][0-9])$/.test(document.querySelector('.clock b')?.innerText)"


def reads(phone: Phone, selector: str, text: str) -> None:
    """As `Phone.reads`, also while the browser leaves a page: that ends every script in it."""
    end = time.monotonic() + PATIENCE
    while text not in (said := _said(phone, selector)):
        assert time.monotonic() < end, f"{selector} says {said!r}, not {text!r}"


def _said(phone: Phone, selector: str) -> str:
    with suppress(AssertionError, WebDriverException):
        return phone.says(selector)
    return ""


def press(phone: Phone, button: str, then: str, text: str) -> None:
    """Tap a button of a form, and wait until its answer says so."""
    phone.wait("() => document.readyState === 'complete'")  # before, it may scroll under the finger
    phone.tap("main button", button)
    reads(phone, then, text)


def write(phone: Phone, selector: str, text: str) -> None:
    phone.run(FOCUS, selector)
    phone.write(text)


def test_an_organiser_leads_a_round_and_a_viewer_follows(phones: list[Phone], tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    organiser, viewer = phones
    with site(database) as served:
        cup = Organised(served)
        viewer.open(f"{served.address}{cup.path}/screen")
        viewer.reads("main", "The first round is not released yet.")

        organiser.open(f"{served.address}/login?next={cup.path}")
        write(organiser, "[name=name]", "Olga")
        write(organiser, "[name=password]", PASSWORD)
        press(organiser, "Log in", "h1", "Cup")
        write(organiser, "#names", "Ann")
        organiser.run(CHOOSE_FILE, "club,name\nA,Bob\nB,Cleo\nB,Dan\n")
        press(organiser, "Add", ".told", "added Ann, Bob, Cleo and Dan")
        press(organiser, "Make a draft of round 1", "#draft", "Draft of round 1")
        press(organiser, "Release round 1", ".told", "released")
        viewer.reads("h1", "Round 1")
        press(organiser, "Start the clock", ".told", "started")
        for phone in phones:
            phone.wait(COUNTS)
        press(organiser, "Pause the clock", ".told", "paused")
        viewer.reads(".clock", "paused")
        organiser.run(CHOOSE, "1-2")
        press(organiser, "Enter", ".told", "entered")
        viewer.reads(".pairings .done", "1 : 0")
        # A result that somebody else enters comes by itself.
        cup.do("result", round="0", pairing="1", result="1-1")
        press(organiser, "Close round 1", ".told", "closed")
        viewer.reads(".standings", "½")
        assert viewer.faults == [], "of all that it has followed"
        organiser.open(f"{served.address}{cup.path}")
        for phone in phones:
            assert not phone.run(IS_WIDER)
            assert phone.faults == []
    database.close()
