"""Records games as this version plays them, for the tests of every later one: `python -m tests.history.record`.

Run it once for each new rules version of a game, before the game changes again. Its files are kept permanently.
For every game of the catalog without files for its current rules it writes into tests/goldens/played:

- `<game>/rules-<n>.jsonl`: finished games as `companion export` writes them, one of each option set;
- `<game>/rules-<n>.seen.json`: the keys of the game's views, and for each game a digest of the views of all observers.

When a game has newer rules, two of the games by older ones are enough: the second one has moves whose rules changed.
"""

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.core.game import Step, ask, to_act
from companion.core.prompt import sample
from companion.history.json_lines import encode_game_line
from companion.history.replay import ReplayedGame, replay_game
from companion.journal.rows import SavedGame
from tests.golden import GOLDENS
from tests.history.games import AT, EVERY, opened
from tests.laws.play import Case

FOLDER = GOLDENS / "played"
MOST = 420
"""Most moves of a recorded game; longer ones would only make the file larger."""
SEEDS = range(400)


def main() -> None:
    """Write the missing records."""
    for name in dict.fromkeys(case.game.name for case in EVERY):
        cases = [case for case in EVERY if case.game.name == name]
        folder, stem = FOLDER / name, f"rules-{cases[0].game.rules}"
        if (folder / f"{stem}.jsonl").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        games = [(case, made) for case in cases if (made := best(case)) is not None]
        lines = [encode_game_line(one) or b"" for one in (record(case, made) for case, made in games)]
        (folder / f"{stem}.jsonl").write_bytes(b"".join(lines))
        told = seen([record(case, made) for case, made in games])
        (folder / f"{stem}.seen.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def best(case: Case) -> tuple[Step, ...] | None:
    """A game with as many as possible of the moves whose rules changed or might change; None if all are too long."""
    found: tuple[int, tuple[Step, ...]] | None = None
    for seed in SEEDS:
        made, worth = game(case, seed)
        if len(made) <= MOST and (found is None or worth > found[0]):
            found = worth, made
    return None if found is None else found[1]


def game(case: Case, seed: int) -> tuple[tuple[Step, ...], int]:
    """A random game, stopped one move above the limit, and its value for the tests of later versions."""
    pick = random.Random(seed).randrange
    state: Any = case.game.setup(case.options, case.seats)
    made: list[Step] = []
    worth = 0
    while (acting := to_act(case.game, state)) and len(made) <= MOST:
        actor = acting[pick(len(acting))]
        prompt = ask(case.game, case.options, state, actor)
        assert prompt is not None
        move = steered(case, state, sample(prompt, pick), pick)
        before, state = state, case.game.apply(state, actor, move)
        made.append((actor, move))
        worth += value(case, before, move)
    return tuple(made), worth


def steered(case: Case, state: Any, move: Any, pick: Any) -> Any:
    """Arm pulls that are mostly right, because a wrong one starts the game again."""
    if move["move"] != "pull_arms" or not pick(7):
        return move
    code, pegs = list(state.code), list(state.rows[-1].pegs)
    red = sum(one == other for one, other in zip(code, pegs, strict=True))
    common = sum(min(code.count(colour), pegs.count(colour)) for colour in set(pegs))
    return {"move": "pull_arms", "red": red, "white": common - red}


def value(case: Case, state: Any, move: Any) -> int:
    """The value of a move. These count: impossible arms; dashes drawn in the set-up; the last card of a discard pile taken."""
    match case.game.name, move:
        case "mastermind", {"move": "pull_arms", "red": red, "white": white}:
            return int(red + white > 4 or (red, white) == (3, 1))
        case "davinci", {"move": "draw", "tile": "B-" | "W-"}:
            return int(state.phase == "deal")
        case "passcode", {"move": "draw", "pile": "discard"}:
            return int(len(state.piles.discard) == 1)
        case _:
            return 0


def record(case: Case, made: tuple[Step, ...]) -> ReplayedGame:
    """The game as the record stores it."""
    return replay_game(SavedGame(opened(case), AT, b"", made, abandoned=False))


def seen(games: Sequence[ReplayedGame]) -> dict[str, Any]:
    """The keys of the game's views, and for each game a digest of every observer's view after every move."""
    keys = sorted(msgspec.to_builtins(games[0].game.view(games[0].states[0], None)))
    return {"keys": keys, "digests": [digest(one, keys) for one in games]}


def digest(one: ReplayedGame, keys: Sequence[str]) -> str:
    """The digest of these keys in all views of a game. Newer keys are left out, so that later versions get the same digest."""
    whole = hashlib.sha256()
    for state in one.states:
        for observer in (*range(len(one.kept.opened.names)), None):
            view = msgspec.to_builtins(one.game.view(state, observer))
            whole.update(msgspec.json.encode({key: view[key] for key in keys}, order="deterministic"))
    return whole.hexdigest()


if __name__ == "__main__":
    main()
