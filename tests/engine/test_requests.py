"""Every request of the engine protocol, and its answer."""

from itertools import product
from typing import Any

import pytest

from companion.core.prompt import same
from companion.engine import MAX_LEGAL_MOVES
from tests.engine.talk import Talk, line, pegs, served

EIGHT = ["red", "yellow", "green", "blue", "white", "orange", "pink", "silver"]


def test_new_begins_a_game_and_forgets_the_one_before() -> None:
    talk = Talk()
    talk.code("RYGB")
    assert talk.ask(do="new", game="mastermind", seats=2) == {"to_act": [0]}
    assert talk.ask(do="view", seat=0)["view"]["phase"] == "code"
    assert talk.error(do="undo") == "There is no move to take back."
    assert talk.ask(do="new", game="mastermind", seats=2, options={"first_codemaker": 1}) == {"to_act": [1]}
    assert talk.ask(do="new", game="mastermind", seats=2, options={"codemaker": "table"}) == {"to_act": ["chance"]}


def test_legal_lists_at_most_5000_unless_told() -> None:
    talk = Talk(colours=9)
    talk.code("RYGB")
    answer = talk.ask(do="legal", seat=1)
    assert (len(answer["moves"]), answer["complete"]) == (5000, False), "9⁴ = 6,561"
    everything = talk.ask(do="legal", seat=1, limit=6561)
    assert (len(everything["moves"]), everything["complete"]) == (6561, True)
    assert everything["moves"][:5000] == answer["moves"]
    nine = [*EIGHT, "brown"]
    assert [move["pegs"] for move in everything["moves"]] == [list(guess) for guess in product(nine, repeat=4)]


@pytest.mark.parametrize(
    ("limit", "count", "complete"),
    [(0, 0, False), (1, 1, False), (1679, 1679, False), (1680, 1680, True), (1681, 1680, True), (10**30, 1680, True)],
)
def test_complete_says_whether_that_is_all(limit: int, count: int, complete: bool) -> None:
    answer = Talk().ask(do="legal", seat=0, limit=limit)
    assert (len(answer["moves"]), answer["complete"]) == (count, complete)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [MAX_LEGAL_MOVES + 1, 10**30])
def test_no_answer_has_more_than_so_many_moves_and_says_so(limit: int) -> None:
    talk = Talk()
    talk.ask(do="new", game="digitcode", seats=2)
    answer = talk.ask(do="legal", seat=0, limit=limit)
    assert (len(answer["moves"]), answer["complete"], answer["limit"]) == (MAX_LEGAL_MOVES, False, MAX_LEGAL_MOVES)
    fewer = talk.ask(do="legal", seat=0, limit=MAX_LEGAL_MOVES)
    assert fewer == {"moves": answer["moves"], "complete": False}, "nothing was cut of what was asked for"


def test_the_cap_cuts_no_list_of_mastermind() -> None:
    talk = Talk(colours=10)
    talk.code("RYGB")
    answer = talk.ask(do="legal", seat=1, limit=10**12)
    assert (len(answer["moves"]), answer["complete"], "limit" in answer) == (10**4, True, False)


def test_who_is_not_to_act_has_no_legal_move() -> None:
    talk = Talk()
    assert talk.ask(do="legal", seat=1) == {"moves": [], "complete": True}
    assert talk.ask(do="legal", seat=1, limit=0) == {"moves": [], "complete": True}
    assert talk.ask(do="legal", seat="chance") == {"moves": [], "complete": True, "weights": []}


def test_chance_has_a_whole_weight_for_each_move() -> None:
    talk = Talk(codemaker="table", colours=4)
    answer = talk.ask(do="legal", seat="chance")
    assert (len(answer["moves"]), answer["weights"], answer["complete"]) == (24, [1] * 24, True)
    some = talk.ask(do="legal", seat="chance", limit=5)
    assert (some["moves"], some["weights"], some["complete"]) == (answer["moves"][:5], [1] * 5, False)


def test_every_listed_move_passes_check_and_can_be_played() -> None:
    talk = Talk(colours=4, repeats_in_guess=False)
    for move in talk.ask(do="legal", seat=0)["moves"]:
        assert talk.ask(do="check", seat=0, move=move) == {}
        assert talk.ask(do="move", seat=0, move=move) == {"to_act": [1]}
        assert talk.ask(do="undo") == {"to_act": [0]}


def test_check_changes_nothing() -> None:
    talk = Talk()
    before = talk.everything()
    assert talk.ask(do="check", seat=0, move={"move": "set_code", "pegs": pegs("RYGB")}) == {}
    assert talk.everything() == before
    for kind in ("check", "move"):
        assert "two pegs of one colour" in talk.error(do=kind, seat=0, move={"move": "set_code", "pegs": pegs("RRGB")})


