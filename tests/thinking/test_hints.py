"""Hints for people: who may ask, what they are made from, what everybody reads of it, and how long they hold."""

import random
from typing import Any

import pytest
from msgspec import json

from companion.core.prompt import Menu, every, sample
from companion.core.screen import BODY, Screen, TextMark, crowded, every_mark, misfits
from companion.core.seat import Seat
from companion.games.catalog import CATALOG
from companion.games.helps import Help
from companion.games.hints import NOTHING_HIDDEN
from companion.games.review import EVERY_MOVE
from companion.table.effects import AskHint, AskReview, EventLine, HintGiven, Opened, ReviewGiven, SeatAnswered, Show
from companion.table.lobby import lobby_after
from companion.table.pages import COUNT_ENTRY, HINT_ENTRY, move_to_weigh
from companion.table.table import HINT_ELSEWHERE, Table
from companion.thinking.messages import HintMade, HintWanted, ReviewMade, ReviewWanted, everything_seen
from companion.thinking.thinker import Thinker
from companion.ui.editor import MenuEntry
from tests.key_spelling import spell
from tests.laws.play import CASES, game, one_round
from tests.table.helps import helps_at
from tests.table.machine_seats.seated import Seated
from tests.table.room import menu_of
from tests.thinking.test_two_worlds import DECODER


def thought(table: Table, asked: AskHint) -> str:
    """The words that the process makes."""
    seats = Thinker()
    for line in everything_seen(table.seated(asked.seat)):
        assert seats.take(DECODER.decode(json.encode(line))) is None
    made = seats.take(HintWanted(asked.seat, asked.helps))
    assert isinstance(made, HintMade)
    return made.words


def in_menu(seated: Seated) -> dict[str, MenuEntry]:
    """The entries of the first place's menu by their actions. Hints and counts have one action."""
    table = seated.table
    return {entry.action: entry for entry in menu_of(table, 0)}


def ask(seated: Seated) -> AskHint | None:
    """Choose Hint in the menu: what is to be thought about."""
    seated.choose(0, "hint")
    return next((effect for effect in seated.effects if isinstance(effect, AskHint)), None)


def asks(seated: Seated) -> AskHint:
    """As `ask`, where there is something to be thought about."""
    asked = ask(seated)
    assert asked is not None
    return asked


def give(seated: Seated, asked: AskHint, words: str = "Try: Red. It is likely.") -> None:
    """The process answers."""
    answer = HintGiven(0, asked.number, words)
    seated.carry_out(seated.table.handle(answer))


def move_on(seated: Seated) -> None:
    """The first place makes any legal move."""
    prompt = seated.table.prompt(0)
    assert prompt is not None
    seated.move(0, sample(prompt, random.Random(4).randrange))


def covered(words: str) -> Table:
    """A table whose secrets are covered, where the first place was given a hint."""
    table = Table(CATALOG, ("Ann", "Bob"), "lift")
    options = {"codemaker": "table"}
    table.resume(Opened("mastermind", CATALOG[0].rules, options, ("Ann", "Bob"), helps=helps_at(0, 1)), ())
    table.handle(HintGiven(0, table.state.number, words))
    return table


def alone(name: str = "mastermind", *helps: Help, with_hints: bool = True) -> Seated:
    """One person against the machine, at a moment when the person is asked for a move."""
    seated, pick = Seated(2), random.Random(3).randrange
    if with_hints:
        seated.switch(0, *helps)
    seated.move(0, {"move": "play_machine", "game": name})
    for _ in range(2):
        prompt = seated.table.prompt(0)
        assert prompt is not None
        # The first way on of a menu asks something; the others may end the game.
        seated.move(0, sample(prompt.branches[0].prompt if isinstance(prompt, Menu) else prompt, pick))
    assert 0 in seated.table.game.to_act(seated.table.state.game_state)
    while seated.table.state.places[0].since:
        seated.press(0, "middle")
    return seated


