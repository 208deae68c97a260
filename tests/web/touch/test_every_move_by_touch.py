"""Whatever a seat may do can be done by touch, and nothing else: every button of every board is tried in random positions.

Rows of pegs and digits are left out, since there are too many of them; whole games fill them.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Browser

from companion.core.game import ask, to_act
from companion.core.prompt import Fill, Menu, Prompt, every
from companion.core.seat import CHANCE
from companion.table.seat_data import GAME, Asked, SeatMoment, seat_data
from tests.browser import new_page
from tests.laws.play import CASES, Case, game
from tests.web.touch.touch_tables import touch_table

pytestmark = pytest.mark.browser

POSITIONS: Final = 8
"""So many of a game, drawn from all that are met; each has another prompt."""

TRY = """async (positions) => {
  const { boardOf } = await import("/static/touch_games.js");
  const { draw: generic } = await import("/static/touch/generic.js");
  const explore = (data) => {
    const moves = new Set();
    const seen = new Set();
    const waiting = [[{}, {}]];
    while (waiting.length) {
      const [draft, memory] = waiting.pop();
      const key = JSON.stringify([draft, memory]);
      if (seen.has(key)) continue;
      seen.add(key);
      const acts = [];
      const ui = {
        memory,
        name: (seat) => String(seat),
        button: (name, { disabled = false } = {}, act) => {
          if (!disabled && !/(^|inner )(symbol|place) /.test(name)) acts.push(act);
          return document.createElement("button");
        },
        set: (change) => waiting.push([{ ...draft, ...change }, memory]),
        remember: (change) => waiting.push([draft, { ...memory, ...change }]),
        send: (move) => moves.add(JSON.stringify(move)),
      };
      const made = (boardOf(data.view.game) ?? generic)(data, draft, ui);
      if (made.ready) moves.add(JSON.stringify(made.ready.move));
      for (const act of acts) act();
    }
    return [...moves];
  };
  return positions.map(explore);
}"""
"""What all sequences of taps on each board lead to: the moves, as JSON."""


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
    """The prompts at the ends of the menus, without rows that are filled."""
    if isinstance(prompt, Menu):
        for branch in prompt.branches:
            yield from leaves(branch.prompt)
    elif not isinstance(prompt, Fill):
        yield prompt


def written(move: Any) -> str:
    return msgspec.json.encode(move, order="deterministic").decode()


@pytest.mark.parametrize("name", ["mastermind", "davinci", "digitcode", "passcode"])
def test_taps_lead_to_every_legal_move_and_to_no_other(browser: Browser, tmp_path: Path, name: str) -> None:
    cases = [param.values[0] for param in CASES]
    met = [one for case in cases if case.game.name == name for one in positions(case)]
    with touch_table(tmp_path) as table:
        page = new_page(browser)
        page.goto(f"{table.address}/table")
        reached = page.evaluate(TRY, [msgspec.to_builtins(data) for data, _ in met])
        page.close()
    assert len(met) >= POSITIONS
    for (_, prompt), moves in zip(met, reached, strict=True):
        made = {written(msgspec.json.decode(move)) for move in moves}
        legal = {written(move) for leaf in leaves(prompt) for move in every(leaf)}
        assert made == legal, prompt
