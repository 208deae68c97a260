"""Letters of twice the size, and the narrowest phones: no text is cut off, and the board keeps a place of its own."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.core.game import to_act
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.mirror import NAMES, Mirror
from tests.web.touch.test_touch_games import GAMES, SEED
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import LANDSCAPE, PORTRAIT, touch_table

pytestmark = pytest.mark.browser

SMALL_PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
NARROWEST: Final[ViewportSize] = {"width": 320, "height": 568}
ROUND: Final = 40
"""Moves after which a round of Da Vinci Code or Passcode was summed up."""

CUT: Final = """() => {
  const walker = document.createTreeWalker(document.querySelector('.touch'), NodeFilter.SHOW_TEXT);
  const cut = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, svg, .wrong');
  while (walker.nextNode()) {
    const node = walker.currentNode, one = node.parentElement;
    if (!node.data.trim() || !seen(one)) continue;
    const box = one.closest('button, .tile, .slot, .card, .arm, td, th, .place, .row');
    const around = box?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const quarter = (bottom - top) / 4; // Letters with neither ascenders nor accents.
      const told = `${box?.className} '${node.data}'`;
      if (left < -1 || right > innerWidth + 1) cut.push(`${told} leaves the page`);
      if (!around) continue;
      if (left < around.left - 1 || right > around.right + 1) cut.push(`${told} is wider than its place`);
      if (top + quarter < around.top || bottom - quarter > around.bottom) cut.push(`${told} is higher than its place`);
    }
  }
  const scene = document.querySelector('.touch .scene').clientHeight;
  const line = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (scene < 4.9 * line) cut.push(`the board is ${scene} pixels high`);
  return [...new Set(cut)];
}"""


def check(phone: Page) -> None:
    """Nothing is cut off, upright and on its side, with large letters and on small phones."""
    cut = []
    for letters, sizes in (("", (NARROWEST, SMALL_PHONE)), ("32px", (LANDSCAPE, PORTRAIT))):
        phone.evaluate("(letters) => { document.documentElement.style.fontSize = letters; }", letters)
        for size in sizes:
            phone.set_viewport_size(size)
            cut += [f"{size['width']}x{size['height']}: {one}" for one in phone.evaluate(CUT)]
    phone.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    assert cut == []


@pytest.mark.parametrize(("name", "options", "choose"), GAMES, ids=[game[0] for game in GAMES])
def test_no_text_is_cut_off(
    browser: Browser, tmp_path: Path, name: str, options: dict[str, Any], choose: Callable[[Mirror, Seat], Move]
) -> None:
    opened = Opened(name, find_game(name).rules, options, NAMES)
    with touch_table(tmp_path, opened, seed=SEED) as table:
        phones = [table.phone(browser, seat) for seat in range(2)]
        hands = [TouchHands(phone) for phone in phones]
        mirror = Mirror(pick=random.Random(SEED).randrange)
        mirror._carry_out(mirror.table.resume(opened, []))
        made: set[tuple[str, bool]] = set()
        while (acting := to_act(mirror.table.game, mirror.table.state.game_state)) and mirror.number < ROUND:
            seat = acting[0]
            assert isinstance(seat, int)
            prompt = mirror.table.prompt(seat)
            assert prompt is not None
            move = choose(mirror, seat)
            kind = (move["move"], hands[seat].has(".touch .recap"))
            if kind not in made:
                for phone in phones:
                    check(phone)
            made.add(kind)
            hands[seat].make(name, move, prompt)
            mirror.answer(seat, move)
            for phone in phones:
                expect(phone.locator(".touch")).to_have_attribute("data-number", str(mirror.number + 1))
        assert len(made) > 2
        for phone in phones:
            check(phone)
            phone.context.close()
