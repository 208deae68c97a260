"""What a move that is being entered promises: asked with ▶ or in the menu, and never shown beside another move."""

import random

import pytest

from companion.core.keys import Gesture
from companion.core.prompt import Branch, Choose, Menu, Move, Option, every, move_names, sample
from companion.core.screen import Screen, TextMark, paragraph
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.table.effects import (
    Answered,
    AskPromise,
    DropPromise,
    EventLine,
    Gestured,
    Opened,
    PromiseGiven,
    SeatAnswered,
    Show,
)
from companion.table.layers import WEIGHING
from companion.table.table import Table
from companion.table.transaction import NO_ESTIMATE
from companion.thinking.messages import HintMade, PromiseWanted, everything_seen
from companion.thinking.thinker import Thinker
from companion.ui.editor import Draft
from tests.games.fits import fits
from tests.key_spelling import spell
from tests.laws.play import CASES, game, one_round
from tests.table.helps import helps_at
from tests.table.machine_seats.seated import Seated
from tests.table.room import words as room_words

SAID = "Of 1,680 possible codes, this."
GUESS: Move = {"move": "guess", "pegs": ["red", "yellow", "green", "blue"]}


def guessing(*, with_hints: bool = True) -> Seated:
    """A person who guesses the machine's code, with a whole row entered."""
    seated = decoding(with_hints=with_hints)
    enter_all_but_confirm(seated, GUESS)
    return seated


def decoding(*, with_hints: bool = True) -> Seated:
    seated = Seated(2)
    if with_hints:
        seated.switch(0)
    seated.move(0, {"move": "set", "option": "codemaker", "value": "table"})
    seated.move(0, {"move": "play_machine", "game": "mastermind"})
    for _ in range(40):
        if seated.table.state.places[0].recap is not None:
            seated.press(0, "middle")
        prompt = seated.table.prompt(0)
        if prompt is not None and next(every(prompt))["move"] == "guess":
            return seated
        assert prompt is not None
        seated.move(0, sample(prompt, random.Random(1).randrange))
    raise AssertionError("the person never guessed")


def enter_all_but_confirm(seated: Seated, move: Move) -> None:
    draft = seated.table.state.places[0].dialog.draft
    assert draft is not None
    seated.press(0, *spell(draft, move)[:-1])


def ask(seated: Seated) -> AskPromise | None:
    """Press ▶ beside the key that confirms."""
    seated.press(0, "right")
    return next((effect for effect in seated.effects if isinstance(effect, AskPromise)), None)


def wanted(seated: Seated) -> AskPromise:
    """As `ask`, where it is asked."""
    asked = ask(seated)
    assert asked is not None
    return asked


def words_of(seated: Seated, asked: AskPromise) -> str:
    seats = Thinker()
    for line in everything_seen(seated.table.seated(asked.seat)):
        seats.take(line)
    made = seats.take(PromiseWanted(asked.seat, asked.move))
    assert isinstance(made, HintMade)
    return made.words


def give(seated: Seated, asked: AskPromise, words: str) -> None:
    seated.carry_out(seated.table.handle(PromiseGiven(asked.place, asked.number, asked.move, words)))


def flat(seated: Seated) -> str:
    return " ".join(seated.words(0).split())


def test_a_whole_row_can_be_weighed_before_it_is_guessed() -> None:
    seated = guessing()
    assert "Worth?" in seated.words(0)
    asked = wanted(seated)
    assert asked.move == GUESS
    assert WEIGHING in flat(seated)
    assert "Worth?" not in seated.words(0)
    assert "Guess" in seated.words(0), "the guess can be made all the same"
    assert not any(isinstance(effect, EventLine) for effect in seated.effects), "what is entered is the player's own"
    words = words_of(seated, asked)
    assert words.startswith("Of 1,680 possible codes, about ")
    give(seated, asked, words)
    assert [effect.place for effect in seated.effects if isinstance(effect, Show)] == [0]
    assert "Of 1,680 possible codes" in flat(seated)
    seated.press(0, "middle")
    assert "Worth?" in seated.words(0), "the row is still there, to be guessed"
    assert ask(seated) is None, "it is known"
    assert "Of 1,680 possible codes" in flat(seated)
    seated.press(0, "middle", "middle")
    assert (0, GUESS) in seated.table.state.steps


def test_words_about_a_row_are_never_beside_another_row() -> None:
    seated = guessing()
    give(seated, wanted(seated), SAID)
    seated.press(0, "middle", "left")
    assert seated.table.state.places[0].estimate is None
    seated.press(0, "back")
    assert SAID not in flat(seated)
    seated.press(0, "back")
    for _ in range(3):
        seated.choose(0, "undo")
    other: Move = {"move": "guess", "pegs": ["red", "yellow", "green", "white"]}
    enter_all_but_confirm(seated, other)
    assert wanted(seated).move == other


