"""The bots of Passcode: what they draw, keep and lay down, and each better than the one before."""

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec import structs

from companion.arena import Contest, entrants, line_ups, play
from companion.core.game import Step
from companion.core.prompt import check, every, sample
from companion.games.mind import Bot, Moment, mind_of
from companion.games.passcode import PASSCODE
from companion.games.passcode import PASSCODE as GAME
from companion.games.passcode.mind import BEST, BEST_RECKONING, GREEDY, HASTY, judge, move_reason
from companion.games.passcode.mind.chances import Turn
from companion.games.passcode.mind.seen import memory_from
from companion.games.passcode.rules import KEY_CARD, LockIn, Options, PasscodePlayer, PasscodeView
from companion.games.passcode.rules import view as view_of
from tests.games.passcode.play import Play
from tests.games.players import played
from tests.said import numbers

NAMES = ("Ann", "Bob")


def contest(seats: int, given: dict[str, Any], *names: str, games: int = 1, seed: int = 1) -> Contest:
    playing = line_ups(GAME, entrants(GAME, names), seats)
    return Contest("passcode", given, playing, games, seed, 10, None)


def histories(seats: int, options: Options, seed: int) -> Iterator[list[Step]]:
    """The steps of a game of random moves, up to each moment at which seat 0 decides."""
    luck = random.Random(seed)
    state: Any = GAME.setup(options, seats)
    steps: list[Step] = []
    while acting := GAME.to_act(state):
        prompt = GAME.ask(options, state, acting[0])
        assert prompt is not None
        if acting[0] == 0 and state.phase in ("draw", "play", "lay_down"):
            yield list(steps)
        move = sample(prompt, luck.randrange)
        state = GAME.apply(state, acting[0], move)
        steps.append((acting[0], move))


def seen_by(seat: int, seats: int, options: Options, steps: list[Step]) -> list[PasscodeView]:
    state: Any = GAME.setup(options, seats)
    views = [view_of(state, seat)]
    for actor, move in steps:
        state = GAME.submit(options, state, actor, move)
        views.append(view_of(state, seat))
    return views


def answer(bot: Bot[Any, Any, Any], options: Options, views: list[PasscodeView]) -> Any:
    memory = bot.start(options)
    for view in views:
        memory = bot.observe(options, memory, view)
    prompt = GAME.prompt(options, views[-1])
    assert prompt is not None
    choice = bot.choose(options, memory, views[-1], prompt, random.Random(1).randrange)
    check(prompt, choice.move)
    return choice


@pytest.mark.parametrize("name", ["steady", "best"])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.slow
def test_players_that_fear_a_fail_do_not_wait_for_ever(name: str, seats: int) -> None:
    """Each could take the open card again and again, in the hope that somebody else brings a new one."""
    one = contest(seats, {"levels": [3], "turning": False}, name, games=25, seed=1)
    for number in range(one.total):
        assert play(one, number).fault is None


@pytest.mark.parametrize(("weaker", "stronger"), [("random", "hasty"), ("hasty", "best")])
@pytest.mark.slow
def test_levels_differ(weaker: str, stronger: str) -> None:
    """60 games with a fixed seed; the win rates themselves are counted by `companion arena`."""
    one = contest(2, {}, stronger, weaker, games=60, seed=2)
    wins = sum(play(one, number).shares[0] for number in range(one.total))
    assert wins > 33


def in_round(hands: tuple[str, str], top: str, codes: tuple[int, int] = (1, 2)) -> Play:
    """Two seats at LEVEL 3 with these cards, seat 0 to draw. For its code the die lies like `codes` (top, front) each time."""
    game = Play(2, levels=[3], turning=False)
    for number in range(3):
        game.do(number % 2, "roll")
        game.do("chance", "roll", top=codes[0], front=codes[1])
    game.card(*hands, top)
    for seat, number in enumerate((6, 1)):
        game.do(seat, "roll")
        game.do("chance", "roll", top=number, front=2)
    return game


