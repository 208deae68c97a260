"""Every kind of illegal move of every game, and the sentence that it gets: tests/goldens/refusals, read line by line."""

import json
import re
from importlib import import_module

import pytest

from companion.games.catalog import CATALOG
from companion.ui.sentences import sentence_pages
from tests.games.refused import CONTROL, HUGE, Position
from tests.golden import holds, strays

POSITIONS: dict[str, tuple[Position, ...]] = {
    game.name: import_module(f"tests.games.{game.name}.refused").POSITIONS for game in CATALOG
}
EVERY = [position for positions in POSITIONS.values() for position in positions]
GENERIC = (
    "must be a list of", "must be one of", "is none of the", "with these values", "is not possible now", "can only be",
)  # fmt: skip
"""What the check says by itself, for prompts that belong to no game."""
REPR = re.compile(r"\{'|\['|\bNone\b|\bTrue\b|\bFalse\b|'[a-z_]+':|<[a-z]")


def written(move: object) -> str:
    """A move as JSON, with what is huge in short."""
    return json.dumps(move).replace(json.dumps(HUGE), f'"x…" ({len(HUGE)} letters)')


def told(positions: tuple[Position, ...]) -> str:
    parts = []
    for position in positions:
        who = position.actor if position.actor == "chance" else f"seat {position.actor}"
        lines = [f"{position.words} ({who})"]
        for move in position.moves:
            lines += [f"    {written(move)}", f"        {position.refusal(move)}"]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", POSITIONS)
def test_every_illegal_move_gets_the_sentence_that_was_read(name: str) -> None:
    holds(f"refusals/{name}.txt", told(POSITIONS[name]))


def test_the_tables_are_large_and_hold_no_strays() -> None:
    assert strays("refusals", {f"{game.name}.txt" for game in CATALOG}) == []
    assert sum(len(position.moves) for position in EVERY) >= 400
    for game in CATALOG:
        named = {
            move["move"]
            for position in POSITIONS[game.name]
            for move in position.moves
            if isinstance(move, dict) and isinstance(move.get("move"), str)
        }
        assert named >= game.vocabulary.seats.keys() | game.vocabulary.chance.keys(), "every kind of move is there"


@pytest.mark.parametrize("position", EVERY, ids=lambda position: f"{position.game.name}: {position.words}")
def test_no_sentence_is_generic_or_a_repr_or_longer_than_a_screen(position: Position) -> None:
    for move in position.moves:
        sentence = position.refusal(move)
        assert not any(words in sentence for words in GENERIC), sentence
        assert not REPR.search(sentence), sentence
        assert sentence.isprintable()
        assert sentence[0].isupper() or sentence[0] == '"', sentence
        assert sentence.endswith("."), sentence
        if "has no move" not in sentence:  # no keys send that
            assert len(sentence_pages(sentence)) <= 2, f"more than two screens: {sentence}"
        assert HUGE[:61] not in sentence
        assert CONTROL[0] not in sentence


@pytest.mark.parametrize("position", EVERY, ids=lambda position: f"{position.game.name}: {position.words}")
def test_a_move_that_is_right_but_for_unknown_keys_is_told_just_that(position: Position) -> None:
    """And one that is wrong as well is told what is wrong, key or no key."""
    for move in position.moves:
        if not isinstance(move, dict) or not isinstance(move.get("move"), str):
            continue
        sentence = position.refusal(move)
        if "has no key" not in sentence:
            assert position.refusal({**move, "more": 1}) == sentence
