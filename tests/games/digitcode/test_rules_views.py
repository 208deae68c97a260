"""What a seat's view and screen hold: every answer, and of a code nothing but the answers."""

import random
from typing import Any

import pytest
from msgspec import structs

from companion.core.prompt import sample
from companion.core.screen import Rendering, Screen, TextMark, Veil, every_mark
from companion.core.seat import CHANCE, Observer
from companion.games.digitcode import DIGITCODE
from companion.games.digitcode.possible import helping_sheet, possible_codes, sheet
from companion.games.digitcode.rules import (
    ALL_SPACES,
    AskedQuestion,
    AskLine,
    AskParity,
    ProposedCode,
    is_filled,
    true_answer,
)
from tests.games.digitcode.play import ALSO_WRONG, ONE, OTHER, WRONG, Play, duel, mastered

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")


def face(play: Play, observer: Observer) -> Rendering:
    return DIGITCODE.render(play.options, play.view(observer), NAMES[: play.seats], None)


def texts(play: Play, observer: Observer) -> list[str]:
    found = every_mark(Screen(tuple(mark for page in face(play, observer).pages for mark in page.marks)))
    return [mark.text for mark in found if isinstance(mark, TextMark)]


@pytest.mark.rule("C17")
def test_every_answer_can_be_read_on_some_page() -> None:
    play = duel().ask(0, 2, 0, 3, 1)
    answers = ("U < V", "Line P: 4", "FM is empty", "W is odd")
    for observer, who in ((0, "You"), (1, "Anna"), (None, "Anna")):
        assert {f"{who}: {answer}" for answer in answers} <= set(texts(play, observer))


@pytest.mark.rule("C17")
def test_a_long_name_is_shortened_and_its_answer_is_not() -> None:
    names = ("WWWWWWWWWWWW", "Bert")
    play = duel(opening="one").ask(0, 3).propose(1, WRONG)
    pages = DIGITCODE.render(play.options, play.view(None), names, None).pages
    words = [mark.text for page in pages for mark in page.marks if isinstance(mark, TextMark)]
    assert [text for text in words if text.startswith("W") and text.endswith(": FM is empty")] != []
    assert "Bert: 123 456 wrong" in words


@pytest.mark.rule("C17")
def test_without_the_sheet_a_screen_shows_what_was_told_and_with_it_what_follows() -> None:
    # J has 3 of 3 filled: all top bars. So no digit above is 1 or 4.
    line = {"move": "ask_line", "line": "J"}
    plain = duel(opening="one").move(0, line)
    helped = duel(opening="one", sheet=True).move(0, line)
    assert sheet_rows(plain, 0) == {}
    rows = sheet_rows(helped, 0)
    assert (rows["T"], rows["W"]) == ("0·23·56789", "0123456789")
    drawings = [{page.name: page for page in face(play, 0).pages}["Bert's code"] for play in (plain, helped)]
    assert drawings[0] != drawings[1]
    # The sheet is on the own screen alone, and works from the answers about the code that its seat looks for.
    assert sheet_rows(helped, None) == {}
    assert sheet_rows(helped, 1)["T"] == "0123456789"


def sheet_rows(play: Play, observer: Observer) -> dict[str, str]:
    """For each digit, by its letter, the numerals that its line of the sheet shows, from left to right."""
    rows: dict[str, str] = {}
    for page in face(play, observer).pages:
        if page.name.endswith("possible"):
            lines: dict[int, list[TextMark]] = {}
            for mark in page.marks:
                assert isinstance(mark, TextMark)
                lines.setdefault(mark.y, []).append(mark)
            for marks in lines.values():
                letter, *numerals = (mark.text for mark in sorted(marks, key=lambda mark: mark.x))
                rows[letter] = "".join(numerals)
    return rows


@pytest.mark.rule("C17")
@pytest.mark.parametrize("seed", range(5))
def test_the_sheet_never_excludes_the_truth_and_leaves_one_code_when_all_was_asked(seed: int) -> None:
    pick = random.Random(seed).randrange
    play = duel(opening="one")
    for _ in range(40):
        (seat,) = play.to_act
        move = sample(play.prompt(int(seat)), pick)
        if move["move"] != "propose":
            play.move(seat, move)
        about = tuple(one for one in play.view(None).asked if one.of == 1)
        found = helping_sheet(about)
        assert all(digit in digits for digit, digits in zip(OTHER, found.digits, strict=True))
        for space, known in zip(ALL_SPACES, found.spaces, strict=True):
            assert known in (None, is_filled(OTHER, space))
    for space in ALL_SPACES:
        if play.to_act == (1,):
            play.ask(1, 0)
        play.move(0, {"move": "ask_space", "column": space.column, "row": space.row})
    found = helping_sheet(tuple(one for one in play.view(None).asked if one.of == 1))
    assert (found.count, found.digits) == (1, tuple((digit,) for digit in OTHER))


@pytest.mark.rule("C3", "C18")
def test_a_code_on_its_makers_screen_stands_behind_a_veil() -> None:
    for play, maker in ((duel(), 0), (duel(), 1), (mastered(3), 0)):
        veils = [mark for page in face(play, maker).pages for mark in page.marks if isinstance(mark, Veil)]
        assert len(veils) == 1
        others = [
            seat
            for seat in (None, *range(play.seats))
            if seat is None or play.view(seat).codes.count(None) == play.seats
        ]
        assert not any(
            isinstance(mark, Veil) for seat in others for page in face(play, seat).pages for mark in page.marks
        )


