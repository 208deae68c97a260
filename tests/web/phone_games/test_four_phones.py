"""Four phones read their seats' codes off a picture of the table's page, and play a whole game of each kind by taps in each of
the browsers, while they lose their connections at random. The scores on all of them are those of the engine."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

from companion.games.catalog import find_game
from companion.table.effects import Opened
from tests.web.browsers.chromium import chromium_windows
from tests.web.browsers.conftest import BROWSERS
from tests.web.browsers.relay import Relay
from tests.web.browsers.window import HEIGHT, WIDTH, Phone
from tests.web.phone_games.four_phones import (
    FourPhones,
    engine_result,
    gather,
    kept_game,
    scanned,
    sit_down,
    start,
    verdict,
)
from tests.web.phone_games.short_games import (
    Choose,
    breakthecode,
    counted_scores,
    davinci,
    digitcode_for_solvers,
    mastermind,
    passcode,
)
from tests.web.touch.touch_tables import NAMES, touch_table

pytestmark = [pytest.mark.browser, pytest.mark.process]

SEATS: Final = 4
SEED: Final = 1
"""With it the games are short."""
LUCK: Final = 3
"""With it phones are lost in each way in every game."""
HAS: Final = "(selector) => document.querySelector(selector) !== null"
SCORES: Final = (
    "() => [...document.querySelectorAll('.touch .result [data-score]')]"
    ".sort((one, other) => one.dataset.score - other.dataset.score).map((score) => Number(score.innerText))"
)
PAGE: Final = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


class Played(Struct, frozen=True):
    """A game of four phones: the places that play it, the options as taps and as data, who chooses the moves, and how likely a
    phone is lost at a move."""

    places: tuple[int, ...]
    chosen: tuple[tuple[str, ...], ...]
    options: dict[str, Any]
    choose: Choose
    losing: float


ALL: Final = (0, 1, 2, 3)
GAMES: Final = {
    "mastermind": Played((1, 3), (("Own rules", "Arms", "by hand"),), {"indication": "manual"}, mastermind, 0.5),
    "davinci": Played(ALL, (("Dashes in play", "yes"),), {"advanced": True}, davinci, 0.15),
    "digitcode": Played(ALL, (), {}, digitcode_for_solvers, 0.4),
    "passcode": Played(
        ALL, (("LEVELs", "only 3"), ("Turn the die", "yes")), {"levels": [3], "turning": True}, passcode, 0.15
    ),
    "breakthecode": Played(ALL, (), {}, breakthecode, 0.3),
}
OTHER: Final = (pytest.mark.slow, pytest.mark.other_browsers)


@pytest.fixture
def four(request: pytest.FixtureRequest) -> Iterator[list[Phone]]:
    """Four phones in the browser of that name, with cookies of their own."""
    name = request.param
    windows = (
        chromium_windows(request.getfixturevalue("browser"), SEATS) if name == "chromium" else BROWSERS[name](SEATS)
    )
    with windows as opened:
        yield [Phone(window) for window in opened]


@pytest.mark.parametrize(
    ("four", "name"),
    [
        pytest.param("chromium", "mastermind"),
        *(pytest.param("chromium", name, marks=pytest.mark.slow) for name in list(GAMES)[1:]),
        *(pytest.param("firefox", name, marks=OTHER) for name in GAMES),
        *(pytest.param("webkit", name, marks=OTHER) for name in GAMES),
    ],
    indirect=["four"],
)
def test_four_phones_that_lose_their_connections_play_a_whole_game(
    four: list[Phone], tmp_path: Path, name: str
) -> None:
    game, played = find_game(name), GAMES[name]
    places = played.places
    opened = Opened(name, game.rules, played.options, tuple(NAMES[place] for place in places), places)
    with touch_table(tmp_path, seats=SEATS, seed=SEED) as table, ExitStack() as stack:
        relays = [stack.enter_context(Relay(table.address).running()) for _ in four]
        codes = [address.partition("#")[2] for address in scanned(four[0], table.address, SEATS)]
        seats = [table.code(seat) for seat in range(SEATS)]
        assert sorted(codes) == sorted(seats)
        # The address in a code is the table's own; each phone reaches it through its relay.
        for phone, relay, code, called in zip(four, relays, sorted(codes, key=seats.index), NAMES, strict=False):
            sit_down(phone, relay, code, called)
        gather(four, len(four))
        for left, place in enumerate(sorted(set(ALL) - set(places)), start=1):
            four[place].tap("button", "Leave the table")
            gather(four, len(four) - left)
        start(four[places[0]], game.title, played.chosen)
        for phone in four:
            phone.wait(HAS, f".touch[data-game={name}]")

        game_of_four = FourPhones(four, relays, opened, NAMES[:SEATS], SEED)
        game_of_four.play(played.choose, played.losing, random.Random(LUCK))

        assert all(game_of_four.lost.values()), f"each way to lose a connection happened: {game_of_four.lost}"
        shown = [(phone.says(".touch .result h2"), phone.run(SCORES), phone.faults) for phone in four]
        for phone in four:
            phone.reads(".touch .turn", "Game over")
            assert phone.run(PAGE) == [WIDTH, HEIGHT], "what is longer scrolls inside"
            phone.open("about:blank")
    saved = kept_game(table)
    scores, winners = engine_result(saved)
    assert (saved.opened.game, saved.opened.places, saved.opened.names) == (name, places, opened.names)
    assert winners is not None
    for place, (told, points, faults) in enumerate(shown):
        assert tuple(points) == counted_scores(opened, tuple(scores))
        assert told == verdict(winners, places.index(place) if place in places else None, opened.names)
        assert faults == []
