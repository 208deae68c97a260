"""Four phones scan their seats' codes off a picture of the table's page, and play whole games of all four games by taps alone,
while they lose their connections at random. The scores on all of them are those of the engine."""

import random
import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.catalog import find_game
from companion.pause.fault_timing import FaultTimings
from tests.web.phone_games.four_phones import FourPhones, all_at_newest, engine_result, kept_game
from tests.web.phone_games.phone import Phone
from tests.web.phone_games.scanned_codes import scanned
from tests.web.touch.touch_tables import NAMES, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

AT_ONCE: Final = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0)
"""A phone that is away when the game needs it counts as gone at once."""
SEATS: Final = 4

GAMES: tuple[tuple[str, tuple[int, ...], tuple[tuple[str, str], ...], dict[str, Any], str, float, int], ...] = (
    ("mastermind", (1, 3), (), {}, "best", 0.3, 7),
    ("davinci", (0, 1, 2, 3), (("Dashes in play", "yes"),), {"advanced": True}, "casual", 0.15, 2),
    ("digitcode", (0, 1, 2, 3), (), {}, "steady", 0.3, 3),
    ("passcode", (0, 1, 2, 3), (("LEVELs", "only 3"),), {"levels": [3]}, "greedy", 0.15, 4),
)
"""Each game, the seats that play it, the options chosen by taps and as data, the bots' level, how likely a phone is lost before
a move, and a seed."""


@pytest.mark.parametrize(
    ("name", "places", "chosen", "options", "level", "losing", "seed"), GAMES, ids=[game[0] for game in GAMES]
)
def test_four_phones_that_lose_their_connections_play_a_whole_game(
    browser: Browser,
    tmp_path: Path,
    name: str,
    places: tuple[int, ...],
    chosen: tuple[tuple[str, str], ...],
    options: dict[str, Any],
    level: str,
    losing: float,
    seed: int,
) -> None:
    game = find_game(name)
    errors: list[str] = []
    with touch_table(tmp_path, seats=SEATS, seed=seed, timings=AT_ONCE) as table:
        codes = scanned(browser, table.address, SEATS)
        phones = [Phone(browser, code, name, errors) for code, name in zip(codes, NAMES, strict=False)]
        phones.sort(key=lambda phone: int(phone.data["place"]))
        all_at_newest(phones)
        for place in set(range(SEATS)) - set(places):
            number = int(phones[place].data["number"])
            phones[place].page.get_by_role("button", name="Leave the table").tap()
            phones[place].wait_past(number)
            all_at_newest(phones)
        start(phones[places[0]].page, game.title, chosen)
        for phone in phones:
            phone.page.locator(f".touch[data-game={name}]").wait_for()

        table_of_four = FourPhones(phones, game, options, level, random.Random(seed))
        table_of_four.play(losing)

        lost = {way: sum(phone.lost[way] for phone in phones) for way in phones[0].lost}
        assert all(lost.values()), f"each way to lose a connection happened: {lost}"
        shown = [result_on(phone.page) for phone in phones]
        for phone in phones:
            phone.close()
    assert errors == []
    saved = kept_game(table)
    scores, winners = engine_result(saved)
    assert (saved.opened.game, saved.opened.places) == (name, places)
    assert winners is not None
    for place, (told, points) in enumerate(shown):
        seat = places.index(place) if place in places else None
        assert points == scores
        assert told == verdict(winners, seat, saved.opened.names)


def start(page: Page, title: str, chosen: tuple[tuple[str, str], ...]) -> None:
    """Choose the game and its options in the lobby, and begin it."""
    for setting, value in (("Game", title), *chosen):
        page.get_by_role("button", name=re.compile(f"^{setting}: ")).tap()
        page.get_by_role("button", name=re.compile(f"^{value}")).tap()
        # The next tap is an answer to what stands there then.
        expect(page.get_by_role("button", name=re.compile(f"^{setting}: .*{value}"))).to_be_visible()
    page.get_by_role("button", name=f"Start {title}").tap()
    page.get_by_role("button", name="Yes, do it").tap()


def result_on(page: Page) -> tuple[str, list[int]]:
    """Who won, and the scores by seat, as a phone shows them."""
    shown = page.locator(".touch .result")
    expect(shown).to_be_visible()
    return shown.locator("h2").inner_text(), [int(one) for one in shown.locator("[data-score]").all_inner_texts()]


def verdict(winners: list[int], seat: int | None, names: tuple[str, ...]) -> str:
    """What stands above the scores."""
    if seat in winners:
        return "You win" if len(winners) == 1 else "A draw"
    if not winners:
        return "Nobody wins"
    *others, last = [names[winner] for winner in winners]
    return f"{', '.join(others)} and {last} share the win" if others else f"{last} wins"
