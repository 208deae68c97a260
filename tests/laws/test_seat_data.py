"""What a phone is sent, as data and as the text of its screen, is a function of that seat's view and prompt: it tells no more
than the screens do.

The worlds are those of `test_secrecy`: whatever a seat cannot tell apart gives the same bytes.
"""

import random
from itertools import islice
from typing import Any

from companion.core.seat import CHANCE
from companion.table.data import Asked, SeatMoment, screen_text, seat_bytes, seat_data
from companion.ui.editor import Dialog, asked
from companion.ui.raster import draw
from companion.ui.screens import compose
from companion.web.messages import encode_data, encode_text, whole_screen
from companion.web.sockets import filled
from tests.laws.play import Case, every_case, game, moments, observers, solver_of, spread
from tests.laws.test_secrecy import COUNTS, REPLAYED, WORLDS, replayed, secret_moves


def sent(case: Case, state: Any, observer: int | None) -> bytes:
    """What a phone of that seat is sent; of None: what somebody who looks on is sent."""
    return b"".join(messages(case, state, observer))


def messages(case: Case, state: Any, observer: int | None) -> tuple[bytes, bytes, bytes]:
    """The picture, the text of the screen, and the data."""
    view = case.game.view(state, observer)
    asked_now = case.game.prompt(case.options, view)
    screen = compose(asked(Dialog(), asked_now), lambda entry: case.game.render(case.options, view, case.names, entry))
    data, place = seat_bytes(seat_moment(case, state, observer)), observer or 0
    return whole_screen(place, draw(screen)), encode_text(place, screen_text(screen)), encode_data(place, data)


def seat_moment(case: Case, state: Any, observer: int | None) -> SeatMoment:
    view = case.game.view(state, observer)
    return SeatMoment(
        place=0 if observer is None else observer,
        number=1,
        title=case.game.title,
        view=view,
        names=case.names,
        places=tuple(range(case.seats)),
        asked=Asked("game", case.game.prompt(case.options, view)),
        event=case.game.describe(case.options, case.game.view(state, None), case.names),
    )


@every_case
def test_a_seat_reads_that_it_is_its_turn_whenever_it_is_and_no_other_does(case: Case) -> None:
    for moment in spread(list(game(case, seed=41)), 8):
        acting = case.game.to_act(moment.state)
        for observer in observers(case):
            told = seat_data(seat_moment(case, moment.state, observer))
            assert (told["yours"], told["turn"] == "Your turn") == (observer in acting,) * 2


@every_case
def test_a_secret_move_changes_no_byte_for_others(case: Case) -> None:
    pick = random.Random(3).randrange
    compared = 0
    played = moments(case, seed=31, count=20)
    for moment in played:
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            if actor == CHANCE:
                continue
            after = [case.game.apply(moment.state, actor, move) for move in secret_moves(prompt, pick)]
            for observer in observers(case):
                if observer != actor and after:
                    assert len({sent(case, state, observer) for state in after}) == 1
                    compared += len(after)
    set_by_players = any(actor != CHANCE and move["move"] == "set_code" for actor, move in played[-1].steps)
    assert compared or not set_by_players


@every_case
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_bytes(case: Case) -> None:
    played = list(game(case, seed=37))
    solver = solver_of(case.game)
    others = 0
    for moment in spread(played, 8):
        for observer in observers(case):
            pick = random.Random(len(moment.steps)).randrange
            view = case.game.view(moment.state, observer)
            count = COUNTS.get(case.game.name, lambda _options, _view: None)(case.options, view)
            if (count or 0) <= WORLDS:
                listed = list(islice(solver.worlds(case.options, view), WORLDS))
                worlds = [listed[pick(len(listed))] for _ in range(REPLAYED)]
            else:
                worlds = [solver.guess(case.options, view, pick) for _ in range(REPLAYED)]
            here = sent(case, moment.state, observer)
            for world in worlds:
                state = replayed(case, played, solver.determinize(moment.steps, observer, world))
                assert sent(case, state, observer) == here, f"{observer} is sent that it is not {world}"
                others += state != moment.state
    assert others, "some of these worlds differ"


@every_case
def test_who_sees_only_how_long_messages_are_learns_no_secret(case: Case) -> None:
    """TLS hides what is sent and not its length."""
    pick = random.Random(3).randrange
    compared = 0
    played = moments(case, seed=31, count=20)
    for moment in played:
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            worlds: dict[str, set[tuple[int, ...]]] = {}
            for move in secret_moves(prompt, pick):
                state = case.game.apply(moment.state, actor, move)
                lengths = [len(filled(one)) for seat in range(case.seats) for one in messages(case, state, seat)]
                worlds.setdefault(repr(case.game.view(state, None)), set()).add(tuple(lengths))
                compared += 1
            assert all(len(lengths) == 1 for lengths in worlds.values()), f"{actor} at {len(moment.steps)}"
    set_by_players = any(actor != CHANCE and move["move"] == "set_code" for actor, move in played[-1].steps)
    assert compared or not set_by_players