def test_chance_plays_until_a_seat_is_to_act() -> None:
    talk = Talk(codemaker="table")
    answer = talk.ask(do="chance")
    assert answer["to_act"] == [1]
    ((move),) = answer["moves"]
    assert (move["move"], len(set(move["pegs"]))) == ("set_code", 4)
    assert talk.ask(do="chance") == {"moves": [], "to_act": [1]}
    assert Talk().ask(do="chance", seed=1) == {"moves": [], "to_act": [0]}


def test_a_seed_gives_the_same_luck_again() -> None:
    drawn = [Talk(codemaker="table").ask(do="chance", seed=seed)["moves"] for seed in (7, 7, 8, 9, 10, -7, 10**30)]
    assert drawn[0] == drawn[1]
    assert len({str(moves) for moves in drawn}) > 3
    talk = Talk(codemaker="table")
    assert talk.ask(do="chance", seed=7)["moves"] == drawn[0]
    assert talk.ask(do="undo") == {"to_act": ["chance"]}
    assert talk.ask(do="chance", seed=7)["moves"] == drawn[0], "what was taken back does not count"


def test_the_luck_of_the_operating_system_is_used_without_a_seed() -> None:
    drawn = {str(Talk(codemaker="table").ask(do="chance")["moves"]) for _ in range(12)}
    assert len(drawn) > 1, "twelve times the same of 1,680 codes"


def test_a_listed_chance_move_can_be_made_as_a_move() -> None:
    talk = Talk(codemaker="table")
    assert talk.code("RYGB", seat="chance") == {"to_act": [1]}
    assert talk.guess("RYGB") == {"to_act": ["chance"]}


def test_a_bot_proposes_a_legal_move_and_plays_nothing() -> None:
    talk = Talk()
    before = talk.everything()
    legal = talk.ask(do="legal", seat=0)["moves"]
    proposed = [talk.ask(do="bot", seat=0, bot="random")["move"] for _ in range(12)]
    assert all(any(same(move, one) for one in legal) for move in proposed)
    assert len({str(move) for move in proposed}) > 1
    assert talk.everything() == before
    assert "turn of seat 1" in talk.error(do="bot", seat=1, bot="random")


def test_result_has_winners_once_the_game_is_over() -> None:
    talk = Talk()
    assert talk.ask(do="result") == {"scores": [0, 0], "winners": None}
    talk.code("RYGB")
    talk.guess("RYGB")
    assert talk.ask(do="result") == {"scores": [1, 0], "winners": None}
    talk.code("RYGB", seat=1)
    talk.guess("RRRR", seat=0)
    talk.guess("RYGB", seat=0)
    assert talk.ask(do="result") == {"scores": [1, 2], "winners": [1]}
    assert talk.error(do="move", seat=0, move={"move": "guess", "pegs": pegs("RYGB")}) == "The game is over."
    assert talk.ask(do="undo") == {"to_act": [0]}
    assert talk.ask(do="result") == {"scores": [1, 0], "winners": None}


def test_undo_takes_chance_moves_back_with_the_move_before_them() -> None:
    talk = Talk(codemaker="table")
    talk.ask(do="chance", seed=1)
    assert talk.ask(do="undo") == {"to_act": ["chance"]}
    (code,) = [move["pegs"] for move in talk.ask(do="chance", seed=1)["moves"]]
    talk.guess("RRRR")
    kept = talk.everything()
    talk.ask(do="move", seat=1, move={"move": "guess", "pegs": code})
    talk.ask(do="chance", seed=2)
    assert talk.ask(do="undo") == {"to_act": [1]}
    assert talk.everything() == kept
    assert talk.ask(do="undo") == {"to_act": [1]}
    assert talk.ask(do="undo") == {"to_act": ["chance"]}
    assert talk.error(do="undo") == "There is no move to take back."


def test_quit_is_answered_and_nothing_after_it() -> None:
    assert served(line(do="quit"), line(do="games")) == [{"ok": True}]


def test_before_new_there_is_no_game() -> None:
    move = {"move": "set_code"}
    requests: list[dict[str, Any]] = [
        *({"do": name} for name in ("to_act", "undo", "chance", "result")),
        *({"do": name, "seat": 0} for name in ("legal", "view", "prompt", "analyse")),
        *({"do": name, "seat": 0, "move": move} for name in ("check", "move")),
        {"do": "bot", "seat": 0, "bot": "random"},
        {"do": "view", "seat": None},
    ]
    for request_ in requests:
        (answer,) = served(line(**request_))
        assert (answer["ok"], "There is no game yet" in answer["error"]) == (False, True), request_