@pytest.mark.parametrize("name", [game.name for game in CATALOG])
def test_who_asks_reads_a_move_and_the_reason_and_everybody_reads_that_it_was_asked(name: str) -> None:
    seated = alone(name)
    asked = asks(seated)
    assert [effect.event for effect in seated.effects if isinstance(effect, EventLine)] == ["Seat 1 asks for a hint."]
    assert "thinks" in seated.words(0)
    words = thought(seated.table, asked)
    assert words.startswith(("Try: ", "Your secret code"))
    give(seated, asked, words)
    assert [effect.place for effect in seated.effects if isinstance(effect, Show)] == [0]
    assert "Hint" in seated.words(0)
    assert " ".join(words.split()[:2]) in " ".join(seated.words(0).split())


@pytest.mark.parametrize("name", [game.name for game in CATALOG])
def test_who_switched_on_the_count_alone_reads_how_much_is_possible_and_no_move(name: str) -> None:
    seated = alone(name, "count")
    assert in_menu(seated)["hint"] == COUNT_ENTRY
    assert move_to_weigh(seated.table.at(0)) is None
    asked = asks(seated)
    assert asked.helps == ("count",)
    events = [effect.event for effect in seated.effects if isinstance(effect, EventLine)]
    assert events == ["Seat 1 asks how much is still possible."]
    words = thought(seated.table, asked)
    assert (words == NOTHING_HIDDEN) == (name == "passcode"), "there the dice are rolled first"
    assert ("One " in words or any(map(str.isdigit, words))) == (name != "passcode")
    assert "Try" not in words


def test_who_switched_on_hints_alone_reads_no_count_and_weighs_no_move() -> None:
    seated = alone("digitcode", "hint")
    assert in_menu(seated)["hint"] == HINT_ENTRY
    assert seated.table.seat_moment(0).promising == ()
    asked = asks(seated)
    words = thought(seated.table, asked)
    assert words.startswith("Try: ")
    assert "possible codes" not in words


def test_who_switched_on_the_worth_alone_has_no_hint_in_the_menu() -> None:
    seated = alone("mastermind", "worth")
    assert "hint" not in in_menu(seated)
    assert seated.table.seat_moment(0).promising == ("guess",)


def test_the_list_of_switches_stays_open_and_shows_each_change() -> None:
    seated = Seated(2, thinks=False)
    draft = seated.table.state.places[0].dialog.draft
    assert draft is not None
    seated.press(0, *spell(draft, {"move": "help", "help": "worth", "on": True}))
    assert "How many left" in seated.words(0)
    assert seated.words(0).count("on") == 1
    seated.press(0, "middle")
    assert seated.words(0).count("off") == 3, "the same line was chosen"
    assert seated.table.game.view(seated.table.state.game_state, 0).players[0].helps == ()


def test_a_hint_stays_to_be_looked_at_until_the_next_move_and_is_thought_about_once() -> None:
    seated = alone()
    asked = asks(seated)
    give(seated, asked)
    seated.press(0, "middle")
    assert "Your guess" in seated.words(0)
    assert ask(seated) is None, "it is there already"
    assert "It is likely." in seated.words(0)
    move_on(seated)
    assert seated.table.state.advice_at(0) is None
    assert ask(seated) is not None


def test_a_hint_costs_nothing_of_what_was_entered() -> None:
    seated = alone()
    seated.press(0, "left")
    seated.press(0, "left")
    entered = seated.table.state.places[0].dialog.draft
    asked = asks(seated)
    give(seated, asked)
    seated.press(0, "middle")
    assert seated.table.state.places[0].dialog.draft == entered


def test_a_hint_that_comes_too_late_is_dropped() -> None:
    seated = alone()
    asked = asks(seated)
    move_on(seated)
    give(seated, asked)
    assert seated.effects == []
    assert "likely" not in seated.words(0)


def test_a_hint_that_could_not_be_made_is_told_and_can_be_asked_for_again() -> None:
    seated = alone()
    asked = asks(seated)
    give(seated, asked, "")
    assert "found no answer" in " ".join(seated.words(0).split())
    while seated.table.state.places[0].unread:
        seated.press(0, "middle")
    assert ask(seated) is not None


def test_without_hints_nobody_can_ask_and_no_hint_is_taken() -> None:
    seated = alone(with_hints=False)
    assert HINT_ENTRY.action not in in_menu(seated)
    seated.carry_out(seated.table.handle(HintGiven(0, seated.table.state.number, "Try: Red.")))
    assert seated.effects == []


