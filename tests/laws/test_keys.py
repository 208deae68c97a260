"""Law 5: every move can be made with three keys, what the keys make passes check, and every screen fits its display."""

import random
from itertools import islice
from typing import Any

from companion.core.game import ask, to_act
from companion.core.keys import Gesture
from companion.core.prompt import Choose, Dial, Menu, Prompt, check, every, same, sample
from companion.core.prompt import Fill as FillPrompt
from companion.core.screen import ACROSS, Rendering, Screen, misfits, overlapping
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.table.effects import AskChance, Effect, Show
from companion.table.inputs import Answered, Gestured
from companion.table.table import Table
from companion.ui.editor import Draft, Spelled, begin, press
from companion.ui.key_spelling import spell
from companion.ui.raster import draw
from tests.laws.lobby import through
from tests.laws.play import Case, every_case, moments, observers

GESTURES: tuple[Gesture, ...] = ("left", "middle", "right", "back")
MOVES = 30
"""So many moves of a prompt are spelled at a moment, all of them where there are fewer."""


def fits(screen: Screen) -> None:
    assert misfits(screen) == ()
    assert overlapping(screen) == ()
    assert len(draw(screen)) == 1024


@every_case
def test_every_move_can_be_spelled_and_what_is_spelled_is_legal(case: Case) -> None:
    pick = random.Random(3).randrange
    for moment in moments(case, seed=31, count=16):
        for actor in to_act(case.game, moment.state):
            prompt = ask(case.game, case.options, moment.state, actor)
            assert prompt is not None
            if actor == CHANCE:
                continue
            wanted = list(islice(every(prompt), MOVES))
            wanted += [sample(prompt, pick) for _ in range(MOVES if len(wanted) == MOVES else 0)]
            for move in wanted:
                after: Draft | Spelled = begin(prompt)
                for gesture in spell(prompt, move):
                    assert isinstance(after, Draft), "nothing is pressed after the move is complete"
                    after = press(after, gesture)
                assert isinstance(after, Spelled)
                assert same(after.move, move)


@every_case
def test_whatever_the_keys_make_passes_check(case: Case) -> None:
    pick = random.Random(4).randrange
    made = 0
    for moment in moments(case, seed=32, count=12):
        for actor in to_act(case.game, moment.state):
            prompt = ask(case.game, case.options, moment.state, actor)
            if actor == CHANCE or prompt is None:
                continue
            draft = begin(prompt)
            for _ in range(120):
                after = press(draft, GESTURES[pick(40) % 4 if pick(6) else pick(3)])
                if isinstance(after, Spelled):
                    check(prompt, after.move)
                    made += 1
                    draft = begin(prompt)
                else:
                    draft = after
    assert made > 0


def texts_of(prompt: Prompt) -> list[str]:
    """Everything that has to fit one line."""
    lines = [prompt.title]
    match prompt:
        case Menu(branches=branches):
            for branch in branches:
                lines += [branch.text, *texts_of(branch.prompt)]
        case Choose(options=options):
            lines += [option.text for option in options]
        case Dial(wheels=wheels):
            lines += [f"{wheel.title}: {symbol.name}" for wheel in wheels for symbol in wheel.symbols]
        case FillPrompt():
            assert all(len(symbol.label) <= 3 for symbol in prompt.symbols)
        case _:
            pass
    return lines


@every_case
def test_words_fit_their_lines(case: Case) -> None:
    for moment in moments(case, seed=33, count=30):
        for observer in observers(case):
            view = case.game.view(moment.state, observer)
            prompt = case.game.prompt(case.options, view)
            for line in texts_of(prompt) if prompt else []:
                assert len(line) <= ACROSS, line
            for lines in (4, 6):
                face: Rendering = case.game.render(case.options, view, case.names, lines)
                assert face.pages, "there is always something to look at"
                for words in (face.status, *(page.name for page in face.pages)):
                    assert 0 < len(words) <= ACROSS, words
                for page in face.pages:
                    fits(Screen(page.marks))
                    for mark in page.marks:
                        assert mark.y >= 8, "line 0 is the title's"
                        lowest = 8 * (lines + 1 + bool(face.slots))
                        assert mark.y < lowest, "the lines below are the entry's and the keys'"


@every_case
def test_every_screen_of_a_table_fits_whatever_is_pressed(case: Case) -> None:
    """Monkeys at the table: every seat presses at random, and now and then makes a whole move."""
    pick = random.Random(6).randrange
    for secrecy in ("open", "lift"):
        table = Table(CATALOG, case.names, secrecy)
        carry_out(table, table.begin(), pick)
        start(table, case, pick)
        for _ in range(700):
            seat = pick(case.seats)
            if pick(5):
                carry_out(table, table.handle(Gestured(seat, GESTURES[pick(4)])), pick)
            else:
                prompt = table.prompt(seat)
                if prompt is not None and to_act(table.game, table.state.game_state):
                    for gesture in spell(prompt, sample(prompt, pick)) if untouched(table, seat) else ():
                        carry_out(table, table.handle(Gestured(seat, gesture)), pick)


def untouched(table: Table, seat: int) -> bool:
    desk = table.state.desks[seat]
    return desk.draft is not None and desk.draft == begin(desk.draft.prompt) and desk.page is None and not desk.notice


def start(table: Table, case: Case, pick: Any) -> None:
    """Through the lobby into the game of this case."""
    for seat, move in through(table, case):
        carry_out(table, table.handle(Answered(seat, table.state.number + 1, move)), pick)
    assert table.game.name == case.game.name


def carry_out(table: Table, effects: list[Effect], pick: Any) -> None:
    """Look at every screen, and answer for chance."""
    while effects:
        for effect in effects:
            if isinstance(effect, Show):
                fits(effect.screen)
        asked = [effect for effect in effects if isinstance(effect, AskChance)]
        effects = []
        for question in asked:
            effects += table.handle(Answered(CHANCE, question.number, sample(question.prompt, pick)))