def test_the_event_line_names_what_happened_last_and_who_is_next() -> None:
    def told(play: Play, *facts: str) -> None:
        said = DIGITCODE.describe(play.options, play.view(None), NAMES)
        assert all(fact in said for fact in facts), said

    play = Play(2)
    told(play, "Codes are being made", "Anna")
    told(play.code(0, ONE).code(1, OTHER), "Both codes are made", "Anna")
    told(play.ask(0, 0), "Anna asked", "line P has 4", "Anna's turn")
    told(play.ask(0, 1, 2, 3), "Anna asked", "F, M is empty", "Bert's turn")
    told(play.ask(1, 0, 1, 2, 3).propose(0, WRONG), "Anna proposed 123456", "wrong", "Bert's turn")
    told(play.ask(1, 1).propose(0, OTHER), "828560: right", "Bert has one last chance")
    last = play.state
    told(play.move(1, {"move": "pass"}), "Bert passed", "Anna wins")
    play.state = last
    told(play.propose(1, ONE), "draw", "Bert will begin")
    table = mastered(3, master="table").ask(0, 0).ask(1, 1).ask(2, 2)
    told(table, "Cleo asked", "V is larger than the one at U", "Anna's turn")


@pytest.mark.rule("C12", "C13", "C15")
@pytest.mark.parametrize(
    ("play", "told"),
    [
        (
            duel(opening="one").ask(0, 0).propose(1, ONE),
            (
                "Bert found your code. Bert wins. Bert's code was 828 560.",
                "You found Anna's code. You win. Anna's code was 407 193.",
            ),
        ),
        (
            duel(opening="one").propose(0, WRONG).ask(1, 0).propose(0, ALSO_WRONG),
            (
                "You are out: 2 wrong proposals. Bert wins. Bert's code was 828 560.",
                "Anna is out: 2 wrong proposals. You win. Anna's code was 407 193.",
            ),
        ),
        (
            duel(opening="one").propose(0, OTHER).propose(1, WRONG),
            (
                "You found Bert's code. Bert's last try was wrong. You win. Bert's code was 828 560.",
                "Anna found your code. Your last try was wrong. Anna wins. Anna's code was 407 193.",
            ),
        ),
        (
            duel(opening="one").propose(0, OTHER).move(1, {"move": "pass"}),
            (
                "You found Bert's code. Bert passed. You win. Bert's code was 828 560.",
                "Anna found your code. You passed. Anna wins. Anna's code was 407 193.",
            ),
        ),
        (
            mastered(3).propose(1, WRONG).propose(2, WRONG).propose(1, ALSO_WRONG).propose(2, ALSO_WRONG),
            (
                "All are out: 2 wrong proposals each. You win.",
                "All are out: 2 wrong proposals each. Anna wins. Anna's code was 407 193.",
            ),
        ),
        (
            mastered(1, master="table").propose(0, WRONG).propose(0, ALSO_WRONG),
            ("You are out: 2 wrong proposals. Nobody wins. The table's code was 407 193.",),
        ),
    ],
)
def test_each_player_reads_how_the_game_ended_and_by_whom(play: Play, told: tuple[str, ...]) -> None:
    assert DIGITCODE.ending is not None
    for seat, said in enumerate(told):
        assert DIGITCODE.ending(play.options, play.view(seat), NAMES[: play.seats]).strip() == said


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_in_a_view_is_the_one_of_the_code_it_is_about(seed: int) -> None:
    pick = random.Random(seed).randrange
    play = Play(3, master="table")
    while play.to_act:
        actor = play.to_act[0]
        prompt = DIGITCODE.ask(play.options, play.state, actor)
        assert prompt is not None
        after = DIGITCODE.submit(play.options, play.state, actor, sample(prompt, pick))
        play.state = after
    code = play.view(None).table_code
    assert code is not None
    assert actor != CHANCE
    assert all(true_answer(code, one.question) == one.answer for one in play.view(None).asked)


@pytest.mark.rule("C17")
def test_the_sheet_is_worked_out_from_the_answers_alone() -> None:
    """A wrong proposal excludes a code and no digit of the sheet; who makes the code has none."""
    options = DIGITCODE.read_options({"master": "table", "sheet": True}, 2)
    state: Any = DIGITCODE.setup(options, 2)
    code = (1, 2, 3, 4, 5, 6)
    state = DIGITCODE.apply(state, "chance", {"move": "set_code", "digits": list(code)})
    questions = (AskParity("T"), AskLine("A"), AskLine("L"))
    asked = tuple(AskedQuestion(0, "table", one, true_answer(code, one)) for one in questions)
    view = DIGITCODE.view(state, 0)
    view = type(view)(**{name: getattr(view, name) for name in view.__struct_fields__} | {"asked": asked})
    found = sheet(options, view)
    assert found is not None
    left = list(possible_codes(asked))
    assert found.count == len(left)
    assert tuple(found.digits.values()) == tuple(tuple(sorted({one[place] for one in left})) for place in range(6))
    failed = (ProposedCode(0, left[0], correct=False),)
    again = type(view)(**{name: getattr(view, name) for name in view.__struct_fields__} | {"proposals": failed})
    assert sheet(options, again) == found
    assert sheet(structs.replace(options, sheet=False), view) is None
    duel = DIGITCODE.read_options({"master": 0, "sheet": True}, 3)
    assert sheet(duel, DIGITCODE.view(DIGITCODE.setup(duel, 3), 0)) is None
