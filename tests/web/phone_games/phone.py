"""A phone at the table: a browser with a screen to touch, 390 x 844, whose connection can be lost in three ways.

It plays by taps alone: nothing is clicked, and no key is pressed but those of the name that its player writes.
"""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, StorageState, WebSocket, expect

from companion.web.touch.seat_feeds import DATA
from tests.browser import POLL_MS, patient
from tests.web.touch.touch_tables import PORTRAIT

PAST = """([number, pause, back]) => {
  if (document.querySelector('.touch [data-id^="device "]')) return pause;
  const asked = [...document.querySelectorAll(".touch .pad button")].some((one) => one.textContent === "Yes, do it");
  return Number(document.querySelector(".touch")?.dataset.number ?? -1) > number || (back && asked);
}"""


class Phone:
    """`data`: the newest of the game that its seat was sent. `errors`: of its page. `lost`: how often its connection was lost, by
    the way in which it was."""

    def __init__(self, browser: Browser, code: str, name: str, errors: list[str]) -> None:
        """It scans a code, and its player writes a name."""
        self.name = name
        self.data: dict[str, Any] = {}
        self.errors = errors
        self.lost = {"network": 0, "reload": 0, "battery": 0}
        self._browser = browser
        self.page = self._open(code)
        expect(self.page.locator("#said")).to_have_text("The seat is free. Who plays?")
        self.page.locator("#name").fill(name)
        self.page.get_by_role("button", name="Play this seat").tap()
        self.ready()

    @property
    def context(self) -> BrowserContext:
        """The browser's memory: cookies and all."""
        return self.page.context

    def ready(self) -> None:
        """Wait until it shows the game."""
        self.page.locator("body[data-link=up] .touch[data-number] .scene > *").first.wait_for()
        self.wait_past(-1)

    def go_offline(self) -> None:
        """The network is lost: the page says so."""
        self.lost["network"] += 1
        self.context.set_offline(True)
        expect(self.page.locator("#banner")).to_contain_text("Not connected to the table")

    def come_back(self) -> None:
        """The network is there again."""
        self.context.set_offline(False)
        expect(self.page.locator("#banner")).to_be_hidden()
        self.ready()

    def reload(self) -> None:
        """The page is loaded again."""
        self.lost["reload"] += 1
        self.page.reload()
        self.ready()

    def lose_battery(self) -> StorageState:
        """It is off. What its browser kept on its disk is all that is left."""
        self.lost["battery"] += 1
        kept = self.context.storage_state()
        self.context.close()
        return kept

    def start_again(self, kept: StorageState) -> None:
        """It is on again, and opens the address of the seat by hand."""
        self.page = self._open(self.page.url, storage_state=kept)
        self.ready()

    def wait_past(self, number: int, *, or_paused: bool = False, or_asked_back: bool = False) -> None:
        """Wait until it shows the game after more moves than `number`. `or_paused`: or until it says that the game waits for a
        phone; `or_asked_back`: or until it asks whether the move is meant."""
        self.page.wait_for_function(PAST, arg=[number, or_paused, or_asked_back], polling=POLL_MS)

    def close(self) -> None:
        """It is put away."""
        self.context.close()

    def _open(self, address: str, **kept: Any) -> Page:
        context = self._browser.new_context(
            viewport=PORTRAIT, has_touch=True, is_mobile=True, device_scale_factor=1, reduced_motion="reduce", **kept
        )
        page = patient(context.new_page())
        page.on("pageerror", lambda error: self.errors.append(f"{self.name}: {error}"))
        page.on("websocket", self._listen)
        page.goto(address)
        return page

    def _listen(self, socket: WebSocket) -> None:
        def hear(payload: str | bytes) -> None:
            if isinstance(payload, bytes) and payload[1] & DATA and "view" in (data := json.loads(payload[2:])):
                self.data = data

        socket.on("framereceived", hear)