@pytest.mark.parametrize("key", ["left", "middle"], ids=["a change of the row", "a move"])
def test_what_ends_the_question_ends_the_thought_and_its_answer_is_dropped(key: Gesture) -> None:
    seated = guessing()
    asked = wanted(seated)
    seated.press(0, key)
    assert DropPromise(0) in seated.effects
    give(seated, asked, SAID)
    assert seated.effects == []


def test_looking_at_something_else_ends_no_thought() -> None:
    seated = guessing()
    asked = wanted(seated)
    seated.press(0, "back", "right")
    give(seated, asked, SAID)
    assert SAID in flat(seated)


def test_a_thought_that_failed_is_told_and_can_be_asked_for_again() -> None:
    seated = guessing()
    give(seated, wanted(seated), "")
    assert seated.table.state.places[0].notices
    while seated.table.state.places[0].unread:
        seated.press(0, "middle")
    assert ask(seated) is not None


def test_without_hints_nothing_can_be_weighed() -> None:
    seated = guessing(with_hints=False)
    assert "Worth?" not in seated.words(0)
    assert ask(seated) is None
    assert seated.table.seat_moment(0).promising == ()
    touch(seated, GUESS)
    assert NO_ESTIMATE.split(",", maxsplit=1)[0] in flat(seated)


def test_no_code_that_is_being_set_can_be_weighed() -> None:
    seated = Seated(2)
    seated.switch(0)
    seated.move(0, {"move": "play_machine", "game": "mastermind"})
    assert seated.table.game.name == "mastermind"
    prompt = seated.table.prompt(0)
    assert prompt is not None
    assert move_names(prompt) == ("set_code",)
    enter_all_but_confirm(seated, {"move": "set_code", "pegs": GUESS["pegs"]})
    assert "Worth?" not in seated.words(0)


PASS = Option({"move": "pass"}, "Pass", "Pass and lose?")
QUESTIONS: tuple[Move, ...] = (
    {"move": "ask_parity", "place": "T"},
    {"move": "ask_line", "line": "B"},
    {"move": "ask_larger", "places": ["T", "U"]},
    {"move": "ask_space", "column": "A", "row": "K"},
)


def solving(*, with_hints: bool = True) -> Seated:
    """A solver of Digit Code before the first question."""
    seated = Seated(1, thinks=False)
    if with_hints:
        seated.switch(0)
    seated.move(0, {"move": "choose", "game": "digitcode"})
    seated.move(0, {"move": "start"})
    return seated


def test_with_hints_a_question_of_digit_code_is_confirmed_and_can_be_weighed() -> None:
    for question in QUESTIONS:
        without = solving(with_hints=False)
        without.enter(0, question)
        seated = solving()
        enter_all_but_confirm(seated, question)
        assert "Worth?" in seated.words(0)
        fits(seated.shown[0])
        asked = wanted(seated)
        assert asked.move == question
        give(seated, asked, words_of(seated, asked))
        assert "Of 465,120 possible codes" in flat(seated)
        seated.press(0, "middle", "middle")
        assert seated.table.state.steps[-1] == without.table.state.steps[-1] == (0, question)


def test_to_pass_and_lose_is_asked_back_without_a_line_in_sight() -> None:
    game = next(one for one in CATALOG if one.name == "digitcode")
    options = Menu("", "", (Branch("Pass", "Pass", Choose("Pass and lose?", "", (PASS,), confirm=True)),))
    view = game.view(game.setup(game.read_options({}, 2), 2), 0)
    entered = Draft(options, (0, 0)).entry
    assert entered.complete
    drawn = game.render(game.read_options({}, 2), view, ("Ann", "Bob"), entered)
    assert drawn.entry
    assert all(isinstance(mark, TextMark) for mark in drawn.entry), "only words, no line of the digits"