def chosen(game: Play, bot: Bot[Any, Any, Any] = BEST) -> Any:
    return answer(bot, game.options, seen_by(0, 2, game.options, game.steps))


def test_with_a_card_to_play_the_best_takes_an_open_card_rather_than_risk_a_fail() -> None:
    """The code is 2-2-2, and the open 5 is what the next seat needs. The greedy player draws from the pile for a better card."""
    game = in_round(("2", "4"), "5")
    assert game.state.codes == (((2, 2, 2),), ((5, 5, 5),))
    assert chosen(game, GREEDY).move == {"move": "draw", "pile": "draw"}
    choice = chosen(game)
    assert choice.move == {"move": "draw", "pile": "discard"}
    assert "cannot be a FAIL" in choice.why
    game.do(0, "draw", pile="discard")
    assert chosen(game).move == {"move": "play", "card": "2"}


def test_the_best_does_not_throw_the_next_seat_what_it_needs() -> None:
    """Seat 1 has the code 5-5-5. Neither the 5 nor the 4 is of any use to seat 0."""
    game = in_round(("5", "1"), "6")
    assert game.state.codes[1] == ((5, 5, 5),)
    game.do(0, "draw", pile="draw")
    game.card("4")
    choice = chosen(game)
    assert choice.move == {"move": "discard", "card": "4"}
    assert "next player" in choice.why


def one_digit_left(top: str, *under: str) -> str:
    """Why to draw from the pile with the last digit of the code in hand, and these cards on the discard pile."""
    game = in_round(("2", "4"), top)
    first = structs.replace(game.state.players[0], board=("2", "2"))
    view = view_of(structs.replace(game.state, players=(first, game.state.players[1])), 0)
    seen = structs.replace(memory_from(view), discard=(*under, top))
    return move_reason(view, {"move": "draw", "pile": "draw"}, turn=Turn(BEST_RECKONING, view, seen))


def test_an_open_card_is_left_for_what_lies_below_it() -> None:
    """Seat 1 has the code 5-5-5, and no card is lower than a 1. The reason names the cards."""
    assert numbers(one_digit_left("1", "5")) == ["2", "5", "1"]
    assert numbers(one_digit_left("5", "1")) == ["2", "5"]
    assert numbers(one_digit_left("1")) == ["2", "1"]


def test_of_two_cards_that_the_code_needs_the_one_that_it_needs_first_is_kept() -> None:
    game = in_round(("2", "4"), "5")
    first = structs.replace(game.state.players[0], hand=("4", "2"))
    codes = (((3, 2, 4),), game.state.codes[1])
    state = structs.replace(game.state, players=(first, game.state.players[1]), codes=codes, phase="play")
    choice = answer(BEST, game.options, [view_of(state, 0)])
    assert choice.move == {"move": "discard", "card": "4"}
    assert choice.why.startswith("Your code needs the 2 before the 4, so keep the 2")
    moment = Moment(game.options, state, view_of(state, 0), None, 0, {"move": "discard", "card": "2"}, None, NAMES)
    found = judge(moment)
    assert found is not None
    assert "per cent more" in found.why
    assert "the code needs the 2 before the 4" in found.why
    assert "it keeps the 2" not in found.why


def test_why_a_card_that_fits_waits_is_said_in_chances() -> None:
    """By the digit to play, the card that is dropped, and the chances of waiting and of playing; one if they are the same."""
    options = GAME.read_options({}, 2)
    choices = [
        choice for seed in range(3) for _, choice in played(GAME, [BEST] * 2, options, seed) if choice is not None
    ]
    whys = [one.why for one in choices if one.move["move"] == "discard" and one.why.startswith("Play the")]
    told = [re.findall(r"(\d+) %", why) for why in whys]
    assert len(told) > 5
    assert {len(chances) for chances in told} == {1, 2}
    assert any(int(chances[0]) > int(chances[-1]) for chances in told)
    assert not any("None" in why for why in whys)


