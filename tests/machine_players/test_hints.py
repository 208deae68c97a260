"""Hints for people: who may ask, what they are made from, what everybody reads of it, and how long they hold."""

import random
from itertools import islice
from typing import Any

import pytest
from msgspec import json

from companion.bots.level_names import levels_of
from companion.core.game import Step, to_act
from companion.core.prompt import Move, every, sample
from companion.core.screen import crowded, misfits
from companion.games.catalog import CATALOG
from companion.hints.helps import Help
from companion.hints.hint_words import NOTHING_HIDDEN
from companion.hints.promise_words import may_promise
from companion.machine_players.machine_messages import (
    HintMade,
    HintWanted,
    PromiseWanted,
    ReviewMade,
    ReviewWanted,
    ToProcess,
)
from companion.machine_players.machine_seats import MachineSeats
from companion.machine_players.seat_reports import everything_seen
from companion.review.plain_words import EVERY_MOVE
from companion.solvers.catalog import SOLVERS
from companion.table.effects import AskHint, AskReview, EventLine, Opened, Show
from companion.table.inputs import HintGiven, ReviewGiven, SeatAnswered
from companion.table.lobby.lobby_game import lobby_after
from companion.table.machine_seats.machine_effects import asked_hint, asked_promise
from companion.table.screens.seat_screen import COUNT_ENTRY, HINT_ENTRY, move_in_making, seat_menu
from companion.table.screens.touch_interface import HINT_ELSEWHERE
from companion.table.table import Table
from companion.ui.key_spelling import spell
from companion.ui.seat_desk import MenuEntry
from tests.laws.play import CASES, Case, game, spread
from tests.machine_players.test_two_worlds import GUESSED, PLACES, every_case_for_people, witnessed
from tests.table.helps import helps_at
from tests.table.machine_seats.seated import Seated

DECODER = json.Decoder(ToProcess)


def thought(asked: AskHint) -> tuple[list[bytes], str, str]:
    """Every line that the process gets, the words of its hint, and those for a player who switched on the count alone."""
    seats = MachineSeats()
    lines = [json.encode(line) for line in everything_seen(asked.seated)]
    for line in lines:
        assert seats.take(DECODER.decode(line)) is None
    made = [seats.take(HintWanted(asked.seated.machines[0].seat, helps)) for helps in (asked.helps, ("count",))]
    hint, count = (answer.words for answer in made if isinstance(answer, HintMade))
    return lines, hint, count


def hinted(case: Case, steps: tuple[Step, ...], seat: int) -> tuple[list[bytes], str, str]:
    """What the process is told of that seat, its hint, and its count alone, after these steps."""
    table = Table(CATALOG, PLACES)
    table.resume(opened_for(case, seat), steps)
    asked = asked_hint(table.setup, table.state, seat, seat)
    assert asked.seated.machines[0].level == levels_of(case.game.name)[-1]
    return thought(asked)


def opened_for(case: Case, seat: int) -> Opened:
    """A game of which that seat has every help."""
    helps = helps_at(seat, of=len(case.names))
    return Opened(case.game.name, case.game.rules, case.given, case.names, helps=helps)


def promised(case: Case, steps: tuple[Step, ...], seat: int, move: Move) -> tuple[list[bytes], str]:
    """What the process is told of that seat, and what it answers about this move."""
    table = Table(CATALOG, PLACES)
    table.resume(opened_for(case, seat), steps)
    asked, seats = asked_promise(table.setup, table.state, seat, seat, move), MachineSeats()
    lines = [json.encode(line) for line in (*everything_seen(asked.seated), PromiseWanted(seat, asked.move))]
    *_, made = (seats.take(DECODER.decode(line)) for line in lines)
    assert isinstance(made, HintMade)
    return lines, made.words


def in_the_making(case: Case, state: object, seat: int) -> Move | None:
    """A legal move of a seat about which it may ask."""
    prompt = case.game.prompt(case.options, case.game.view(state, seat))
    assert prompt is not None
    return next((move for move in every(prompt) if may_promise(case.game.name, move)), None)


