"""What a player needs while a move is made stays in sight: the own tiles, codes and cards, what was tapped, and the buttons. On a
phone, upright and on its side, and on the one card of a page of seats that is switched to touch."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.games.catalog import find_game
from tests.web.pages.layout import resize
from tests.web.pages.test_bench_page import table_and_page
from tests.web.touch.targets import CUT, NARROWEST, WIDER
from tests.web.touch.test_offered_buttons import positions
from tests.web.touch.touch_tables import LANDSCAPE, PORTRAIT

pytestmark = pytest.mark.browser

BENCH: Final = ((1280, 800), (1920, 1080))
PREPARE: Final = """async (place) => {
  const { Countdown } = await import("/static/countdown/countdown.js");
  const { Panel } = await import("/static/touch/panel.js");
  const { Settings } = await import("/static/touch/settings.js");
  const own = { settings: new Settings(), sounds: { play() {} }, countdown: new Countdown(), send: () => true, press() {} };
  window.panel = new Panel(own);
  const root = document.querySelector(place);
  if (root.matches(".seat")) root.classList.add("touched");
  else root.replaceChildren();
  root.append(window.panel.root);
  dispatchEvent(new Event("resize"));
  const around = (node) => (node.parentElement ? [node.parentElement, ...around(node.parentElement)] : []);
  window.hidden = (selectors) => selectors.flatMap((selector) => {
    const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    return all.filter((one) => {
      const box = one.getBoundingClientRect();
      const [left, right] = [box.left + 0.5, box.right - 0.5];
      const clips = around(one).filter((node) => getComputedStyle(node).overflowY !== "visible");
      const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      return [window, ...clips.map((node) => node.getBoundingClientRect())].some((clip) =>
        left < clip.left || right > clip.right || box.top + 0.5 < clip.top || box.bottom - 0.5 > clip.bottom);
    }).map((one) => `${selector} ${one.dataset.id ?? one.className}`);
  });
  window.reach = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).flatMap((one) => {
    one.scrollIntoView({ block: "nearest" });
    return window.hidden([`[data-id="${one.dataset.id}"]`]);
  });
}"""
"""A panel at that place. `hidden` tells what is not wholly in sight, `reach` what is not after it was scrolled to."""


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """The page of a phone, with a panel."""
    with table_and_page(browser, 2, "/seat", ready="#door") as (_, page):
        page.evaluate("() => document.getElementById('door').remove()")
        page.evaluate(PREPARE, "#seat")
        yield page


def show(page: Page, size: ViewportSize, data: dict[str, Any]) -> None:
    page.set_viewport_size(size)
    page.evaluate("(data) => { window.panel.show(data); }", data)


def show_on_card(page: Page, size: tuple[int, int], data: dict[str, Any]) -> None:
    page.evaluate("(data) => window.panel.show(data)", data)
    page.locator(".touch .main").wait_for()
    resize(page, *size)


def asked(name: str, seats: int, move: str, **more: Any) -> dict[str, Any]:
    """What a seat is sent that is asked for such a move, in the fullest such position."""
    found = [
        data
        for sent in positions(find_game(name), seats)
        for data in sent
        if f'"{move}"' in str(data["prompt"]).replace("'", '"')
    ]
    return max(found, key=lambda data: int(data["number"])) | {"notice": "", **more}


def tapped(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'.touch button[data-id^="{name}"]').last.click()


CHOICES: Final = (
    (
        "davinci",
        4,
        "deduce",
        ("tile",),
        (".mine .tile", ".scene [aria-pressed='true']", ".numbers button", ".bar button"),
    ),
    ("digitcode", 2, "propose", ("tab propose",), (".own-code b", ".pad button", ".bar button")),
    ("breakthecode", 4, "ask", ("tab guess",), (".mine .tile", ".slots .tile", ".pick", ".bar button")),
    ("passcode", 2, "discard", (), (".own-board .held", ".own-board .digit", ".pad button")),
)


@pytest.mark.parametrize(("name", "seats", "move", "taps", "parts"), CHOICES)
def test_a_phone_shows_what_is_needed_while_a_move_is_made(
    browser: Browser, name: str, seats: int, move: str, taps: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    data = asked(name, seats, move)
    with phone(browser) as page:
        for size in (NARROWEST, PORTRAIT, LANDSCAPE):
            show(page, size, data)
            tapped(page, *taps)
            assert page.evaluate("(parts) => hidden(parts)", [f".touch {part}" for part in parts]) == [], size
            assert page.evaluate(WIDER) <= 0


STEPS: Final = (
    ("davinci", 2, "deduce", (PORTRAIT, LANDSCAPE), ("tile", "value"), (".mine", ".hand", ".numbers")),
    ("digitcode", 2, "ask_line", (PORTRAIT, NARROWEST, LANDSCAPE), ("line",), (".mine", ".bar-go")),
    ("digitcode", 2, "ask_line", (LANDSCAPE,), ("tab propose",), (".mine", ".bar-go")),
    ("breakthecode", 2, "ask", (PORTRAIT, NARROWEST, LANDSCAPE), ("card", "number"), (".cards", ".mine", ".tabs")),
    (
        "breakthecode",
        4,
        "ask",
        (PORTRAIT, NARROWEST, LANDSCAPE),
        ("tab guess", "symbol", "tab ask"),
        (".tabs", ".bar-go"),
    ),
    ("mastermind", 2, "set_code", (PORTRAIT, LANDSCAPE), ("symbol red", "symbol blue"), (".hand", ".symbols")),
)
"""Moves that are made in several taps, and what keeps its place from the first to the last."""
TOPS: Final = """(parts) => Object.fromEntries(parts.map((part) =>
  [part, Math.round(document.querySelector(`.touch ${part}`).getBoundingClientRect().top)]))"""


@pytest.mark.parametrize(("name", "seats", "move", "sizes", "taps", "parts"), STEPS)
def test_nothing_jumps_while_a_move_is_made(
    browser: Browser,
    name: str,
    seats: int,
    move: str,
    sizes: tuple[ViewportSize, ...],
    taps: tuple[str, ...],
    parts: tuple[str, ...],
) -> None:
    data = asked(name, seats, move)
    with phone(browser) as page:
        for turn, size in enumerate(sizes):
            show(page, size, data | {"number": data["number"] + turn, "to": f"game {turn}"})
            page.locator(".touch .main").wait_for()
            steps = [page.evaluate(TOPS, parts)]
            for tap in taps:
                tapped(page, tap)
                steps.append(page.evaluate(TOPS, parts))
            assert len({str(tops) for tops in steps}) == 1, (size, steps)


@pytest.mark.parametrize("name", ["mastermind", "davinci", "digitcode", "passcode", "breakthecode"])
def test_letters_of_twice_the_size_are_not_cut_on_the_smallest_phone(browser: Browser, name: str) -> None:
    with phone(browser) as page:
        page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
        for sent in positions(find_game(name), 2):
            for data in sent:
                show(page, NARROWEST, data | {"notice": "Since your turn: Bob asked this and that. " * 3})
                assert page.evaluate(CUT) == []
                assert page.evaluate(WIDER) <= 0
                assert page.evaluate("() => reach('.touch button[data-id]')") == []


@pytest.mark.parametrize("notice", ["", "Try line C: it leaves the fewest codes. " * 6])
def test_a_hint_does_not_push_the_board_away(browser: Browser, notice: str) -> None:
    with phone(browser) as page:
        for size in (NARROWEST, PORTRAIT, LANDSCAPE):
            show(
                page,
                dict(size),
                asked(
                    "digitcode", 2, "ask_line", event="Bob asked: the digit at Y is even. Ann's turn.", notice=notice
                ),
            )
            height = page.locator(".touch .scene").evaluate("(scene) => scene.clientHeight")
            assert height >= 0.3 * size["height"], (size, height)
        # A hint of which a part is out of sight says so, until its end is there.
        said = page.locator(".touch .notice")
        expect(page.locator(".touch .notice.more")).to_have_count(1 if notice else 0)
        if notice:
            said.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
            expect(page.locator(".touch .notice.more")).to_have_count(0)


@contextmanager
def card(browser: Browser, seats: int, size: tuple[int, int]) -> Iterator[Page]:
    """The page of the seats, where one is switched to touch."""
    with table_and_page(browser, seats, width=size[0], height=size[1]) as (_, page):
        page.evaluate(PREPARE, '.seat[data-seat="1"]')
        yield page


def test_a_phone_on_its_side_shows_the_row_of_the_other_above_the_own(browser: Browser) -> None:
    with phone(browser) as page:
        show(page, LANDSCAPE, asked("davinci", 2, "deduce"))
        page.locator(".touch .main").wait_for()
        assert page.evaluate("() => hidden(['.touch .rack .tile'])") == []


SINCE: Final = "Since your turn: Bob drew a black tile. Bob called Ann's 1st tile a 0: right. Bob stopped. " * 2


def test_a_message_does_not_move_the_board(browser: Browser) -> None:
    data = asked("davinci", 2, "take")
    parts = [".stack", ".hand"]
    with phone(browser) as page:
        for size in (PORTRAIT, LANDSCAPE):
            show(page, size, data)
            page.locator(".touch .main").wait_for()
            before = page.evaluate(TOPS, parts)
            show(page, size, data | {"notice": SINCE})
            expect(page.locator(".touch .notice")).to_be_visible()
            assert page.evaluate(TOPS, parts) == before, size
    with card(browser, 2, BENCH[0]) as page:
        show_on_card(page, BENCH[0], data)
        before = page.evaluate(TOPS, [*parts, ".mine"])
        show_on_card(page, BENCH[0], data | {"notice": SINCE})
        assert page.evaluate("() => hidden(['.touch .notice .ok', '.touch .notice p'])") == []
        assert page.evaluate(TOPS, [*parts, ".mine"]) == before


BELOW: Final = "(node) => node.scrollHeight - node.clientHeight - node.scrollTop"
AT_END: Final = 12
"""Pixels that may be out of sight at the end of a message."""


def test_ok_goes_on_in_a_long_message_before_it_closes_it(browser: Browser) -> None:
    with phone(browser) as page:
        page.evaluate("() => { window.read = 0; window.panel.answers.read = () => (window.read += 1); }")
        show(page, NARROWEST, asked("davinci", 2, "take") | {"notice": SINCE * 2})
        notice, ok = page.locator(".touch .notice"), page.locator(".touch .notice .ok")
        expect(page.locator(".touch .notice.more")).to_have_count(1)
        below = notice.evaluate(BELOW)
        while below > AT_END:
            ok.click()
            assert page.evaluate("() => window.read") == 0
            before, below = below, notice.evaluate(BELOW)
            assert below < before
        ok.click()
        assert page.evaluate("() => window.read") == 1


def test_of_several_messages_the_newest_is_in_sight(browser: Browser) -> None:
    newest = "Ann is out: all tiles are open."
    data = asked("davinci", 2, "take")
    with phone(browser) as page:
        show(page, NARROWEST, data | {"notice": SINCE})
        expect(page.locator(".touch .notice p").first).to_be_in_viewport()
        expect(page.locator(".touch .notice.earlier")).to_have_count(0)
        show(page, NARROWEST, data | {"notice": f"{SINCE}\n{newest}"})
        assert page.evaluate("() => hidden(['.touch .notice p:last-child'])") == []
        expect(page.locator(".touch .notice.earlier")).to_have_count(1)
        show(page, NARROWEST, data | {"notice": "\n".join(("Turning point, your 3rd move.", SINCE, newest))})
        expect(page.locator(".touch .notice.earlier")).to_have_count(
            0
        )  # what is new as a whole is read from its beginning


@pytest.mark.parametrize("size", BENCH)
def test_digit_codes_sheet_is_whole_on_a_card(browser: Browser, size: tuple[int, int]) -> None:
    with card(browser, 2, size) as page:
        show_on_card(page, size, asked("digitcode", 2, "ask_line"))
        assert (
            page.evaluate(
                "() => hidden(['.touch .cells > *', '.touch .tab', '.touch .own-code', '.touch .bar button'])"
            )
            == []
        )


@pytest.mark.parametrize(
    ("name", "move", "taps"),
    [
        ("digitcode", "ask_line", ("tab digits", "tab propose", "symbol")),
        ("breakthecode", "ask", ("card", "tab guess", "symbol")),
    ],
)
def test_the_only_card_of_its_side_keeps_its_height(
    browser: Browser, name: str, move: str, taps: tuple[str, ...]
) -> None:
    data = asked(name, 2, move)
    waiting = data | {"prompt": None, "yours": False, "number": data["number"] - 1}
    heights = "() => [...document.querySelectorAll('.touch, .touch .bar-go')].map((one) => one.getBoundingClientRect().bottom)"
    with card(browser, 2, BENCH[0]) as page:
        show_on_card(page, BENCH[0], waiting)
        (before, _) = page.evaluate(heights)
        show_on_card(page, BENCH[0], data)
        found = [page.evaluate(heights)]
        for tap in taps:
            tapped(page, tap)
            found.append(page.evaluate(heights))
        assert found == [[before, found[0][1]]] * len(found)


@pytest.mark.parametrize("size", BENCH)
@pytest.mark.parametrize(
    ("name", "seats", "move", "taps", "parts"), [("davinci", 4, *CHOICES[0][2:]), ("passcode", 6, *CHOICES[3][2:])]
)
def test_one_card_among_many_seats_is_whole(
    browser: Browser,
    size: tuple[int, int],
    name: str,
    seats: int,
    move: str,
    taps: tuple[str, ...],
    parts: tuple[str, ...],
) -> None:
    with card(browser, seats, size) as page:
        show_on_card(page, size, asked(name, seats, move))
        tapped(page, *taps)
        assert page.evaluate("(parts) => hidden(parts)", [f".touch {part}" for part in parts]) == []
        assert page.evaluate("() => [scrollX, scrollY, document.documentElement.scrollHeight - innerHeight]") == [
            0,
            0,
            0,
        ]


def test_controls_are_twice_as_large_where_a_window_is(browser: Browser) -> None:
    sizes = []
    for size in (BENCH[1], (3840, 2160)):
        with card(browser, 2, size) as page:
            show_on_card(page, size, asked("digitcode", 2, "ask_line"))
            parts = (".tool", ".tab", ".bar-go button", "button.line")
            sizes.append([page.locator(f".touch {part}").first.evaluate("(one) => one.clientHeight") for part in parts])
    assert all(1.8 * small <= large for small, large in zip(*sizes, strict=True)), sizes


def test_the_cards_are_in_sight_when_one_is_asked_for(browser: Browser) -> None:
    data = asked("breakthecode", 2, "ask")
    with phone(browser) as page:
        show(page, NARROWEST, data)
        page.locator(".touch .main").wait_for()
        tapped(page, "tab guess")
        page.locator(".touch .scene").evaluate("(scene) => scene.scrollTo(0, scene.scrollHeight)")
        tapped(page, "tab ask")
        expect(page.locator(".touch button.card").first).to_be_in_viewport()
        # The next turn begins with the cards, too, wherever the last one ended.
        tapped(page, "tab guess")
        wrong = {"seat": 0, "tiles": ["B0", "B1", "B2", "B3", "B4"], "correct": False}
        after = data["view"] | {"guesses": [*data["view"]["guesses"], wrong]}
        show(page, NARROWEST, data | {"view": after, "number": data["number"] + 2, "to": "game 2"})
        expect(page.locator('.touch button[data-id="tab ask"]')).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".touch button.card").first).to_be_in_viewport()


def test_one_undo_takes_back_one_tile(browser: Browser) -> None:
    with phone(browser) as page:
        show(page, PORTRAIT, asked("breakthecode", 2, "ask"))
        page.locator(".touch .main").wait_for()
        tapped(page, "tab guess", "symbol W8", "symbol G5", "symbol B1")
        slots = page.locator(".touch .slots")
        for left in ("green 5, white 8", "white 8"):
            tapped(page, "bar undo")
            expect(slots).to_have_attribute("aria-label", f"Your guess: {left}")
        tapped(page, "bar undo")
        expect(page.locator('.touch [data-id="bar undo"]')).to_have_count(0)
