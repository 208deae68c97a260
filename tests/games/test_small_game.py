"""A game that is made of nothing but the files of the guide can be played in the engine, at a table, and on the page.

`docs/develop.md`, "Add a game", lists the files; `small_game.py` has their texts. These tests fail if code outside of that list
has to know the game.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from companion.core.game import AnyGame, Step
from companion.engine import Session
from companion.games.catalog import CATALOG
from companion.games.helps import offered_helps
from tests.documents.markdown import ROOT
from tests.games import small_game
from tests.games.fits import fits
from tests.games.test_books import press, to_the_rules
from tests.table.room import Room, words

LISTED = re.compile(r"companion/(?:games/(?:\w+/|catalog\.py)|web/)")
"""Where the guide says that a game is named. The page's files are checked by the tests of the page."""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    monkeypatch.syspath_prepend(str(tmp_path))
    with small_game.made(tmp_path) as record:
        yield record


def asked(session: Session, **request: Any) -> dict[str, Any]:
    """What a program reads: the answer as JSON."""
    answer: dict[str, Any] = json.loads(json.dumps(to_builtins(session.answer(json.dumps(request).encode()))))
    return answer


def test_the_guide_lists_the_files_of_a_game(game: AnyGame, tmp_path: Path) -> None:
    """It names what the small game is made of, all that the games have in common, and nothing that none of them has."""
    guide = (ROOT / "docs" / "develop.md").read_text(encoding="utf-8")
    section = guide.partition("## Add a game")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+\.py)`", section.partition("In the folder")[2].partition("Outside the folder")[0]))
    small = {path.name for path in (tmp_path / small_game.PACKAGE / small_game.NAME).glob("*.py")}
    others = [{path.name for path in (ROOT / "companion/games" / one.name).rglob("*.py")} for one in CATALOG]
    assert small | set.intersection(*others) <= named <= set.union(*others)


def test_no_other_file_of_the_package_names_a_game() -> None:
    """So none had to change for the four games, and none has to change for a fifth."""
    names = "|".join(game.name for game in CATALOG)
    naming = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "companion").rglob("*.py"))
        if re.search(rf"""["'.]({names})\b""", path.read_text(encoding="utf-8"))
    ]
    assert [path for path in naming if not LISTED.match(path)] == []


def test_the_engine_plays_it(game: AnyGame) -> None:
    session = Session(catalog=(game,))
    (listed,) = asked(session, do="games")["games"]
    assert (listed["game"], listed["options"], listed["bots"]) == ("higherlower", {"most": 8}, ["random"])
    assert asked(session, do="new", game="mastermind", seats=2)["error"].endswith("the games are higherlower.")
    assert asked(session, do="new", game="higherlower", seats=2, options={"most": 4})["to_act"] == ["chance"]
    assert asked(session, do="chance", seed=3)["to_act"] == [0]
    found = asked(session, do="analyse", seat=0)
    assert (found["ok"], found["worlds"]) == (True, None), "nobody counts the secrets of a game without bots of its own"
    assert asked(session, do="check", seat=0, move=found["move"])["ok"]
    for observer in (0, 1, None):
        assert asked(session, do="view", seat=observer)["view"]["secret"] is None
    refused = asked(session, do="move", seat=0, move={"move": "guess", "number": 9})
    assert refused == {"ok": False, "error": "The number can be 1, 2, 3 or 4 here, not 9."}
    seat = 0
    while seats := asked(session, do="to_act")["to_act"]:
        (seat,) = seats
        move = asked(session, do="bot", seat=seat, bot="random")["move"]
        assert move in asked(session, do="legal", seat=seat)["moves"]
        asked(session, do="move", seat=seat, move=move)
    view = asked(session, do="view", seat=None)["view"]
    assert asked(session, do="result") == {"ok": True, "scores": [int(seat == 0), int(seat == 1)], "winners": [seat]}
    assert view["secret"] == view["guesses"][-1]["number"]


def test_a_table_plays_it_with_three_keys(game: AnyGame) -> None:
    """From the lobby to the end, by keys alone; chance draws the first lot, so the secret is 1."""
    room = Room((game,))
    room.enter(0, {"move": "start"})
    assert room.opened.game == "higherlower"
    for seat, number in ((0, 5), (1, 3), (0, 1)):
        room.enter(seat, {"move": "guess", "number": number})
        for screen in room.shown.values():
            fits(screen)
    assert room.events[-3:] == ["Ann guessed 5: lower.", "Bob guessed 3: lower.", "Ann guessed 1: right."]
    assert words(room.shown[1]).splitlines() == [
        "Ann wins", "hold: menu", "Ann: 5 lower", "Bob: 3 lower", "Ann: 1 right", "Again", "Lobby",
    ]  # fmt: skip


def test_neither_hints_nor_a_review_are_offered_for_bots_alone(game: AnyGame) -> None:
    game = replace(game, levels={"best": "Guesses the middle."})
    assert offered_helps(game) == ()
    room = Room((game,))
    room.enter(0, {"move": "start"})
    room.enter(0, {"move": "guess", "number": 1})
    room.press(0, "back")
    assert "Review" not in room.words(0)


def test_its_rules_are_on_the_screens(game: AnyGame) -> None:
    room = Room((game,))
    room.enter(0, {"move": "start"})
    to_the_rules(room.table, 1)
    assert "The game" in words(room.table.screen(1)), "its topic"
    assert "Whoever names it wins." in " ".join(words(press(room.table, 1, "middle")).splitlines())


def test_its_solver_lists_exactly_the_worlds_that_its_views_allow(game: AnyGame) -> None:
    solver = import_module(f"{small_game.PACKAGE}_solvers.worlds").SOLVER
    options = game.read_options({}, 2)
    steps: list[Step] = [("chance", {"move": "hide", "number": 6}), (0, {"move": "guess", "number": 4})]
    state: Any = game.replay(options, 2, steps)
    found = list(solver.worlds(options, game.view(state, 1)))
    assert found == [5, 6, 7, 8]
    assert solver.actual_world(state, 1) in found
    for number in range(1, 9):
        other = game.replay(options, 2, solver.determinize(steps, 1, number))
        assert (game.view(other, 1) == game.view(state, 1)) == (number in found)
