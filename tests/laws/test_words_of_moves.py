"""The law of a move's words: every template fits every legal move, and the record is the move."""

from itertools import islice, pairwise

from msgspec import convert, structs

from companion.core.moves import as_json
from companion.core.prompt import every
from companion.core.seat import CHANCE, PUBLIC
from companion.games.hints import suggested_move
from tests.laws.play import Case, every_case, game, moments

MOVES = 300
"""So many legal moves of a prompt are tried."""


@every_case
def test_every_template_fits_every_legal_move_and_the_record_is_the_move(case: Case) -> None:
    for moment in moments(case, seed=61, count=16):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
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


@every_case
def test_what_happened_is_told_of_everything_that_all_may_see(case: Case) -> None:
    """A claim, a question or a card that was laid down is told, or announced, and always in a whole sentence."""
    played = case.game
    assert played.happened is not None
    for before, after in pairwise(game(case, seed=5)):
        views = played.view(before.state, PUBLIC), played.view(after.state, PUBLIC)
        step = after.steps[-1]
        said = played.announcement(case.options, before.state, step, after.state, case.names)
        did = played.happened(case.options, *views, case.names)
        if did is not None:
            assert did.text.endswith("."), did
            assert "None" not in did.text, did
        elif said is None and step[0] != CHANCE:
            gone = {"to_act", "phase", "turn_of", "clue", "die"}
            changed = {name for name in structs.asdict(views[0]) if getattr(views[0], name) != getattr(views[1], name)}
            assert changed <= gone | {"centre", "draw_pile", "hands", "last_act", "rows"}, (step, changed)
