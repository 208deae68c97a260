"""The screens of Digit Code at rare moments, in how many presses a move is made, and what is drawn while one is entered."""

import random
from typing import Any

import pytest

from companion.core.entry import Entry
from companion.core.prompt import Menu, every, sample
from companion.core.screen import FilledBox, Mark, Screen, TextMark, every_mark
from companion.games.digitcode import DIGITCODE
from companion.ui.editor import Draft, Spelled, sole_label
from tests.games.digitcode.play import ONE, OTHER, WRONG, Play, duel, mastered
from tests.games.fits import NAMES, assert_fits
from tests.key_spelling import spell


@pytest.mark.parametrize("sheet", [False, True])
def test_what_random_games_rarely_come_to_fits(sheet: bool) -> None:
    """A last chance, a draw, the codes after it, and a game of two hundred questions."""

    def begun() -> Play:
        return duel(opening="one", sheet=sheet).propose(0, WRONG).ask(1, 0).propose(0, OTHER)

    rare = [begun(), begun().propose(1, ONE), begun().propose(1, ONE).code(0, OTHER)]
    rare += [begun().propose(1, ONE).code(0, OTHER).code(1, ONE), begun().move(1, {"move": "pass"})]
    assert [play.phase for play in rare] == ["last", "code", "code", "ask", "over"]
    long = mastered(3, sheet=sheet)
    for number in range(200):
        long.ask(1 + number % 2, number % 4)
    for play in (*rare, long):
        assert_fits(DIGITCODE, play.options, play.state, random.Random(1).randrange)


# What is asked, and in how many presses.


def presses(play: Play, seat: int, move: dict[str, Any]) -> int:
    """How many keys a move takes; they are pressed, and make it."""
    draft: Any = Draft(play.prompt(seat))
    gestures = spell(play.prompt(seat), move)
    for gesture in gestures:
        draft = draft.press(gesture)
    assert draft == Spelled(move)
    return len(gestures)


def test_a_question_takes_four_to_six_presses() -> None:
    play = duel(opening="one")
    most = dict.fromkeys(("ask_line", "ask_parity", "ask_larger", "ask_space"), 0)
    for move in every(play.prompt(0)):
        if move["move"] == "propose":
            break
        most[move["move"]] = max(most[move["move"]], presses(play, 0, move))
    assert most == MOST


MOST = {"ask_line": 4, "ask_parity": 4, "ask_larger": 4, "ask_space": 6}


def test_every_step_of_an_opening_has_keys() -> None:
    play = duel()
    for number in range(4):
        for move in every(play.prompt(0)):
            assert presses(play, 0, move) <= MOST["ask_space"]
        play.ask(0, number)


def test_a_proposal_takes_about_fifteen_presses_and_a_secret_code_always_as_many() -> None:
    play = duel(opening="one")
    pick = random.Random(3).randrange
    prompt = play.prompt(0)
    assert isinstance(prompt, Menu)
    counts = [presses(play, 0, sample(prompt.branches[-1].prompt, pick)) for _ in range(30)]
    assert sum(counts) / len(counts) < 16
    assert max(counts) <= 20
    play.propose(0, OTHER)
    assert presses(play, 1, {"move": "pass"}) == 2
    new = Play(2)
    assert len({presses(new, 0, sample(new.prompt(0), pick)) for _ in range(30)}) == 1
    assert Play(2).prompt(0) == DIGITCODE.chance(Play(1, master="table").state)


# What stands in the body while a question is made.


def body(play: Play, seat: int, *keys: Any) -> tuple[Mark, ...]:
    return drawn(play, seat, body_draft(play, seat, *keys).entry)


def body_draft(play: Play, seat: int, *keys: Any) -> Draft:
    draft = Draft(play.prompt(seat))
    for key in keys:
        after = draft.press(key)
        assert isinstance(after, Draft)
        draft = after
    return draft


def drawn(play: Play, seat: int, entered: Entry) -> tuple[Mark, ...]:
    shown = DIGITCODE.render(play.options, play.view(seat), NAMES[: play.seats], entered).entry
    assert shown is not None
    return every_mark(Screen(shown))


def lit(marks: tuple[Mark, ...]) -> list[str]:
    """The letters on a lit ground."""
    return [mark.text for mark in marks if isinstance(mark, TextMark) and mark.inverse]


def test_who_asks_again_reads_the_last_answer_first() -> None:
    """In an opening, up to the last kind, and alone; not before what a proposal has led to."""

    def read(play: Play, *keys: Any) -> list[str]:
        return [mark.text for mark in body(play, 0, *keys) if isinstance(mark, TextMark)]

    opening, alone = duel(), Play(1, master="table", opening="one").code("chance", ONE)
    assert "You asked:" not in read(opening)
    for number in range(3):
        opening.ask(0, number)
        assert read(opening)[0] == "You asked:"
    assert [sole_label(one) for one in body_draft(opening, 0).step.entries] == ["Space"]
    assert read(alone.ask(0, 0))[0] == "You asked:"
    assert "You asked:" not in read(alone, "middle")
    assert "You asked:" not in read(alone.propose(0, WRONG))