def resumed(name: str, moves: tuple[str, ...], number: int = 0) -> Seated:
    """A game that was begun elsewhere, when a player with help is asked for one of these moves, for the `number`th time."""
    case = next(one for one in (case.values[0] for case in CASES) if one.game.name == name and one.seats == 2)
    asked = [
        (moment, seat)
        for moment in game(case, seed=6)
        for seat in case.game.to_act(moment.state)
        if isinstance(seat, int)
        and (prompt := case.game.prompt(case.options, case.game.view(moment.state, seat))) is not None
        and {*move_names(prompt)} & {*moves}
    ]
    moment, seat = asked[number * (len(asked) - 1) // 8]
    places = (0, 1) if seat == 0 else (1, 0)
    opened = Opened(name, case.game.rules, case.given, ("Ann", "Bob"), places, helps=helps_at(seat))
    seated = Seated(2, thinks=False)
    seated.carry_out(seated.table.resume(opened, moment.steps))
    return seated


def test_in_passcode_the_menu_says_what_the_next_card_may_be() -> None:
    seated = resumed("passcode", ("draw",))
    seated.choose(0, "promise")
    asked = next(effect for effect in seated.effects if isinstance(effect, AskPromise))
    assert asked.move == {"move": "draw", "pile": "draw"}
    words = words_of(seated, asked)
    assert words.startswith("The next card is the ")
    assert " that you need " in words
    give(seated, asked, words)
    assert "The next card" in flat(seated)


def touch(seated: Seated, move: Move, to: str = "promise") -> None:
    seated.carry_out(seated.table.handle(SeatAnswered(0, to, seated.table.state.number + 1, move)))


def test_by_touch_a_move_is_weighed_and_the_words_come_with_it() -> None:
    seated = decoding()
    assert seated.table.seat_moment(0).promising == ("guess",)
    touch(seated, GUESS)
    asked = next(effect for effect in seated.effects if isinstance(effect, AskPromise))
    assert promised(seated) == (GUESS, "")
    give(seated, asked, SAID)
    assert promised(seated) == (GUESS, SAID)
    assert seated.table.seat_moment(1).promise is None
    assert "1,680" not in seated.words(0), "the seat's own screen has no such row"
    other: Move = {"move": "guess", "pegs": ["red", "red", "red", "red"]}
    touch(seated, other)
    assert promised(seated) == (other, "")
    give(seated, asked, SAID)
    assert seated.effects == [], "the first question was replaced"


def promised(seated: Seated) -> tuple[Move, str]:
    promise = seated.table.seat_moment(0).promise
    assert promise is not None
    return promise.move, promise.words


def test_by_touch_an_impossible_move_is_refused() -> None:
    impossible: tuple[Move, ...] = ({"move": "guess", "pegs": ["red"]}, {"move": "leave"}, {"move": "set_code"})
    for move in impossible:
        seated = decoding()
        touch(seated, move)
        assert not any(isinstance(effect, AskPromise) for effect in seated.effects)
        assert seated.table.state.places[0].notices != ()


def test_the_secrecy_screen_covers_the_words() -> None:
    screens = []
    for words in ("Of 360 possible codes, about 60 would be left.", "This is the code."):
        table = Table(CATALOG, ("Ann", "Bob"), "lift")
        table.resume(
            Opened("mastermind", CATALOG[0].rules, {"codemaker": "table"}, ("Ann", "Bob"), helps=helps_at(0, 1)), ()
        )
        if table.game.to_act(table.state.game_state) == (CHANCE,):
            table.handle(Answered(CHANCE, table.state.number + 1, {"move": "set_code", "pegs": GUESS["pegs"]}))
        place = next(place for place in (0, 1) if (asked := table.prompt(place)) and move_names(asked) == ("guess",))
        draft = table.state.places[place].dialog.draft
        assert draft is not None
        for gesture in (*spell(draft, GUESS)[:-1], "right"):
            table.handle(Gestured(place, gesture))
        table.handle(PromiseGiven(place, table.state.number, GUESS, words))
        promise = table.state.places[place].estimate
        assert promise is not None
        assert promise.words == words
        assert "What it is worth" in room_words(table.screen(place))
        screens.append(table.screen(place))
    assert screens[0] == screens[1]


@pytest.mark.parametrize("number", one_round(range(8)))
@pytest.mark.parametrize("name", [game.name for game in CATALOG])
def test_every_move_that_may_be_weighed_has_words_that_fit_the_screen(name: str, number: int) -> None:
    seated = resumed(name, ("guess", "deduce", "ask_line", "propose", "draw"), number)
    prompt, pick = seated.table.prompt(0), random.Random(number).randrange
    assert prompt is not None
    weighed: list[Move] = []
    for move in (sample(prompt, pick) for _ in range(100)):
        if not seated.table.game.weighs(move) or move in weighed or len(weighed) == 3:
            continue
        weighed.append(move)
        touch(seated, move)
        asked = next(effect for effect in seated.effects if isinstance(effect, AskPromise))
        words = words_of(seated, asked)
        assert words.endswith(".")
        page = paragraph(words)
        assert 1 <= len(page) <= 2, "a player reads it at a glance"
        for marks in page:
            fits(Screen(marks))
        assert not seated.table.setup.lobby.weighs(move)


def test_the_same_question_by_touch_is_under_way_once() -> None:
    seated = decoding()
    touch(seated, GUESS)
    asked = next(effect for effect in seated.effects if isinstance(effect, AskPromise))
    touch(seated, GUESS)
    assert not any(isinstance(effect, AskPromise) for effect in seated.effects)
    give(seated, asked, SAID)
    promise = seated.table.state.places[0].estimate
    assert promise is not None
    assert promise.words == SAID