@pytest.mark.slow
@every_case_for_people
def test_hints_and_promises_are_the_same_in_worlds_that_its_seat_cannot_tell_apart(case: Case) -> None:
    solver, pick, compared = SOLVERS[case.game.name], random.Random(5).randrange, 0
    asked = [
        moment
        for moment in game(case, seed=31)
        if any(isinstance(seat, int) for seat in to_act(case.game, moment.state))
    ]
    for moment in spread(asked[:80], 8):
        seat = next(seat for seat in to_act(case.game, moment.state) if isinstance(seat, int))
        view = case.game.view(moment.state, seat)
        seen, here = witnessed(case, moment.steps, seat), hinted(case, moment.steps, seat)
        move = in_the_making(case, moment.state, seat)
        promise = None if move is None else promised(case, moment.steps, seat, move)
        assert here[1].endswith(".")
        few = list(islice(solver.worlds(case.options, view), 3))
        for world in (*few, *(solver.guess(case.options, view, pick) for _ in range(GUESSED))):
            steps = tuple(solver.determinize(moment.steps, seat, world))
            if steps != moment.steps and witnessed(case, steps, seat) == seen:
                assert hinted(case, steps, seat) == here
                assert move is None or promised(case, steps, seat, move) == promise
                compared += 1
    assert compared > 0


def in_menu(seated: Seated, place: int) -> list[str]:
    """The actions of the menu at a place."""
    table = seated.table
    return [entry.action for entry in seat_menu(table.setup, table.state, place, table.state.desks[place])]


def ask(seated: Seated, place: int = 0) -> AskHint | None:
    """Choose Hint in the menu: what is to be thought about."""
    seated.choose(place, "hint")
    return next((effect for effect in seated.effects if isinstance(effect, AskHint)), None)


def alone(name: str = "mastermind", *helps: Help, with_hints: bool = True) -> Seated:
    """One person against the machine, at a moment when the person is asked for a move."""
    seated, pick = Seated(2), random.Random(3).randrange
    if with_hints:
        seated.switch(0, *helps)
    seated.move(0, {"move": "play_machine", "game": name})
    for _ in range(2):
        prompt = seated.table.prompt(0)
        assert prompt is not None
        seated.move(0, sample(prompt, pick))
    assert 0 in to_act(seated.table.game, seated.table.state.game_state)
    return seated


@pytest.mark.parametrize("name", [game.name for game in CATALOG])
def test_who_asks_reads_a_move_and_the_reason_and_everybody_reads_that_it_was_asked(name: str) -> None:
    seated = alone(name)
    asked = ask(seated)
    assert asked is not None
    assert [effect.event for effect in seated.effects if isinstance(effect, EventLine)] == ["Seat 1 asks for a hint."]
    assert "thinks" in seated.words(0)
    words = thought(asked)[1]
    assert words.startswith(("Try: ", "Your secret code"))
    seated.carry_out(seated.table.handle(HintGiven(0, asked.number, words)))
    assert [effect.place for effect in seated.effects if isinstance(effect, Show)] == [0]
    assert "Hint" in seated.words(0)
    assert " ".join(words.split()[:2]) in " ".join(seated.words(0).split())


def entry_for(seated: Seated) -> MenuEntry | None:
    """The entry of the first place's menu that asks for a hint or a count."""
    table = seated.table
    entries = seat_menu(table.setup, table.state, 0, table.state.desks[0])
    return next((entry for entry in entries if entry.action == "hint"), None)


@pytest.mark.parametrize("name", [game.name for game in CATALOG])
def test_who_switched_on_the_count_alone_reads_how_much_is_possible_and_no_move(name: str) -> None:
    seated = alone(name, "count")
    assert entry_for(seated) == COUNT_ENTRY
    assert move_in_making(seated.table.setup, seated.table.state, 0) is None
    asked = ask(seated)
    assert asked is not None
    assert asked.helps == ("count",)
    events = [effect.event for effect in seated.effects if isinstance(effect, EventLine)]
    assert events == ["Seat 1 asks how much is still possible."]
    words = thought(asked)[1]
    assert (words == NOTHING_HIDDEN) == (name == "passcode"), "there the dice are rolled first"
    assert any(character.isdigit() for character in words) == (name != "passcode")
    assert "Try" not in words


def test_who_switched_on_hints_alone_reads_no_count_and_weighs_no_move() -> None:
    seated = alone("digitcode", "hint")
    assert entry_for(seated) == HINT_ENTRY
    assert seated.table.seat_moment(0).promising == ()
    asked = ask(seated)
    assert asked is not None
    words = thought(asked)[1]
    assert words.startswith("Try: ")
    assert "possible codes" not in words


def test_who_switched_on_the_worth_alone_has_no_hint_in_the_menu() -> None:
    seated = alone("mastermind", "worth")
    assert entry_for(seated) is None
    assert seated.table.seat_moment(0).promising == ("guess",)


def test_the_list_of_switches_stays_open_and_shows_each_change() -> None:
    seated = Seated(2, thinks=False)
    draft = seated.table.state.desks[0].draft
    assert draft is not None
    seated.press(0, *spell(draft, {"move": "help", "help": "worth", "on": True}))
    assert "How many left" in seated.words(0)
    assert seated.words(0).count("on") == 1
    seated.press(0, "middle")
    assert seated.words(0).count("off") == 3, "the same line was chosen"
    assert seated.table.game.view(seated.table.state.game_state, 0).players[0].helps == ()


