"""The law of a move's words: every template fits every legal move, and the record is the move."""

from itertools import islice

from msgspec import convert

from companion.core.game import ask, to_act
from companion.core.moves import as_json
from companion.core.prompt import every
from companion.core.seat import CHANCE
from companion.games.hints import suggested_move
from tests.laws.play import Case, every_case, moments

MOVES = 300
"""So many legal moves of a prompt are tried."""


@every_case
def test_every_template_fits_every_legal_move_and_the_record_is_the_move(case: Case) -> None:
    for moment in moments(case, seed=61, count=16):
        for actor in to_act(case.game, moment.state):
            prompt = ask(case.game, case.options, moment.state, actor)
            assert prompt is not None
            view = case.game.view(moment.state, None if actor == CHANCE else actor)
            for move in islice(every(prompt), MOVES):
                made = convert(move, case.game.moves.of(actor)[move["move"]])
                assert as_json(made) == move
                assert made.words.rules
                if actor == CHANCE or move["move"] == "set_code":
                    continue
                said = suggested_move(case.game, view, move)
                assert said
                assert "None" not in said
                assert not {*"{}()[]'"} & {*said}
