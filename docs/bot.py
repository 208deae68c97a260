"""A bot for any game of the engine: every seat draws lots among its legal moves, but looks for the codes of Mastermind.

python3 docs/bot.py GAME SEATS [SEED] [COMMAND ...]     the command that starts the engine is "companion engine" unless given
"""

import json
import random
import subprocess
import sys
from typing import Any

GAME, SEATS = sys.argv[1], int(sys.argv[2])
LUCK = random.Random(sys.argv[3] if len(sys.argv) > 3 else None)
ENGINE = subprocess.Popen(
    sys.argv[4:] or ["companion", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def ask(do: str, **keys: Any) -> dict[str, Any]:
    print(json.dumps({"do": do, **keys}), file=ENGINE.stdin, flush=True)
    answer: dict[str, Any] = json.loads(ENGINE.stdout.readline())  # type: ignore[union-attr]
    return answer if answer["ok"] else sys.exit(answer["error"])


def arms(code: list[str], guess: list[str]) -> list[int]:
    red = sum(map(str.__eq__, code, guess))
    return [red, sum(min(code.count(colour), guess.count(colour)) for colour in set(guess)) - red]


def choose(view: dict[str, Any], moves: list[dict[str, Any]]) -> dict[str, Any]:
    if view["game"] == "mastermind" and view["phase"] == "guess":  # only what could still be the code
        rows = [(row["pegs"], [row["red"], row["white"]]) for row in view["rows"]]
        moves = [move for move in moves if all(arms(move["pegs"], pegs) == told for pegs, told in rows)]
    name = LUCK.choice(sorted({move["move"] for move in moves}))  # the kind first: of proposals there are thousands
    return LUCK.choice([move for move in moves if move["move"] == name])


acting = ask("new", game=GAME, seats=SEATS)["to_act"]
while acting:
    if acting == ["chance"]:
        acting = ask("chance", seed=LUCK.getrandbits(32))["to_act"]
        continue
    seat = acting[0]
    move = choose(ask("view", seat=seat)["view"], ask("legal", seat=seat)["moves"])
    acting = ask("move", seat=seat, move=move)["to_act"]
print(ask("result"))
ask("quit")