def test_the_lines_that_a_key_leads_to_have_their_letters_in_the_drawing() -> None:
    play = duel(opening="one")
    for keys, lines in (
        (("left", "left"), "ABCDEFGHI"),
        (("left", "middle"), "JKLMN"),
        (("left", "right"), "OPQRS"),
        (("left", "left", "right"), "GHI"),
        (("left", "middle", "left"), "JK"),
    ):
        drawn = [mark.text for mark in body(play, 0, *keys) if isinstance(mark, TextMark)]
        assert drawn == list(lines), keys


def test_the_digits_that_a_key_leads_to_are_lit_in_their_map() -> None:
    play = duel(opening="one")
    assert sorted(lit(body(play, 0, "middle", "left"))) == list("TUVWXY")
    assert lit(body(play, 0, "middle", "left", "right")) == ["X", "Y"]


def test_a_digit_of_a_code_in_making_is_drawn_as_it_is_entered() -> None:
    new = Play(2)
    keys = spell(new.prompt(0), {"move": "set_code", "digits": list(ONE)})
    per_digit = (len(keys) - 1) // 6
    drawings = [body(new, 0, *keys[: per_digit * count]) for count in range(7)]
    solid = [
        sum(isinstance(mark, FilledBox) and mark.pattern == 1 and mark.height > 1 for mark in one) for one in drawings
    ]
    assert solid == [0, 4, 10, 13, 15, 21, 26], "4 has four segments, 0 six, 7 three, 1 two, 9 six, 3 five"


def test_beside_a_code_in_making_stands_why_a_digit_is_missing_or_its_key_is_pressed_again() -> None:
    new = Play(2)
    keys = spell(new.prompt(0), {"move": "set_code", "digits": list(ONE)})
    per_digit = (len(keys) - 1) // 6
    told = [" ".join(words(body(new, 0, *keys[:count]))) for count in range(2 * per_digit)]
    assert ["Not 4" in line for line in told] == [False] * per_digit + [True] * per_digit
    assert "Press 4 again" in told[per_digit - 1]


def test_beside_a_code_in_making_stands_that_it_is_secret_and_beside_a_proposal_whose_it_is() -> None:
    solving = duel(opening="one")
    keys = spell(solving.prompt(0), {"move": "propose", "digits": list(OTHER)})
    own, proposed = " ".join(words(body(Play(2), 0))), " ".join(words(body(solving, 0, *keys[:1])))
    assert "Only you" in own
    assert "Only you" not in proposed
    assert NAMES[1][:3] in proposed


@pytest.mark.rule("C12")
def test_beside_a_whole_proposal_stands_what_a_wrong_one_costs() -> None:
    def stake(play: Play, seat: int) -> str:
        return " ".join(words(body(play, seat, *spell(play.prompt(seat), propose)[:-1])))

    propose = {"move": "propose", "digits": list(WRONG)}
    solving = duel(opening="one")
    assert "Wrong twice, you lose." in stake(solving, 0)
    solving.propose(0, WRONG).ask(1, 0)
    assert "Wrong again, you lose." in stake(solving, 0)
    assert "If wrong, you lose." in stake(solving.propose(0, OTHER), 1)
    assert "Wrong twice, you are out." in stake(mastered(3), 1)


def words(marks: tuple[Mark, ...]) -> list[str]:
    return [mark.text for mark in marks if isinstance(mark, TextMark)]


def test_every_key_that_leads_to_questions_is_explained_in_a_line() -> None:
    play = duel()
    for keys in ((), ("right",)):
        prompt = body_draft(play, 0, *keys).step
        lines = words(body(play, 0, *keys))
        for label in (sole_label(choice) for choice in prompt.entries):
            assert any(line.startswith(label.rstrip("?") + ":") for line in lines), label


def test_who_waits_reads_the_last_answer_in_words_beside_the_letters_of_what_was_asked() -> None:
    play = duel().ask(0, 0, 1, 2, 3)
    space = waiting(play, 0)
    assert "Space FM is empty" in " ".join(words(space))
    assert {"F", "M"} <= set(words(space)), "its column and its row stand at the map"
    line = waiting(play.ask(1, 0, 1, 2, 3).ask(0, 0), 0)
    assert "Line P has 4" in " ".join(words(line))
    assert "P" in words(line)
    assert " ".join(words(line)).startswith("You asked:"), "and not the other player, who has asked as much"


def test_the_digits_of_the_last_answer_are_lit_on_their_map() -> None:
    play = duel().ask(0, 1)
    assert lit(waiting(play, 0)) == ["W"]


def waiting(play: Play, seat: int) -> tuple[Mark, ...]:
    """What a seat sees first that waits."""
    return DIGITCODE.render(play.options, play.view(seat), NAMES[:2], None).pages[0].marks