def test_a_hint_stays_to_be_looked_at_until_the_next_move_and_is_thought_about_once() -> None:
    seated = alone()
    asked = ask(seated)
    assert asked is not None
    seated.carry_out(seated.table.handle(HintGiven(0, asked.number, "Try: Red. It is likely.")))
    seated.press(0, "middle")
    assert "Your guess" in seated.words(0)
    assert ask(seated) is None, "it is there already"
    assert "It is likely." in seated.words(0)
    prompt = seated.table.prompt(0)
    assert prompt is not None
    seated.move(0, sample(prompt, random.Random(4).randrange))
    assert seated.table.state.advice_at(0) is None
    assert ask(seated) is not None


def test_a_hint_costs_nothing_of_what_was_entered() -> None:
    seated = alone()
    seated.press(0, "left")
    seated.press(0, "left")
    entered = seated.table.state.desks[0].draft
    asked = ask(seated)
    assert asked is not None
    seated.carry_out(seated.table.handle(HintGiven(0, asked.number, "Try: Red. It is likely.")))
    seated.press(0, "middle")
    assert seated.table.state.desks[0].draft == entered


def test_a_hint_that_comes_too_late_is_dropped() -> None:
    seated = alone()
    asked = ask(seated)
    assert asked is not None
    prompt = seated.table.prompt(0)
    assert prompt is not None
    seated.move(0, sample(prompt, random.Random(4).randrange))
    seated.carry_out(seated.table.handle(HintGiven(0, asked.number, "Try: Red. It is likely.")))
    assert seated.effects == []
    assert "likely" not in seated.words(0)


def test_a_hint_that_could_not_be_made_is_told_and_can_be_asked_for_again() -> None:
    seated = alone()
    asked = ask(seated)
    assert asked is not None
    seated.carry_out(seated.table.handle(HintGiven(0, asked.number, "")))
    assert "found no answer" in " ".join(seated.words(0).split())
    while seated.table.state.desks[0].notice:
        seated.press(0, "middle")
    assert ask(seated) is not None


def test_without_hints_nobody_can_ask_and_no_hint_is_taken() -> None:
    seated = alone(with_hints=False)
    assert HINT_ENTRY.action not in in_menu(seated, 0)
    seated.carry_out(seated.table.handle(HintGiven(0, seated.table.state.number, "Try: Red.")))
    assert seated.effects == []


def test_the_secrecy_screen_covers_a_hint() -> None:
    table = Table(CATALOG, ("Ann", "Bob"), "lift")
    table.resume(
        Opened("mastermind", CATALOG[0].rules, {"codemaker": "table"}, ("Ann", "Bob"), helps=helps_at(0, 1)), ()
    )
    other = Table(CATALOG, ("Ann", "Bob"), "lift")
    other.resume(table.state.opened, ())
    for one, words in ((table, "Try: Red. It is likely."), (other, "Try: Blue. It is not.")):
        one.handle(HintGiven(0, one.state.number, words))
    assert table.state.advice_at(0) != other.state.advice_at(0)
    assert table.screen(0) == other.screen(0)


def test_the_lobby_says_who_plays_with_hints_and_the_next_one_remembers() -> None:
    seated = Seated(2, thinks=False)
    seated.switch(1, "hint")
    assert "Seat 2 plays with help." in seated.published[-1].event
    question = seated.table.confirm_question(0, {"move": "start"})
    assert question == "Start Mastermind with Seat 1 and Seat 2? Seat 2 plays with help."
    seated.move(0, {"move": "start"})
    opened = seated.table.state.opened
    assert opened.helps == ((), ("hint",))
    again = Table(CATALOG, ("Seat 1", "Seat 2"))
    again.resume(json.decode(json.encode(opened), type=Opened), ())
    assert again.state.opened.helps == opened.helps, "the journal keeps it"
    assert lobby_after(opened, ("Seat 1", "Seat 2"), ()).options["helps"] == [[], ["hint"]]


def test_who_gets_up_or_switches_them_off_plays_without() -> None:
    seated = Seated(3, thinks=False)
    for place in (0, 1, 2):
        seated.move(place, {"move": "join"})
        seated.switch(place, "count", "hint")
    seated.move(0, {"move": "help", "help": "hint", "on": False})
    seated.move(1, {"move": "leave"})
    view: Any = seated.table.game.view(seated.table.state.game_state, None)
    assert [player.helps for player in view.players] == [("count",), (), ("count", "hint")]


