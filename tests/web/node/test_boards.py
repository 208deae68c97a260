"""The boards of the games on random positions, without a browser. Whatever a seat may do can be done by taps, and nothing else:
every button of every board is tried, and so is every control that a game without a board of its own has. Who looks on has nothing
to tap.

Of rows of pegs and digits there are too many. One legal row is filled in each position.
"""

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from companion.core.prompt import Fill, Menu, Move, Prompt, every, sample
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG, find_game
from companion.table.data import GAME, Asked, SeatMoment, seat_data
from tests.games.digitcode.play import ALSO_WRONG, ONE, OTHER, WRONG
from tests.games.digitcode.play import Play as DigitCode
from tests.laws.play import CASES, Case, game, moments, observers
from tests.patience import PATIENCE
from tests.web.node.test_javascript import HERE, node

__all__ = ["node"]
pytestmark = [pytest.mark.node, pytest.mark.process]

POSITIONS: Final = 8
"""So many of a game, drawn from all that are met; each has another prompt."""
GAMES: Final = tuple(game.name for game in CATALOG)


def boards(node: str, folder: Path, what: str, given: Any) -> Any:
    """What boards.mjs says of these positions."""
    file = folder / "positions.json"
    file.write_bytes(msgspec.json.encode(given))
    command = [node, "--import", str(HERE / "resolver.mjs"), str(HERE / "boards.mjs"), what, str(file)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def data_of(case: Case, state: Any, observer: int | None, prompt: Prompt | None, number: int = 1) -> dict[str, Any]:
    """What a seat, or who looks on, is sent."""
    return seat_data(
        SeatMoment(
            place=observer or 0,
            number=number,
            title=case.game.title,
            view=case.game.view(state, observer),
            names=case.names,
            places=tuple(range(case.seats)),
            asked=Asked(GAME, prompt),
        )
    )


def positions(case: Case) -> list[tuple[dict[str, Any], Prompt]]:
    """Positions of one random game: what a seat that acts is sent, and what it is asked."""
    found: dict[str, tuple[dict[str, Any], Prompt]] = {}
    for moment in game(case, seed=1):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            if actor == CHANCE or prompt is None or (asked := repr(prompt)) in found:
                continue
            found[asked] = data_of(case, moment.state, actor, prompt, len(moment.steps) + 1), prompt
    return random.Random(1).sample(list(found.values()), min(POSITIONS, len(found)))


def leaves(prompt: Prompt) -> Iterator[Prompt]:
    """The prompts at the ends of the menus."""
    if isinstance(prompt, Menu):
        for branch in prompt.branches:
            yield from leaves(branch.prompt)
    else:
        yield prompt


def row_of(prompt: Prompt) -> Move | None:
    """A move that fills a row, where there is one."""
    fills = [leaf for leaf in leaves(prompt) if isinstance(leaf, Fill)]
    assert len(fills) < 2
    return sample(fills[0], random.Random(1).randrange) if fills else None


def row_in(prompt: Prompt) -> list[Any]:
    """The symbols of that row, in their order."""
    move = row_of(prompt)
    return [] if move is None else next(value for value in move.values() if isinstance(value, list))


def expected(prompt: Prompt) -> set[str]:
    """All legal moves, as JSON; of those that fill a row, the one."""
    row = row_of(prompt)
    whole = {written(move) for leaf in leaves(prompt) if not isinstance(leaf, Fill) for move in every(leaf)}
    return whole if row is None else whole | {written(row)}


def written(move: Any) -> str:
    return msgspec.json.encode(move, order="deterministic").decode()


def cases(name: str) -> list[Case]:
    return [case for param in CASES if (case := param.values[0]).game.name == name]


@pytest.mark.parametrize("name", GAMES)
def test_taps_lead_to_every_legal_move_and_to_no_other(node: str, tmp_path: Path, name: str) -> None:
    met = [one for case in cases(name) for one in positions(case)]
    assert len(met) >= POSITIONS
    # The controls for games without a board meet the same kinds of prompts: a third of the positions shows all of them.
    tried = [(True, *one) for one in met] + [(False, *one) for one in met[::3]]
    reached = boards(node, tmp_path, "reached", [[data, row_in(prompt), own] for own, data, prompt in tried])
    for (own, _, prompt), moves in zip(tried, reached, strict=True):
        assert {written(msgspec.json.decode(move)) for move in moves} == expected(prompt), (own, prompt)


@pytest.mark.parametrize("name", GAMES)
def test_each_place_that_is_tapped_is_marked_for_who_looks_on(node: str, tmp_path: Path, name: str) -> None:
    met = [one for case in cases(name) for one in positions(case)][::4]
    points = find_game(name).points
    for (_, prompt), marks in zip(
        met, boards(node, tmp_path, "pointed", [[data, row_in(prompt)] for data, prompt in met]), strict=True
    ):
        moves = [move for leaf in leaves(prompt) if not isinstance(leaf, Fill) for move in every(leaf)]
        places = [] if points is None else map(points.place, moves)
        (nowhere, none), *pointed = marks
        assert (nowhere, none) == (None, 0)
        assert {written(msgspec.json.decode(point)) for point, _ in pointed} == {*map(written, filter(None, places))}
        assert all(count >= 1 for _, count in pointed), "each of them is seen"


@pytest.mark.parametrize("name", GAMES)
def test_who_looks_on_sees_the_same_twice_and_has_nothing_to_tap(node: str, tmp_path: Path, name: str) -> None:
    given = [
        data_of(case, moment.state, observer, None)
        for case in cases(name)
        for moment in moments(case, 1, 6)
        for observer in observers(case)
    ]
    for data, drawn in zip(given, boards(node, tmp_path, "drawn", given), strict=True):
        assert (drawn["alike"], drawn["buttons"]) == (True, 0)
        assert drawn["head"][1], "whose turn it is, or who won"
        assert all(name in drawn["says"] for name in data["names"]), "each player is there"


def test_digit_code_does_not_count_a_lost_last_chance_as_one_of_two_tries(node: str, tmp_path: Path) -> None:
    play = DigitCode(2, opening="one").code(0, ONE).code(1, OTHER).ask(0, 0).propose(1, WRONG)
    case = next(one for one in cases("digitcode") if one.seats == 2)
    missed = data_of(case, play.state, None, None)
    play.propose(0, OTHER)
    last = data_of(case, play.state, None, None)
    play.propose(1, ALSO_WRONG)
    over = data_of(case, play.state, None, None)
    says = [drawn["says"] for drawn in boards(node, tmp_path, "drawn", [missed, last, over])]
    told = ("1 of 2 tries wrong", "1 wrong try", "last try wrong")
    assert [[one for one in told if one in said] for said in says] == [[one] for one in told]


def test_a_pile_of_one_card_is_one_card(node: str, tmp_path: Path) -> None:
    case = cases("breakthecode")[0]
    data, _ = positions(case)[0]
    given = [data | {"view": data["view"] | {"pile": pile}} for pile in (1, 2)]
    one, two = boards(node, tmp_path, "drawn", given)
    assert "1 card in the pile" in one["head"][0]
    assert "2 cards in the pile" in two["head"][0]


def test_a_game_without_a_board_shows_its_public_view(node: str, tmp_path: Path) -> None:
    case = cases("mastermind")[0]
    data, _ = positions(case)[0]
    data["view"]["game"] = "a game without a board"
    (drawn,) = boards(node, tmp_path, "drawn", [data])
    assert case.names[0] in drawn["says"]