def test_the_secrecy_screen_covers_a_hint() -> None:
    one, other = covered("Try: Red. It is likely."), covered("Try: Blue. It is not.")
    assert one.state.advice_at(0) != other.state.advice_at(0)
    assert one.screen(0) == other.screen(0)
    assert one.seat_moment(0).notice == HINT_ELSEWHERE, "by touch it is not sent as a sentence"


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
    give(seated, asked)
    assert seated.table.seat_moment(0).notice == "Try: Red. It is likely."
    assert "likely" not in repr(seated.table.seat_moment(1)), "it is for the one who asked"
    touch(seated, "notice", {"move": "read"})
    assert seated.table.seat_moment(0).notice == ""
    touch(seated, "menu", {"move": "hint"})
    assert seated.table.seat_moment(0).notice == "Try: Red. It is likely.", "it still holds"


def played(name: str) -> Seated:
    """A game of two that is over. Until its last move nobody can ask for a review."""
    case = next(one for one in (case.values[0] for case in CASES) if one.game.name == name and one.seats == 2)
    opened = Opened(name, case.game.rules, case.given, ("Seat 1", "Seat 2"))
    moments = list(game(case, seed=3))
    seated = Seated(2)
    before = next(
        one for one in reversed(moments) if any(isinstance(seat, int) for seat in case.game.to_act(one.state))
    )
    seated.carry_out(seated.table.resume(opened, before.steps))
    assert "review" not in str(seated.table.state.position.question(Seat(0))), "it would tell secrets"
    seated.carry_out(seated.table.resume(opened, moments[-1].steps))
    while seated.table.state.places[0].recap is not None:
        seated.press(0, "middle")  # the points of the last round come first
    return seated


@pytest.mark.parametrize("name", one_round(game.name for game in CATALOG))
def test_after_the_game_its_players_look_at_a_review_on_the_own_screen(name: str) -> None:
    seated = played(name)
    seated.press(0, "middle")
    assert "one moment" in seated.words(0)
    asked = next(effect for effect in seated.effects if isinstance(effect, AskReview))
    opened = asked.opened
    wanted = ReviewWanted(asked.seat, opened.game, opened.options, opened.names, asked.steps)
    made = Thinker().take(DECODER.decode(json.encode(wanted)))
    assert isinstance(made, ReviewMade)
    seated.carry_out(seated.table.handle(ReviewGiven(0, asked.number, made.sentences)))
    assert made.sentences[-1] == EVERY_MOVE
    assert seated.table.seat_moment(0).notice == "\n".join(made.sentences), "by touch each is a paragraph"
    assert [effect.place for effect in seated.effects if isinstance(effect, Show)] == [0]
    read, first = "", seated.words(0)
    while len(read) < len(" ".join(made.sentences)):
        assert misfits(seated.shown[0]) == ()
        assert crowded(seated.shown[0]) == ()
        read += f" {in_lines(seated.shown[0])}"
        seated.press(0, "right")
    assert read.strip() == " ".join(made.sentences), "on the screen they are read page by page"
    seated.press(0, "middle")
    seated.press(0, "middle")
    assert not any(isinstance(effect, AskReview) for effect in seated.effects), "it is there already"
    assert seated.words(0) == first


def in_lines(screen: Screen) -> str:
    """What stands between the title and the keys of a page of a review."""
    marks = [mark for mark in every_mark(screen) if isinstance(mark, TextMark) and BODY.y <= mark.y < BODY.bottom]
    return " ".join(mark.text for mark in sorted(marks, key=lambda mark: mark.y))


def test_a_review_that_could_not_be_made_is_told_and_one_of_another_game_is_dropped() -> None:
    seated = played("mastermind")
    seated.press(0, "middle")
    number = seated.table.state.number
    seated.carry_out(seated.table.handle(ReviewGiven(0, number, ())))
    assert "could not review" in " ".join(seated.words(0).split())
    seated.move(0, {"move": "lobby"})
    seated.carry_out(seated.table.handle(ReviewGiven(0, number, ("Luck.",))))
    assert seated.effects == []