def touch(seated: Seated, to: str, move: dict[str, str]) -> None:
    """The first place answers by touch."""
    given = SeatAnswered(0, to, seated.table.state.number + 1, move)
    seated.carry_out(seated.table.handle(given))


def test_by_touch_a_hint_is_asked_for_in_the_menu_and_read_as_a_notice() -> None:
    seated = alone()
    menu = seated.table.seat_moment(0).menu
    assert menu is not None
    assert {"move": "hint"} in list(every(menu))
    touch(seated, "menu", {"move": "hint"})
    asked = next(effect for effect in seated.effects if isinstance(effect, AskHint))
    assert "thinks" in seated.table.seat_moment(0).notice
    seated.carry_out(seated.table.handle(HintGiven(0, asked.number, "Try: Red. It is likely.")))
    assert seated.table.seat_moment(0).notice == "Try: Red. It is likely."
    assert "likely" not in repr(seated.table.seat_moment(1)), "it is for the one who asked"
    touch(seated, "notice", {"move": "read"})
    assert seated.table.seat_moment(0).notice == ""
    touch(seated, "menu", {"move": "hint"})
    assert seated.table.seat_moment(0).notice == "Try: Red. It is likely.", "it still holds"


def test_by_touch_a_covered_hint_is_not_sent_as_a_sentence() -> None:
    table = Table(CATALOG, ("Ann", "Bob"), "lift")
    table.resume(
        Opened("mastermind", CATALOG[0].rules, {"codemaker": "table"}, ("Ann", "Bob"), helps=helps_at(0, 1)), ()
    )
    table.handle(HintGiven(0, table.state.number, "Try: Red. It is likely."))
    assert table.seat_moment(0).notice == HINT_ELSEWHERE


def played(name: str) -> Seated:
    """A game of two that is over. Until its last move nobody can ask for a review."""
    case = next(one for one in (case.values[0] for case in CASES) if one.game.name == name and one.seats == 2)
    opened = Opened(name, case.game.rules, case.given, ("Seat 1", "Seat 2"))
    moments = list(game(case, seed=3))
    seated = Seated(2)
    before = next(
        one for one in reversed(moments) if any(isinstance(seat, int) for seat in to_act(case.game, one.state))
    )
    seated.carry_out(seated.table.resume(opened, before.steps))
    assert "review" not in in_menu(seated, 0), "it would tell secrets"
    seated.carry_out(seated.table.resume(opened, moments[-1].steps))
    while seated.table.state.recap_page_at(0) is not None:
        seated.press(0, "middle")  # the points of the last round come first
    return seated


def reviewed(asked: AskReview) -> ReviewMade:
    """What the process makes."""
    opened = asked.opened
    wanted = ReviewWanted(asked.seat, opened.game, opened.options, opened.names, asked.steps)
    made = MachineSeats().take(DECODER.decode(json.encode(wanted)))
    assert isinstance(made, ReviewMade)
    return made


@pytest.mark.parametrize("name", [game.name for game in CATALOG])
def test_after_the_game_its_players_look_at_a_review_on_the_own_screen(name: str) -> None:
    seated = played(name)
    seated.choose(0, "review")
    assert "one moment" in seated.words(0)
    asked = next(effect for effect in seated.effects if isinstance(effect, AskReview))
    made = reviewed(asked)
    pages = made.pages
    assert 1 <= len(pages) <= 2
    assert all(0 < len(line) <= 21 for page in pages for line in page)
    seated.carry_out(seated.table.handle(ReviewGiven(0, asked.number, pages, made.words)))
    assert made.words.endswith(EVERY_MOVE)
    assert seated.table.seat_moment(0).notice == made.words, "by touch it is read in sentences"
    assert [effect.place for effect in seated.effects if isinstance(effect, Show)] == [0]
    assert pages[0][0] in seated.words(0)
    assert misfits(seated.shown[0]) == ()
    assert crowded(seated.shown[0]) == ()
    seated.press(0, "middle")
    seated.choose(0, "review")
    assert not any(isinstance(effect, AskReview) for effect in seated.effects), "it is there already"
    assert pages[0][0] in seated.words(0)


def test_a_review_that_could_not_be_made_is_told_and_one_of_another_game_is_dropped() -> None:
    seated = played("mastermind")
    seated.choose(0, "review")
    number = seated.table.state.number
    seated.carry_out(seated.table.handle(ReviewGiven(0, number, ())))
    assert "could not review" in " ".join(seated.words(0).split())
    seated.move(0, {"move": "lobby"})
    seated.carry_out(seated.table.handle(ReviewGiven(0, number, (("Luck",),))))
    assert seated.effects == []
