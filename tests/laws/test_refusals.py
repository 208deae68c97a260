"""The law of refusals: whatever is sent, whenever, is legal or is refused. A refusal changes nothing, says in one sentence
what is wrong and which rule it breaks, and tells nobody more than the view does."""

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any

from msgspec.structs import fields

from companion.core.errors import RuleError
from companion.core.moves import tag
from companion.core.prompt import Move, check, sample
from companion.core.seat import CHANCE, Actor
from companion.ui.screens import sentence_pages
from tests.games.rule_lines import RULE_LINES
from tests.laws.play import Case, Moment, every_case, game, moments, observers, solver_of, spread

HUGE = "x" * 1000
CONTROL = "\x1b[2J\n\x00\u202e"
"""What would clear a terminal, break a line, end a text and turn what follows round."""
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 3, 99, 1.5, "", "x", "7", "A", [], [1, 2], {}, {"x": 1}, HUGE, CONTROL, 10**30,
)  # fmt: skip
LINE = "|".join(line for lines in RULE_LINES.values() for line in lines)
RULE = re.compile(rf" \((?:{LINE})(?:, (?:{LINE}))*\)\.$")
"""How a sentence ends that is about a move of the game."""
REPR = re.compile(r"\{'|\['|\bNone\b|\bTrue\b|\bFalse\b|'[a-z_]+':|<[a-z]")
TRIED = 2
"""In so many possible worlds the same is sent, for each observer."""
BEGINNING = 150
"""So many moves of a game are long enough to compare worlds: each of them is replayed for every world."""


def spoiled(case: Case, moment: Moment, legal: Move, pick: Any) -> Iterator[Any]:
    """A legal move with something changed, and every kind of move that there is, with any values."""
    yield from (
        legal["move"],
        [legal],
        {},
        {**legal, "more": 1},
        {**legal, "move": "MOVE"},
        {**legal, "move": CONTROL},
        {**legal, HUGE: 1},
    )
    for key, value in legal.items():
        if key == "move":
            continue
        yield {name: kept for name, kept in legal.items() if name != key}
        yield from ({**legal, key: VALUES[pick(len(VALUES))]} for _ in range(4))
        if isinstance(value, list) and value:
            yield from (
                {**legal, key: value[:-1]},
                {**legal, key: [*value[:-1], value[0]]},
                {**legal, key: [*value, 1]},
            )
            yield {**legal, key: [*value[:-1], VALUES[pick(len(VALUES))]]}
    for kind in (*case.game.moves.seats, *case.game.moves.chance):
        yield {"move": tag(kind), **{one.name: VALUES[pick(len(VALUES))] for one in fields(kind) if one.required}}


def refusal(case: Case, state: Any, actor: Actor, move: Any) -> str | None:
    """The sentence of a refusal; None for what is legal."""
    try:
        case.game.submit(case.options, state, actor, move)
    except RuleError as error:
        return str(error)
    return None


@every_case
def test_whatever_is_refused_is_refused_in_a_sentence_that_names_the_rule(case: Case) -> None:
    pick = random.Random(51).randrange
    for moment in moments(case, seed=52, count=14):
        before = deepcopy(moment.state)
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            legal = sample(prompt, pick)
            moves, refused = case.game.moves.of(actor), 0
            for move in spoiled(case, moment, legal, pick):
                sentence = refusal(case, moment.state, actor, move)
                if sentence is None:
                    check(prompt, move)
                    continue
                refused += 1
                if isinstance(move, dict) and move.get("move") in moves:
                    assert RULE.search(sentence), (move, sentence)
                assert not REPR.search(sentence), (move, sentence)
                assert sentence.isprintable(), (move, sentence)
                assert sentence[0] in '"' or sentence[0].isupper(), (move, sentence)
                assert sentence.endswith("."), (move, sentence)
                assert HUGE[:61] not in sentence
                # No keys send a move that the game does not have.
                assert len(sentence) < 200, (move, sentence)
                assert "has no move" in sentence or len(sentence_pages(sentence)) <= 2, (move, sentence)
            assert refused >= 6 + len(legal), "what is no move at all, and the move without each of its fields"
        assert moment.state == before, "a refusal changes nothing"


@every_case
def test_a_refusal_tells_a_seat_nothing_that_its_view_does_not(case: Case) -> None:
    """In every world that its view allows, the same move gets the same answer; so does a move of whoever is not to act."""
    pick = random.Random(53).randrange
    solver = solver_of(case.game)
    compared = 0
    for moment in spread(list(islice(game(case, seed=54), BEGINNING)), 4):
        for seat in observers(case):
            if seat is None:
                continue
            view = case.game.view(moment.state, seat)
            worlds = [solver.guess(case.options, view, pick) for _ in range(TRIED)]
            others = [
                case.game.replay(case.options, case.seats, solver.determinize(moment.steps, seat, world))
                for world in worlds
            ]
            prompt = case.game.ask(case.options, moment.state, seat)
            legal = sample(prompt, pick) if prompt is not None else {"move": "propose", "digits": [1]}
            for move in spoiled(case, moment, legal, pick):
                told = refusal(case, moment.state, seat, move)
                for other in others:
                    assert refusal(case, other, seat, move) == told, move
                    compared += 1
    assert compared


@every_case
def test_a_refusal_of_chance_tells_no_more_than_the_public_view_and_that_it_is_one(case: Case) -> None:
    pick = random.Random(55).randrange
    solver = solver_of(case.game)
    for moment in moments(case, seed=56, count=12):
        if case.game.to_act(moment.state) != (CHANCE,):
            continue
        view = case.game.view(moment.state, None)
        prompt = case.game.ask(case.options, moment.state, CHANCE)
        assert prompt is not None
        worlds = [solver.guess(case.options, view, pick) for _ in range(TRIED)]
        others = [
            case.game.replay(case.options, case.seats, solver.determinize(moment.steps, None, world))
            for world in worlds
        ]
        for move in spoiled(case, moment, sample(prompt, pick), pick):
            if isinstance(move, dict) and move.keys() & {"more", HUGE, CONTROL}:
                continue  # that such a move is right but for its key says that it is right
            told = refusal(case, moment.state, CHANCE, move)
            for other in others:
                assert (then := refusal(case, other, CHANCE, move)) is None or told is None or then == told
