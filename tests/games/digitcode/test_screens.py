"""Every screen fits its display, every move has its keys, and few presses do."""

import random
from typing import Any

import pytest

from companion.core.prompt import Menu, every, sample
from companion.core.screen import Screen, misfits, crowded
from companion.core.seat import CHANCE
from companion.games.digitcode.game import DIGITCODE
from companion.ui.compose import PAGE_LINES, compose, pages
from companion.ui.editor import Spelled, begin, press
from companion.ui.key_spelling import spell
from companion.ui.seat_desk import Desk, asked, touch
from tests.games.digitcode.option_sets import OPTION_SETS
from tests.games.digitcode.play import ONE, OTHER, WRONG, Play, duel, mastered
from tests.games.digitcode.test_random_games import random_game

NAMES = ("Wilhelmi", "Wolfgang", "Waltraud", "Walburga", "Winifred")


def assert_fits(play_options: Any, state: Any, seat: int | None, names: tuple[str, ...]) -> None:
    """Every page of an observer, and of a seat that is asked every step of one move."""
    view = DIGITCODE.view(state, seat)

    def face(lines: int) -> Any:
        return DIGITCODE.render(play_options, view, names, lines)

    assert len(face(PAGE_LINES).status) <= 21
    prompt = DIGITCODE.prompt(play_options, view)
    for lines in (4, PAGE_LINES):
        for page in face(lines).pages:
            screen = Screen(page.marks)
            assert not misfits(screen)
            assert not crowded(screen)
            assert len(page.name) <= 15
    screens = [compose(Desk(page=number), face, "open") for number in range(len(face(PAGE_LINES).pages))]
    if prompt is not None:
        assert len(pages(face(PAGE_LINES), prompt)) - len(face(PAGE_LINES).pages) in (1, 2, 3)
        desk = asked(Desk(), prompt)
        for gesture in spell(prompt, sample(prompt, random.Random(1).randrange)):
            screens.append(compose(desk, face, "lift"))
            desk, _ = touch(desk, gesture, 3)
    for screen in screens:
        assert not misfits(screen)
        assert not crowded(screen)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "given"), OPTION_SETS, ids=str)
def test_every_screen_of_a_random_game_fits(seats: int, given: dict[str, Any]) -> None:
    steps, end = random_game(seats, given, 7)
    state = DIGITCODE.setup(end.options, seats)
    for actor, move in steps:
        for observer in (None, *range(seats)):
            assert_fits(end.options, state, observer, NAMES[:seats])
        state = DIGITCODE.apply(state, actor, move)
    for observer in (None, *range(seats)):
        assert_fits(end.options, state, observer, NAMES[:seats])


@pytest.mark.parametrize("sheet", [False, True])
def test_the_screens_of_a_last_chance_and_of_a_replay_fit(sheet: bool) -> None:
    play = duel(opening="one", sheet=sheet).propose(0, WRONG).ask(1, 0).propose(0, OTHER)
    states = [play.state, play.propose(1, ONE).state, play.code(0, OTHER).state, play.code(1, ONE).state]
    states += [play.propose(1, OTHER).state, play.move(0, {"move": "pass"}).state]
    for state in states:
        for observer in (None, 0, 1):
            assert_fits(play.options, state, observer, NAMES[:2])
    assert [DIGITCODE.view(state, None).phase for state in states] == ["last", "code", "code", "ask", "last", "over"]


def test_long_games_fit() -> None:
    play = mastered(3)
    for number in range(200):
        play.ask(1 + number % 2, number % 4)
    for observer in (None, 0, 1, 2):
        assert_fits(play.options, play.state, observer, NAMES[:3])


def presses(play: Play, seat: int, move: dict[str, Any]) -> int:
    """How many keys a move takes; they are pressed, and make it."""
    draft: Any = begin(play.prompt(seat))
    gestures = spell(play.prompt(seat), move)
    for gesture in gestures:
        draft = press(draft, gesture)
    assert draft == Spelled(move)
    return len(gestures)


def test_a_question_takes_four_to_six_presses() -> None:
    play = duel(opening="one")
    most = {"ask_line": 4, "ask_parity": 4, "ask_larger": 4, "ask_space": 6}
    for move in every(play.prompt(0)):
        if move["move"] == "propose":
            break
        assert presses(play, 0, move) <= most[move["move"]]


def test_every_step_of_an_opening_has_keys() -> None:
    play = duel()
    for number in range(4):
        for move in every(play.prompt(0)):
            assert presses(play, 0, move) <= 6
        play.ask(0, number)


def test_a_code_takes_about_fifteen_presses() -> None:
    play = duel(opening="one")
    pick = random.Random(3).randrange
    prompt = play.prompt(0)
    assert isinstance(prompt, Menu)
    counts = [presses(play, 0, sample(prompt.branches[-1].prompt, pick)) for _ in range(30)]
    assert sum(counts) / len(counts) < 16
    assert max(counts) <= 20
    play.propose(0, OTHER)
    assert presses(play, 1, {"move": "pass"}) == 2
    assert Play(2).prompt(0) == DIGITCODE.chance(Play(1, master="table").state)


def test_titles_fit_their_line() -> None:
    def titles(prompt: Any) -> list[str]:
        found = [prompt.title]
        if isinstance(prompt, Menu):
            for branch in prompt.branches:
                assert len(branch.label) <= 7
                assert len(branch.text) <= 21
                found += titles(branch.prompt)
        return found

    for play in (duel(), duel(opening="one")):
        assert all(0 < len(title) <= 21 for title in titles(play.prompt(0)))
    assert CHANCE not in duel().to_act
    assert all(len(setting.title) <= 21 for setting in DIGITCODE.settings)
    assert all(len(value.label) <= 12 for setting in DIGITCODE.settings for value in setting.values)
