"""Every screen of Passcode fits its display: of all seats, while they wait, look at pages and enter a move."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.fonts.faces import text_width
from companion.core.game import ask, to_act
from companion.core.prompt import Prompt, every, sample
from companion.core.screen import BODY, TITLE_WIDTH, Screen, Veil, box, crowded, every_mark, misfits
from companion.core.seat import CHANCE, Seat
from companion.games.passcode.box import BOX
from companion.games.passcode.game import PASSCODE
from companion.games.passcode.marks import pieces
from companion.games.passcode.moves import CARD_KINDS
from companion.games.passcode.state import State
from companion.ui.compose import Render, compose, screen_pages
from companion.ui.editor import Draft, Spelled, empty_draft, press, sole_label, step
from companion.ui.key_spelling import spell
from companion.ui.layout import fits_box
from companion.ui.seat_desk import Desk
from tests.games.passcode.option_sets import OPTION_SETS
from tests.games.passcode.play import Play, tie
from tests.laws.play import one_round

NAMES = ("Ann", "Bartholomew", "Maximiliane", "Dan", "Player 5", "WWWWWWWWWWWW")
MOMENTS = 60


def fits(screen: Screen) -> None:
    assert misfits(screen) == ()
    assert crowded(screen) == ()


def drafts(prompt: Prompt) -> Iterator[Draft]:
    """The drafts on the way to every move, each once."""
    seen: set[str] = set()
    for move in every(prompt):
        draft: Draft | Spelled = empty_draft(prompt)
        for gesture in (*spell(prompt, move), None):
            assert isinstance(draft, Draft)
            if repr((draft.chosen, draft.low, draft.high)) not in seen:
                seen.add(repr((draft.chosen, draft.low, draft.high)))
                yield draft
            if gesture is None or isinstance(after := press(draft, gesture), Spelled):
                break
            draft = after


def both_ways(desk: Desk, render: Render) -> None:
    """With the Secrecy screen up, and down if there is anything behind it."""
    screen = compose(desk, render, "open")
    fits(screen)
    if any(isinstance(mark, Veil) for mark in screen.marks):
        fits(compose(desk, render, "lift"))


def look(play: Any, state: State, seat: Seat | None, prompt: Prompt | None) -> None:
    """All screens of a seat at a moment."""
    view = PASSCODE.view(state, seat)
    names = NAMES[: view.seats]

    def render(entered: Any) -> Any:
        return PASSCODE.render(play, view, names, entered)

    rendering = render(None)
    assert text_width(rendering.status, "label") <= TITLE_WIDTH
    for number, page in enumerate(rendering.pages):
        assert text_width(page.name, "label") <= TITLE_WIDTH
        assert page.label == "" or fits_box(page.label)
        assert all(box(mark).y >= BODY.y and box(mark).bottom <= BODY.bottom for mark in every_mark(Screen(page.marks)))
        both_ways(Desk(page=number), render)
    if prompt is None:
        fits(compose(Desk(), render, "open"))
        return
    for number in range(len(screen_pages(rendering, prompt))):
        fits(compose(Desk(empty_draft(prompt), page=number), render, "open"))
    for draft in drafts(prompt):
        now = step(draft)
        assert text_width(now.title, "label") <= TITLE_WIDTH
        assert now.mode != "list", "every choice has a key"
        assert all(fits_box(sole_label(choice)) for choice in now.entries)
        both_ways(Desk(draft), render)


@pytest.mark.parametrize(("seats", "given"), one_round(OPTION_SETS))
def test_every_screen_of_random_moments_fits(seats: int, given: dict[str, Any]) -> None:
    chance = random.Random(f"{seats} {given}")
    options = PASSCODE.read_options(given, seats)
    moments: list[State] = []
    while len(moments) < 4 * MOMENTS:
        state = PASSCODE.setup(options, seats)
        moments.append(state)
        while acting := to_act(PASSCODE, state):
            prompt = ask(PASSCODE, options, state, acting[0])
            assert prompt is not None
            state = PASSCODE.apply(state, acting[0], sample(prompt, chance.randrange))
            moments.append(state)
    for state in (moments[0], moments[-1], *chance.sample(moments, MOMENTS)):
        actors = [actor for actor in to_act(PASSCODE, state) if actor != CHANCE]
        observers = [None, chance.randrange(seats), *actors]
        for seat in observers:
            look(
                options,
                state,
                seat,
                ask(PASSCODE, options, state, seat) if seat in actors and seat is not None else None,
            )
        reporter = BOX.reporter(state)
        if reporter is not None:
            look(options, state, reporter.seat, BOX.offer(PASSCODE.view(state, reporter.seat), reporter.title))


def test_every_screen_of_a_playoff_fits() -> None:
    play = tie(turning=True)
    moments = [play.state]
    play.roll(1, 1, 3)
    moments.append(play.state)
    play.do(1, "turn", to="right")
    moments.append(play.state)
    play.card("2", "6", "1")
    moments.append(play.state)
    for state in moments:
        actors = [actor for actor in to_act(PASSCODE, state) if actor != CHANCE]
        for seat in (None, 0, 1, 2):
            look(play.options, state, seat, ask(PASSCODE, play.options, state, seat) if seat in actors else None)


def test_cards_that_are_reported_again_fit() -> None:
    play = Play(2, levels=[3], turning=False)
    play.codes()
    play.deal("1", "1", "3")
    prompt = BOX.offer_again(PASSCODE.view(play.state, 0), (), None)
    assert prompt is not None
    look(play.options, play.state, 0, prompt)


def test_the_pieces_of_a_recap_are_sixteen_rows_high() -> None:
    for kind in CARD_KINDS:
        marks = pieces((kind, kind), 34)
        assert {box(mark).y for mark in marks} >= {34}
        assert max(box(mark).bottom for mark in marks) == 50
        fits(Screen(marks))
