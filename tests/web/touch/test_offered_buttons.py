"""Each button that a touch board offers can be hit: on the cards of the bench, however many seats there are and however
small the window is."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from companion.core.game import AnyGame
from companion.core.prompt import move_names
from companion.games.catalog import find_game
from companion.table.data import GAME, Asked, SeatMoment, seat_data
from tests.laws.play import NAMES, Case, Moment, game
from tests.mirror import Mirror
from tests.web.pages.test_bench_page import table_and_page

pytestmark = pytest.mark.browser

SIZES: Final = ((1280, 800), (1366, 768), (1024, 768), (390, 844))
TABLES: Final = {2: ("mastermind",), 4: ("davinci", "digitcode", "breakthecode"), 6: ("passcode",)}
"""Each game at the number of seats with the least room."""

PREPARE = """async () => {
  const { Countdown } = await import("/static/countdown/countdown.js");
  const { Panel } = await import("/static/touch/panel.js");
  const { Settings } = await import("/static/touch/settings.js");
  const [settings, sounds, countdown] = [new Settings(), { play() {} }, new Countdown()];
  const cards = [...document.querySelectorAll(".side .seat")];
  const panels = cards.map(() => new Panel({ settings, sounds, countdown, send: () => true, press() {}, returns: true }));
  cards.forEach((card, at) => {
    card.append(panels[at].root);
    card.classList.add("touched");
  });
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const offered = (root) => [...root.querySelectorAll("button, a")].filter((one) => seen(one) && one.ariaDisabled !== "true");
  const isHit = (button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("button, a") === button;
  };
  const scrolled = (button) => {
    button.scrollIntoView({ block: "center" });
    // Nobody can scroll what hides the rest of itself.
    for (let at = button.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === "hidden") at.scrollTop = 0;
    }
    return button;
  };
  const called = ({ dataset, textContent }) => dataset.id ?? dataset.act ?? textContent;
  const missed = (root) => offered(root).filter((one) => !isHit(one) && !isHit(scrolled(one))).map(called);
  const opens = /^(tile|value|place|symbol|gap|held|branch|line|choose|wheel)/;
  window.missedButtons = (all) => {
    all.forEach((data, at) => panels[at]?.show(data));
    // Those who are asked, and of the others, who have their tools alone, the first.
    const asked = panels.filter(({ data }, at) => data.yours || at === 0);
    const found = new Set(asked.flatMap(({ root }) => missed(root)));
    // What is tapped opens more: numbers, and the buttons that make the move.
    for (const { root } of asked) {
      const tapped = new Set();
      for (let tap = 0; tap < 4; tap += 1) {
        const next = offered(root).find(({ dataset }) => opens.test(dataset.id) && !tapped.has(dataset.id));
        if (!next) break;
        tapped.add(next.dataset.id);
        next.click();
      }
      if (tapped.size) missed(root).forEach((one) => found.add(one));
    }
    return [...found];
  };
}"""
"""Puts a panel into each card. `missedButtons` shows data in them, taps, and tells what cannot be hit."""


def positions(one: AnyGame, seats: int) -> Iterator[list[dict[str, Any]]]:
    """What all seats are sent in one position of each kind of a random game."""
    case = Case(one, seats, {}, one.read_options({}, seats), NAMES)
    met: dict[tuple[str, ...], Moment] = {}
    for moment in game(case, seed=2):
        prompts = [one.ask(case.options, moment.state, actor) for actor in one.to_act(moment.state)]
        met[tuple(sorted({name for prompt in prompts if prompt is not None for name in move_names(prompt)}))] = moment
    for moment in met.values():
        yield [seat_data(told(case, moment, seat)) for seat in range(seats)]


def told(case: Case, moment: Moment, seat: int) -> SeatMoment:
    acts = seat in case.game.to_act(moment.state)
    return SeatMoment(
        place=seat,
        number=len(moment.steps) + 1,
        title=case.game.title,
        view=case.game.view(moment.state, seat),
        names=case.names,
        places=tuple(range(case.seats)),
        asked=Asked(GAME, case.game.ask(case.options, moment.state, seat) if acts else None),
        notice="Bob asked first." if seat == 0 else "",
    )


def lobby(seats: int) -> list[dict[str, Any]]:
    """What all are sent before anybody has sat down."""
    mirror = Mirror(NAMES[:seats])
    return [seat_data(mirror.table.seat_moment(seat)) for seat in range(seats)]


def missed(page: Page, what: str, all_sent: list[list[dict[str, Any]]]) -> list[str]:
    found: list[list[str]] = page.evaluate("(all) => all.map(missedButtons)", all_sent)
    return [f"{what}: {', '.join(buttons)}" for buttons in found if buttons]


@pytest.mark.parametrize("seats", TABLES)
def test_each_button_that_is_offered_can_be_hit(browser: Browser, seats: int) -> None:
    shown = {name: list(positions(find_game(name), seats)) for name in TABLES[seats]} | {"lobby": [lobby(seats)]}
    found = []
    with table_and_page(browser, seats) as (_, page):
        page.evaluate(PREPARE)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for name, all_sent in shown.items():
                found += missed(page, f"{name} at {width} × {height}", all_sent)
    assert found == [], "\n".join(found)
