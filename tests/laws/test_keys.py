"""Law 5: every move can be made with three keys, what the keys make passes check, and every screen fits its display."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from companion.core.entry import Entry
from companion.core.fonts.faces import cap, text_width
from companion.core.keys import Gesture
from companion.core.prompt import Choose, Dial, Menu, Prompt, check, every, same, sample
from companion.core.prompt import Fill as FillPrompt
from companion.core.screen import BODY, LABEL_WIDTH, TITLE_WIDTH, Rendering, Screen, TextMark, box, every_mark
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, Append, AskChance, Effect, Gestured, Input, Show, Ticked
from companion.table.table import Table
from companion.ui.editor import Dialog, Draft, Spelled, asked, fits_box, take_gesture
from companion.ui.screens import BOX_TOP, compose
from tests.games.fits import assert_fits, assert_seat_fits, fits
from tests.key_spelling import spell
from tests.laws.lobby import through
from tests.laws.play import Case, every_case, moments, observers

GESTURES: tuple[Gesture, ...] = ("left", "middle", "right", "back")
LIFTING: tuple[Gesture, ...] = ("lift", "lower", "left_again", "right_again")
MOVES = 30
"""So many moves of a prompt are spelled at a moment, all of them where there are fewer."""


@every_case
def test_every_move_can_be_spelled_and_what_is_spelled_is_legal(case: Case) -> None:
    pick = random.Random(3).randrange
    for moment in moments(case, seed=31, count=16):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            if actor == CHANCE:
                continue
            wanted = list(islice(every(prompt), MOVES))
            wanted += [sample(prompt, pick) for _ in range(MOVES if len(wanted) == MOVES else 0)]
            for move in wanted:
                after: Draft | Spelled = Draft(prompt)
                for gesture in spell(prompt, move):
                    assert isinstance(after, Draft), "nothing is pressed after the move is complete"
                    after = after.press(gesture)
                assert isinstance(after, Spelled)
                assert same(after.move, move)


@every_case
def test_whatever_the_keys_make_passes_check(case: Case) -> None:
    pick = random.Random(4).randrange
    made = 0
    for moment in moments(case, seed=32, count=12):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            if actor == CHANCE or prompt is None:
                continue
            draft = Draft(prompt)
            for _ in range(120):
                after = draft.press(GESTURES[pick(40) % 4 if pick(6) else pick(3)])
                if isinstance(after, Spelled):
                    check(prompt, after.move)
                    made += 1
                    draft = Draft(prompt)
                else:
                    draft = after
    assert made > 0


def titles(prompt: Prompt) -> list[str]:
    """Every title that the steps of an entry may have."""
    match prompt:
        case Menu(branches=branches):
            return [prompt.title, *(title for branch in branches for title in titles(branch.prompt))]
        case Dial(wheels=wheels):
            return [*(wheel.title for wheel in wheels), *([prompt.title] if len(wheels) > 1 else [])]
        case Choose(options=options, confirm=True):
            return [prompt.title, *(option.text for option in options)]
        case _:
            return [prompt.title]


def labels(prompt: Prompt) -> list[str]:
    """Every label that may stand alone above a key."""
    match prompt:
        case Menu(branches=branches):
            own = [branch.label for branch in branches] if len(branches) <= 3 else []
            return [*own, *(label for branch in branches for label in labels(branch.prompt))]
        case Choose(options=options):
            return [prompt.accept, *([option.label for option in options] if len(options) <= 3 else [])]
        case FillPrompt(accept=accept) | Dial(accept=accept):
            return [accept]
        case _:
            return []


@every_case
def test_titles_and_labels_fit_their_places(case: Case) -> None:
    for moment in moments(case, seed=33, count=30):
        for observer in observers(case):
            view = case.game.view(moment.state, observer)
            prompt = case.game.prompt(case.options, view)
            if prompt is not None:
                for title in titles(prompt):
                    assert 0 < text_width(title, "label") <= TITLE_WIDTH, title
                for label in labels(prompt):
                    assert fits_box(label), label
            face: Rendering = case.game.render(case.options, view, case.names, None)
            assert face.pages, "there is always something to look at"
            for title in (face.status, *(page.name for page in face.pages)):
                assert 0 < text_width(title, "label") <= TITLE_WIDTH, title
            for page in face.pages:
                assert text_width(page.label, "label") <= LABEL_WIDTH, page.label
                for mark in every_mark(Screen(page.marks)):
                    assert box(mark).y >= BODY.y - 1, "the rows above are the title's"
                    assert box(mark).bottom <= BODY.bottom, "the rows below are the keys'"


@every_case
def test_letters_that_must_be_read_to_act_are_high_enough(case: Case) -> None:
    """ISO 9241-303: capitals of 9 pixels in titles and boxes; nothing is lower than 7 pixels."""
    pick = random.Random(34).randrange
    for moment in moments(case, seed=34, count=12):
        for screen in entry_screens(case, moment.state, pick):
            for mark in every_mark(screen):
                if isinstance(mark, TextMark):
                    assert cap(mark.face) >= 7
                    if mark.y >= BOX_TOP:
                        assert cap(mark.face) >= 9, mark
            title = next(mark for mark in screen.marks if isinstance(mark, TextMark))
            assert cap(title.face) >= 9, title


@every_case
def test_all_that_can_be_seen_at_random_moments_fits_with_the_widest_names(case: Case) -> None:
    """And the titles with the widest time of a clock beside them."""
    pick = random.Random(35).randrange
    for moment in moments(case, seed=35, count=12):
        assert_fits(case.game, case.options, moment.state, pick)
        box = case.game.box
        reporter = box.reporter(moment.state) if box is not None else None
        if box is not None and reporter is not None:
            offer = box.offer(case.game.view(moment.state, reporter.seat), reporter.title)
            assert_seat_fits(case.game, case.options, moment.state, reporter.seat, offer, pick)


def entry_screens(case: Case, state: Any, pick: Any) -> Iterator[Screen]:
    """The screens of every acting seat while it enters one move."""
    for actor in case.game.to_act(state):
        if actor == CHANCE:
            continue
        view = case.game.view(state, actor)
        prompt = case.game.prompt(case.options, view)
        assert prompt is not None
        now = asked(Dialog(), prompt)

        def render(entry: Entry | None, view: Any = view) -> Rendering:
            drawn: Rendering = case.game.render(case.options, view, case.names, entry)
            return drawn

        for gesture in spell(prompt, sample(prompt, pick)):
            screen = compose(now, render)
            fits(screen)
            yield screen
            now = take_gesture(now, gesture, 1).dialog


class Watched(Table):
    """A table of which every input is judged: no screen is stale, and the position changes if and only if the journal is told."""

    def handle(self, given: Input) -> list[Effect]:
        before = self.state.position
        effects = self.watch(super().handle(given))
        after, kept = self.state.position, any(isinstance(effect, Append) for effect in effects)
        same = all(
            getattr(after, name) == getattr(before, name) for name in ("opened", "steps", "number", "machines", "state")
        )
        assert kept != same
        return effects

    def watch(self, effects: list[Effect]) -> list[Effect]:
        self.screens: dict[int, Screen] = getattr(self, "screens", {})
        self.screens |= {effect.place: self.screen(effect.place) for effect in effects if isinstance(effect, Show)}
        for place in self.setup.places:
            assert self.screens[place] == self.screen(place), "a screen that does not follow"
        return effects


@every_case
def test_every_screen_of_a_table_fits_whatever_is_pressed(case: Case) -> None:
    """Monkeys at the table: every seat presses at random, and now and then makes a whole move."""
    pick = random.Random(6).randrange
    tables = [Watched(CATALOG, case.names), Watched(CATALOG, case.names, "lift", clock="player 300")]
    if case.game.box is not None:
        tables.append(Watched(CATALOG, case.names, material="box"))
    for table in tables:
        carry_out(table, table.watch(table.begin()), pick)
        start(table, case, pick)
        table.watch(table.run_clock(0.0, runs=True))
        for second in range(700):
            seat, now = pick(case.seats), second * 0.7
            if not pick(9):
                carry_out(table, table.handle(Ticked(now)), pick)
            elif not pick(9):
                carry_out(table, table.handle(Gestured(seat, LIFTING[pick(4)], now)), pick)
            elif pick(5):
                carry_out(table, table.handle(Gestured(seat, GESTURES[pick(4)], now)), pick)
            else:
                prompt = table.prompt(seat)
                if prompt is not None and table.game.to_act(table.state.game_state):
                    for gesture in spell(prompt, sample(prompt, pick)) if untouched(table, seat) else ():
                        carry_out(table, table.handle(Gestured(seat, gesture, now)), pick)


def untouched(table: Table, seat: int) -> bool:
    own = table.state.places[seat]
    draft = own.dialog.draft
    return draft is not None and draft == Draft(draft.prompt) and own.dialog.page is None and not own.unread


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
                fits(table.screen(effect.place))
        asked = [effect for effect in effects if isinstance(effect, AskChance)]
        effects = []
        for question in asked:
            effects += table.handle(Answered(CHANCE, question.number, sample(question.prompt, pick)))
