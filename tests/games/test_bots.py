"""Bots of every level play every game to its end by the rules, and say why they move as they do."""

from companion.games.mind import mind_of
from tests.games.players import played
from tests.laws.play import Case, every_case


@every_case
def test_bots_of_all_levels_play_whole_games_and_every_move_has_a_reason(case: Case) -> None:
    """Each level sits in each seat once. Two random players of Digit Code would play for hours, and one of Mastermind that pulls
    the arms by hand pulls wrong ones without an end."""
    bots = mind_of(case.game).bots[1 if case.game.name in ("digitcode", "mastermind") else 0 :]
    # A tournament of Da Vinci Code is no more than its rounds.
    options = case.game.read_options({**case.given, **({"rounds": 1} if "rounds" in case.given else {})}, case.seats)
    for lowest in range(len(bots)):
        line_up = [bots[(lowest + seat) % len(bots)] for seat in range(case.seats)]
        moments = list(played(case.game, line_up, options, lowest))
        for _, choice in moments:
            if choice is not None:
                assert not choice.why[0].islower(), choice
                assert choice.why.endswith("."), choice
        assert case.game.result(moments[-1][0].state).winners is not None
