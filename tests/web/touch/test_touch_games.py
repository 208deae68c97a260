"""Whole games by taps alone, on phones of 390 x 844: a real browser, the real daemon, and a mirror beside them. What each kind of
move looks like, on both phones, is readable, large enough and accessible."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.prompt import Move, Prompt
from companion.core.seat import CHANCE, Place
from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.mirror import NAMES, Mirror
from tests.web.phone_games.short_games import (
    Choose,
    breakthecode,
    counted_scores,
    davinci,
    digitcode,
    mastermind,
    mirror_of,
    passcode,
)
from tests.web.touch.documented_taps import TapCount, documented
from tests.web.touch.targets import check_dark, check_letters, check_page, check_targets
from tests.web.touch.touch_hands import TouchHands
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

SEED: Final = 5

GAMES: Final[tuple[tuple[str, dict[str, Any], Choose], ...]] = (
    ("mastermind", {"indication": "manual"}, mastermind),
    ("davinci", {"advanced": True, "rounds": 3}, davinci),
    ("digitcode", {}, digitcode),
    ("passcode", {"levels": [3]}, passcode),
    ("breakthecode", {}, breakthecode),
)


class CarefulHands(TouchHands):
    """Before a move of a kind that is new they look at the page: at what is asked, and at the move that is ready to be made."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._looks = False

    def make_new(self, game: str, move: Move, prompt: Prompt) -> int:
        """`make` for a move of a kind that is new."""
        check_page(self.page)
        check_letters(self.page)
        self._looks = True
        taps = self.make(game, move, prompt)
        self._looks = False
        return taps

    def go(self) -> None:
        """See `Hands`."""
        if self._looks:
            check_page(self.page)
        super().go()


@pytest.mark.parametrize(
    ("name", "options", "choose"),
    [pytest.param(*game, marks=() if game[0] == "mastermind" else pytest.mark.slow, id=game[0]) for game in GAMES],
)
def test_a_whole_game_by_taps(
    browser: Browser, tmp_path: Path, name: str, options: dict[str, Any], choose: Choose
) -> None:
    game = find_game(name)
    opened = Opened(name, game.rules, options, NAMES)
    errors: list[str] = []
    with touch_table(tmp_path, opened, seed=SEED) as table:
        phones = [table.phone(browser, seat) for seat in range(2)]
        for phone in phones:
            phone.on("pageerror", lambda error: errors.append(str(error)))
        counted = TapCount()
        mirror = play(phones, opened, choose, counted)
        for seat, phone in enumerate(phones):
            expect(phone.locator(".touch .result h2")).to_have_text(won(mirror, seat))
            assert scores_shown(phone) == counted_scores(opened, mirror.result.scores)
            link = phone.get_by_role("link", name="Review of all moves")
            expect(link).to_have_attribute("href", f"/history#newest/{seat}/{mirror.number}/review")
            expect(phone.locator(".touch .turn")).to_have_text("Game over")
            check_page(phone)
            check_letters(phone)
            check_dark(phone)
            phone.context.close()
    assert errors == []
    assert counted.rows(name) == documented(game.title), "docs/touch.md has other numbers"


def play(phones: list[Page], opened: Opened, choose: Choose, counted: TapCount) -> Mirror:
    """Play to the end. After each move every phone is where the mirror is, and asks whom the mirror asks."""
    mirror = mirror_of(opened, SEED)
    hands = [CarefulHands(phone) for phone in phones]
    seen: set[tuple[str, bool]] = set()
    while acting := mirror.table.game.to_act(mirror.table.state.game_state):
        assert acting[0] != CHANCE
        seat = Place(acting[0])
        prompt = mirror.table.prompt(seat)
        assert prompt is not None
        move = choose(mirror, seat)
        kind = (move["move"], hands[seat].has(".touch .recap"))
        if kind in seen:
            taps = hands[seat].make(opened.game, move, prompt)
        else:
            check_targets(phones[1 - seat])
            check_letters(phones[1 - seat])
            taps = hands[seat].make_new(opened.game, move, prompt)
        seen.add(kind)
        counted.add(prompt, move, taps)
        mirror.answer(acting[0], move)
        for phone in phones:
            expect(phone.locator(".touch")).to_have_attribute("data-number", str(mirror.number + 1))
    assert len(seen) > 2
    return mirror


def won(mirror: Mirror, seat: int) -> str:
    """What the seat reads of the result."""
    winners = mirror.result.winners
    assert winners is not None
    if len(winners) > 1:
        return "A draw"
    return "You win" if winners == (seat,) else f"{NAMES[winners[0]]} wins"


def scores_shown(phone: Page) -> tuple[int, ...]:
    """The scores that stand on the phone, the winner's first, in the order of the seats."""
    scores = phone.locator(".touch .result [data-score]").all()
    return tuple(
        int(score.inner_text()) for score in sorted(scores, key=lambda one: one.get_attribute("data-score") or "")
    )
