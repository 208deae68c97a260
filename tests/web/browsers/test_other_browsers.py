"""What pages need of Firefox and of WebKit: style sheets, taps on a busy machine, held buttons, written names; and the pages
beside the game."""

import re
from pathlib import Path

import pytest

from companion.games.catalog import CATALOG
from companion.games.daily_puzzle import puzzle_of_day
from companion.table.effects import Opened
from tests.mirror import NAMES
from tests.web.browsers.webkit import WebKitWindow
from tests.web.browsers.window import Phone
from tests.web.touch.touch_tables import touch_table

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.other_browsers]

SHEETS = [
    sheet
    for part in ("web", "club")
    for sheet in (Path(__file__).parents[3] / "companion" / part / "static").rglob("*.css")
]
NICETIES = {"text-wrap", "scrollbar-color"}
"""What a browser may leave out without harm."""
HAS = "(selector) => document.querySelector(selector) !== null"
HAS_NOT = "(selector) => document.querySelector(selector) === null"
UNKNOWN = "(declared) => declared.filter(([name, value]) => !CSS.supports(name, value))"
PIXELS = """() => {
  const canvas = document.querySelector("canvas[data-screen]");
  const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
  return Array.from({ length: 8192 }, (_, at) => (data[4 * at] > 128 ? "#" : ".")).join("");
}"""
CHANGED = f"(before) => ({PIXELS})() !== before"
IS_SEEN = "(selector) => getComputedStyle(document.querySelector(selector)).visibility === 'visible'"
BUTTON = "data:text/html,<meta name=viewport content='width=device-width'><button>Roll</button>"
BUSY = """() => {
  const button = document.querySelector("button");
  button.addEventListener("pointerdown", () => {
    const begin = performance.now();
    while (performance.now() - begin < 1000);
  });
  button.addEventListener("click", () => { button.textContent = "Rolled"; });
}"""


def declarations() -> set[tuple[str, str]]:
    """Every property with a value in the style sheets; custom ones are no browser's business."""
    found: set[tuple[str, str]] = set()
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        for name, value in re.findall(r"[{;]\s*([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])", text):
            if not name.startswith("--"):
                found.add((name, " ".join(value.replace("!important", "").split())))
    return found


def test_every_declaration_means_something_or_has_a_twin_with_a_prefix(phones: list[Phone]) -> None:
    declared = declarations()
    assert len(declared) > 500
    phone = phones[0]
    phone.open("about:blank")
    unknown = {(name, value) for name, value in phone.run(UNKNOWN, sorted(declared))}
    for name, value in unknown:
        twin = (f"-webkit-{name}", value)
        fine = name.startswith("-webkit-") or name in NICETIES or (twin in declared and twin not in unknown)
        assert fine, f"{name}: {value}"


def test_a_touch_is_a_tap_where_the_page_is_busy_while_the_finger_is_down(phones: list[Phone]) -> None:
    phone = phones[0]
    phone.open(BUTTON)
    phone.run(BUSY)
    phone.tap("button")
    phone.reads("button", "Rolled")


def test_a_name_is_written_a_game_begins_and_secrets_are_held_in_sight(phones: list[Phone], tmp_path: Path) -> None:
    with touch_table(tmp_path) as table:
        for seat, (phone, name) in enumerate(zip(phones, ("Ann", "Bob"), strict=True)):
            phone.open(f"{table.address}/seat#{table.code(seat)}")
            phone.reads("#said", "Who plays?")
            assert phone.run("() => document.activeElement.id") == "name"
            phone.write(f"<b>{name}</b>")
            phone.tap("#ask button")
            phone.reads("#said", "A name that has <, > and / in it cannot be typed")
            phone.run("() => document.getElementById('name').select()")
            phone.write(name)
            phone.tap("#ask button")
            phone.wait(HAS, ".touch[data-number]")
            phone.reads(".touch .name", name)
        ann, bob = phones
        ann.tap('button[data-id="start"]')
        ann.tap("button", "Yes, do it")
        ann.reads(".touch .turn", "Your turn")
        bob.reads(".touch .turn", "Ann's turn")

        ann.tap('[data-act="tool menu"]')
        ann.tap(".touch-dialog .setting input")
        ann.tap(".touch-dialog > .way", "Close")
        ann.wait(HAS_NOT, "dialog")
        secret = ".touch .pad"
        assert not ann.run(IS_SEEN, secret)
        ann.hold(".touch .look")
        if isinstance(ann.window, WebKitWindow):
            ann.lift()
            ann.wait(IS_SEEN, secret)
            ann.hold(".touch .look")  # its finger is a mouse, which clicks twice
        ann.wait(IS_SEEN, secret)
        ann.lift()
        ann.wait(f"(selector) => !({IS_SEEN})(selector)", secret)
        ann.tap('[data-act="tool menu"]')
        ann.tap(".touch-dialog .setting input")
        ann.tap(".touch-dialog > .way", "Close")
        ann.wait(IS_SEEN, secret)

        ann.tap('[data-act="tool screen"]')
        ann.wait(f"() => ({PIXELS})().includes('#')")
        before = ann.run(PIXELS)
        ann.tap('button[data-key="right"]')
        ann.wait(CHANGED, before)
        assert ann.faults + bob.faults == []


def test_the_pages_beside_the_game(phones: list[Phone], tmp_path: Path) -> None:
    game = next(game for game in CATALOG if game.name == "mastermind")
    phone = phones[0]
    with touch_table(tmp_path, Opened("mastermind", game.rules, {}, NAMES), phones=False) as table:
        phone.open(f"{table.address}/")
        phone.wait(f"() => document.body.dataset.link === 'up' && ({PIXELS})().includes('#')")
        before = phone.run(PIXELS)
        phone.tap('button[data-seat="0"][data-key="right"]')
        phone.wait(CHANGED, before)
        assert phone.faults == []

        phone.open(f"{table.address}/table")
        phone.wait(HAS, "body[data-link=up] #middle[data-number]")
        assert phone.faults == []

        phone.open(f"{table.address}/puzzle#2026-03-01/mastermind/easy")
        phone.wait(HAS, "body[data-shown] #scene")
        phone.tap("#solve")
        phone.reads("#verdict", "The answer is")
        for colour in puzzle_of_day("mastermind", "easy", "2026-03-01").answer:
            phone.tap(f"[data-id='symbol {colour}']")
        phone.tap("button", "Check")
        phone.reads("#verdict", "✓ Right.")
        assert phone.faults == []

        phone.open(f"{table.address}/history")
        phone.reads("body", "No game has been finished yet.")
        phone.open(f"{table.address}/rules/mastermind")
        phone.reads("h1", "Mastermind")
        phone.wait("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
        assert phone.faults == []
