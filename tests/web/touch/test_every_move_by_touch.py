"""Whatever a seat may do can be done by touch, and nothing else: every button of every board is tried in random positions, and so
is every control that a game without a board of its own has.

Of rows of pegs and digits there are too many. One legal row is filled in each position.
"""

import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from companion.core.game import ask, to_act
from companion.core.prompt import Fill, Menu, Move, Prompt, every, sample
from companion.core.seat import CHANCE
from companion.table.data import GAME, Asked, SeatMoment, seat_data
from tests.laws.play import CASES, Case, game
from tests.web.pages.test_bench_page import table_and_page

pytestmark = pytest.mark.browser

POSITIONS: Final = 8
"""So many of a game, drawn from all that are met; each has another prompt."""

TRY: Final = """async ([positions, own]) => {
  const { boardOf } = await import("/static/touch_games.js");
  const { draw: generic } = await import("/static/touch/generic.js");
  const explore = ([data, row]) => {
    const draw = own ? boardOf(data.view.game) : generic;
    const moves = new Set();
    const seen = new Set();
    const waiting = [[{}, {}, 0]];
    while (waiting.length) {
      const [draft, memory, filled] = waiting.pop();
      const key = JSON.stringify([draft, memory]);
      if (seen.has(key)) continue;
      seen.add(key);
      const acts = [];
      const begins = Object.keys(draft.inner ?? draft).length === 0;
      let then = filled;
      const ui = {
        memory,
        name: (seat) => String(seat),
        button: (name, { disabled = false } = {}, act) => {
          const [, symbol] = name.match(/(?:^|inner )symbol (.*)/) ?? [];
          const fills = (filled || begins) && filled < row.length && symbol === String(row[filled]);
          const other = !filled && !/(^|inner )(symbol|place) /.test(name);
          if (!disabled && (fills || other)) acts.push([act, filled + fills]);
          return document.createElement("button");
        },
        set: (change) => waiting.push([{ ...draft, ...change }, memory, then]),
        remember: (change) => waiting.push([draft, { ...memory, ...change }, filled]),
        send: (move) => moves.add(JSON.stringify(move)),
      };
      const made = draw(data, draft, ui);
      if (made.ready) moves.add(JSON.stringify(made.ready.move));
      for (const [act, after] of acts) {
        then = after;
        act();
      }
    }
    return [...moves];
  };
  return positions.map(explore);
}"""
"""What all sequences of taps on each board lead to: the moves, as JSON. Of the symbols of a row, only the next one of the row
that is given with the position is tapped, and nothing else once the row is begun. `own`: the game's own board, else the controls
for every kind of prompt."""

DRAWN: Final = """async (data) => {
  const { draw } = await import("/static/touch/generic.js");
  const ui = { name: String, button: () => document.createElement("button") };
  const drawn = (board) => board.scene.map((node) => node.textContent).join(" ");
  return await new Promise((done) => {
    const again = () => done(drawn(draw(data, {}, { ...ui, set: again })));
    if (drawn(draw(data, {}, { ...ui, set: again }))) again();
  });
}"""
"""What the scene of a game without a board says, once the drawings of public views are loaded."""


def positions(case: Case) -> list[tuple[dict[str, Any], Prompt]]:
    """Positions of one random game: what a seat that acts is sent, and what it is asked."""
    found: dict[str, tuple[dict[str, Any], Prompt]] = {}
    for moment in game(case, seed=1):
        for actor in to_act(case.game, moment.state):
            prompt = ask(case.game, case.options, moment.state, actor)
            if actor == CHANCE or prompt is None or (asked := repr(prompt)) in found:
                continue
            shown = SeatMoment(
                place=actor,
                number=len(moment.steps) + 1,
                title=case.game.title,
                view=case.game.view(moment.state, actor),
                names=case.names,
                places=tuple(range(case.seats)),
                asked=Asked(GAME, prompt),
            )
            found[asked] = seat_data(shown), prompt
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


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page of a table, whose modules the tests call."""
    with table_and_page(browser, 2) as (_, opened):
        yield opened


@pytest.mark.parametrize("name", ["mastermind", "davinci", "digitcode", "passcode"])
def test_taps_lead_to_every_legal_move_and_to_no_other(page: Page, name: str) -> None:
    cases = [param.values[0] for param in CASES]
    met = [one for case in cases if case.game.name == name for one in positions(case)]
    assert len(met) >= POSITIONS
    # The controls for games without a board meet the same kinds of prompts: a third of the positions shows all of them.
    for own, tried in ((True, met), (False, met[::3])):
        sent = [[msgspec.to_builtins(data), row_in(prompt)] for data, prompt in tried]
        reached = page.evaluate(TRY, [sent, own])
        for (_, prompt), moves in zip(tried, reached, strict=True):
            made = {written(msgspec.json.decode(move)) for move in moves}
            assert made == expected(prompt), (own, prompt)


def test_a_game_without_a_board_shows_its_public_view(page: Page) -> None:
    case = next(param.values[0] for param in CASES if param.values[0].game.name == "mastermind")
    data, _ = positions(case)[0]
    assert case.names[0] in page.evaluate(DRAWN, msgspec.to_builtins(data))