def test_the_best_keeps_a_key() -> None:
    game = in_round(("4", "1"), "6")
    game.do(0, "draw", pile="draw")
    game.card(KEY_CARD)
    choice = chosen(game)
    assert choice.move in ({"move": "discard", "card": "4"}, {"move": "play", "card": KEY_CARD})
    assert view_of(game.state, 0).next_digit(0) == 2


@pytest.mark.parametrize(("card", "choice"), [(KEY_CARD, {"move": "decline"}), ("4", None)])
def test_in_a_last_turn_a_key_is_better_in_the_hand_than_laid_down(card: str, choice: Any) -> None:
    """P17: there it counts nothing, and laid down the number that is stated. A digit counts the same in both places."""
    game = in_round(("2", "4"), "5")
    done = (
        PasscodePlayer(board=("2", "2", "2"), hand=(card,)),
        PasscodePlayer(board=("5", "5", "5"), lock_in=LockIn("4", 4), locked_in=True),
    )
    last = structs.replace(game.state, players=done, phase="lay_down", round_winner=1, last_turns=())
    found = answer(BEST, game.options, [view_of(last, 0)]).move
    assert found in ([choice] if choice else [{"move": "decline"}, {"move": "lay_down", "card": card}])
    before = structs.replace(last, round_winner=None, players=(done[0], PasscodePlayer()))
    number = {"number": 1} if card == KEY_CARD else {}
    assert answer(BEST, game.options, [view_of(before, 0)]).move == {"move": "lay_down", "card": card, **number}


def test_hasty_looks_at_the_next_digit_alone_and_greedy_at_the_whole_code() -> None:
    """Which of two cards is thrown out when neither is the next digit, and one comes later in the code."""
    found = set()
    options = Options(levels=(6,), turning=False)
    for steps in islice(histories(2, options, 9), 200):
        views = seen_by(0, 2, options, steps)
        hand = views[-1].hand or ()
        if views[-1].phase == "play" and len(hand) == 2 and len(set(hand)) == 2:
            found.add(answer(HASTY, options, views).move == answer(GREEDY, options, views).move)
            prompt = GAME.prompt(options, views[-1])
            assert prompt is not None
            assert answer(GREEDY, options, views).move in list(every(prompt))
    assert found == {True, False}


@pytest.mark.slow
def test_what_a_reason_says_of_cards_is_so() -> None:
    options = Options(levels=(3, 4))
    said = set()
    for seed in range(4):
        for steps in islice(histories(2, options, seed), 0, 150, 2):
            views = seen_by(0, 2, options, steps)
            view = views[-1]
            for bot in mind_of(PASSCODE).bots[1:]:
                choice = answer(bot, options, views)
                hand = list(view.hand or ())
                rest = [str(digit) for digit in view.current_code(0)[view.filled[0] :]]
                if found := re.search(r"The open (\w+) is not needed\.", choice.why):
                    assert found[1] == view.discard_top
                    assert found[1] not in rest
                elif found := re.search(r"The open (\w) is needed only later", choice.why):
                    assert found[1] in rest[1:]
                elif found := re.search(r"Your code needs the (\w+), so", choice.why):
                    assert found[1] in rest
                elif found := re.search(r"The (\w) is not in the rest of your code, but", choice.why):
                    assert choice.move == {"move": "keep"}
                    assert found[1] not in [*rest, KEY_CARD]
                elif found := re.search(r"You hold two (\w+)s: drop one", choice.why):
                    assert hand == [found[1]] * 2
                elif found := re.search(r"needs the (\w) before the (\w), so", choice.why):
                    assert rest.index(found[1]) < rest.index(found[2])
                elif found := re.search(r"Neither card .* If the (\w) is left", choice.why):
                    assert not {*hand} & {*rest, KEY_CARD}
                    assert int(found[1]) == min(map(int, hand))
                else:
                    continue
                said.add(found[0][:12])
    assert len(said) > 4
