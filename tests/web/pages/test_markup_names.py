"""Names with markup stay text. No such name can be entered; a journal that somebody edited can have one."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.web.codes import OwnPhone, Wifi
from companion.web.hub import Hub
from companion.web.messages import Fault, Public
from companion.web.static_pages import GAMES_FOLDER, STATIC_FOLDER
from tests.web.pages.test_bench_page import table_and_page

HOSTILE = "<img src=x onerror=alert(1)>"
NAMES = ("<u id=x>A", "<b onclick=x>")
STRANGERS = "() => document.querySelectorAll('[id=x], [onclick], [onerror], u, img, script:not([src])').length"


def test_no_script_makes_elements_from_text() -> None:
    """Then no name can become markup, whatever draws it."""
    makes = re.compile(
        r"\b(innerHTML|outerHTML|insertAdjacentHTML|DOMParser|createContextualFragment|document\.write)\b"
    )
    scripts = [file for folder in (STATIC_FOLDER, GAMES_FOLDER) for file in Path(str(folder)).rglob("*.js")]
    assert len(scripts) > 50
    assert [str(path) for path in scripts if makes.search(path.read_text())] == []


@pytest.mark.browser
def test_what_comes_over_the_wire_stays_text(browser: Browser) -> None:
    strange = {"game": HOSTILE, "seats": 2, "to_act": [0], "phase": HOSTILE, "winners": None, "notes": [HOSTILE]}

    def tell(hub: Hub) -> None:
        hub.join_board.show([OwnPhone(0, "free", "GOODCODEGOOD")])
        hub.join_board.set_page("http://table.local/seat", Wifi(NAMES[0], "<u>secret</u>"))
        hub.tell(Public(strange, 1, NAMES, (0, 1)))
        hub.event(f"{NAMES[1]} guesses.")
        hub.tell(Fault(f"{NAMES[0]}'s screen does not answer."))

    with table_and_page(browser, 2, "/table") as (table, page):
        table.do(lambda: tell(table.hub))
        for text in (*NAMES, "<u>secret</u>", f"{NAMES[1]} guesses.", f"{NAMES[0]}'s screen", HOSTILE):
            expect(page.locator("body")).to_contain_text(text)
        assert page.evaluate(STRANGERS) == 0
