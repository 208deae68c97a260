"""What the screens of Passcode say at the moments that random games rarely come to."""

import pytest
from msgspec import structs

from companion.core.die import ORIENTATIONS
from companion.core.entry import Entry
from companion.core.keys import Gesture
from companion.core.prompt import Move, Prompt
from companion.core.screen import FilledBox, Mark, Outline, Rendering, Screen, TextMark, Veil, every_mark
from companion.games.passcode import PASSCODE
from companion.games.passcode.screens import CELL_SIZE, LOWER
from companion.ui.editor import Dialog, Draft
from companion.ui.screens import compose
from tests.games.passcode.play import Play, begun, completed, tie
from tests.key_spelling import spell

KEYS: dict[str, Gesture] = {"l": "left", "m": "middle", "r": "right"}
NAMES = ("Ann", "Benedikt", "Cleo", "Dan", "Eve", "Finn")


def face(play: Play, seat: int | None, entered: Entry | None = None) -> Rendering:
    return PASSCODE.render(play.options, play.view(seat), NAMES[: play.seats], entered)


def texts(screen: Screen) -> list[TextMark]:
    return [mark for mark in every_mark(screen) if isinstance(mark, TextMark)]


def words(play: Play, seat: int | None, page: int = 0) -> list[str]:
    return [mark.text for mark in texts(Screen(face(play, seat).pages[page].marks))]


def body_marks(play: Play, seat: int) -> tuple[Mark, ...]:
    """What stands in the body while a move is entered, before the first key."""
    marks = face(play, seat, Draft(asked(play, seat)).entry).entry
    assert marks is not None
    return marks


def asked(play: Play, seat: int) -> Prompt:
    prompt = PASSCODE.prompt(play.options, play.view(seat))
    assert prompt is not None
    return prompt


def entering(play: Play, seat: int, keys: str = "") -> Screen:
    """The screen after some keys, each by its first letter."""
    draft = Draft(asked(play, seat))
    for key in keys:
        after = draft.press(KEYS[key])
        assert isinstance(after, Draft)
        draft = after
    return compose(Dialog(draft), lambda entered: face(play, seat, entered))


def title(screen: Screen) -> str:
    return next(mark.text for mark in texts(screen) if mark.y == 1)


def keys(screen: Screen) -> list[str]:
    return [mark.text for mark in texts(screen) if mark.y > 50]


def presses(play: Play, seat: int, **move: object) -> int:
    wanted: Move = dict(move)
    return len(spell(asked(play, seat), wanted))


def test_the_hand_stands_behind_a_veil_on_the_owners_screen_alone() -> None:
    play = begun(2, "4 5 1")
    veils = [mark for mark in face(play, 0).pages[0].marks if isinstance(mark, Veil)]
    assert [mark.text for veil in veils for mark in veil.marks if isinstance(mark, TextMark)] == ["4"]
    for seat in (None, 1):
        assert "4" not in [text for number in range(2) for text in words(play, seat, number)]
    assert not any(isinstance(mark, Veil) for page in face(play, None).pages for mark in page.marks)


def test_while_a_card_is_chosen_the_hand_stands_behind_a_veil() -> None:
    play = begun(2, "4 5 1")
    play.draw(0, "3")
    open_to_all = [mark.text for mark in body_marks(play, 0) if isinstance(mark, TextMark) and mark.y >= LOWER.y]
    assert open_to_all == []


def test_played_digits_are_lit_the_next_one_is_framed_and_named() -> None:
    play = begun(2, "4 5 1")
    play.draw(0, "2")
    play.do(0, "play", card="2")
    marks = face(play, 0).pages[0].marks
    lit = [mark.x for mark in marks if isinstance(mark, FilledBox) and mark.width == CELL_SIZE[0]]
    framed = [mark.x for mark in marks if isinstance(mark, Outline) and mark.width == CELL_SIZE[0]]
    assert (lit, framed) == ([27], [40])
    assert "Need 2" in words(play, 0)


def test_the_cards_stand_above_the_keys_that_are_about_them() -> None:
    play = begun(2, "4 5 1")
    play.draw(0, "2")
    screen = entering(play, 0)
    cards = [(mark.text, mark.x) for mark in texts(screen) if mark.face == "number" and mark.y > LOWER.y]
    assert [text for text, _ in sorted(cards, key=lambda card: card[1])] == ["2", "4"]
    assert {"Held", "Drawn"} <= {mark.text for mark in texts(screen)}
    twins = begun(2, "2 5 1")
    twins.draw(0, "2")
    centres = [mark.x for mark in texts(entering(twins, 0)) if mark.face == "number" and mark.y > LOWER.y]
    assert len(set(centres)) == 2, "two alike stand beside each other"
    assert not {"Held", "Drawn"} & {mark.text for mark in texts(entering(twins, 0))}, "and need no name"


@pytest.mark.rule("P9")
def test_every_way_to_use_a_card_has_a_box() -> None:
    for held, drawn, boxes in (
        ("4", "3", ["Drop 3", "Drop 4"]),
        ("4", "4", ["Drop 4"]),
        ("2", "2", ["Play 2", "Drop 2"]),
        ("3", "KEY", ["Use KEY", "Drop it", "Drop 3"]),
        ("2", "KEY", ["Play 2", "Use KEY", "Drop"]),
        ("FAIL", "3", ["Drop 3", "Keep"]),
        ("FAIL", "KEY", ["Use KEY", "Drop it", "Keep"]),
    ):
        play = begun(2, f"{held} 5 1")
        play.draw(0, drawn)
        assert keys(entering(play, 0)) == boxes


def test_few_presses_do() -> None:
    play = begun(2, "KEY 5 1")
    assert presses(play, 0, move="draw", pile="draw") == 1
    play.draw(0, "2")
    assert [presses(play, 0, move="play", card=card) for card in ("2", "KEY")] == [1, 1]
    assert [presses(play, 0, move="discard", card=card) for card in ("2", "KEY")] == [2, 2]
    play = completed("KEY")
    assert {presses(play, 0, move="lay_down", card="KEY", number=number) for number in range(1, 7)} == {3}
    assert presses(play, 0, move="decline") == 1


def test_a_key_asks_for_its_number() -> None:
    screen = entering(completed("KEY"), 0, "l")
    assert title(screen) == "Which number?"
    assert keys(screen) == ["1 or 2", "3 or 4", "5 or 6"]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.rule("P2", "P4")
def test_turning_shows_each_seat_its_own_number_for_either_way(seats: int) -> None:
    for lies in ORIENTATIONS:
        play = Play(seats)
        play.roll(0, *lies)
        for seat in range(seats):
            waiting = [mark.text for mark in texts(Screen(face(play, seat).pages[0].marks)) if mark.face == "value"]
            assert waiting == [str(lies.towards(seats)[seat])]
        shown = [mark.text for mark in texts(Screen(body_marks(play, 0))) if mark.face == "value"]
        assert shown == [str(way.towards(seats)[0]) for way in (lies, lies.turned())], "the one who turns it"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("way", ["left", "right"])
@pytest.mark.rule("P4")
def test_the_last_roll_is_drawn_as_it_was_turned(seats: int, way: str) -> None:
    play = Play(seats)
    play.roll(0, 1, 2)
    play.do(0, "turn", to=way)
    for seat in range(seats):
        got = str(play.view().codes[seat][0][0])
        (newest,) = [mark.text for mark in texts(Screen(face(play, seat).pages[0].marks)) if mark.inverse]
        assert newest == got, "lit in the own code"
        lit = [mark for mark in texts(Screen(face(play, seat).pages[1].marks)) if mark.inverse]
        assert [mark.text for mark in lit] == [got] * 2, "on the die and beside it"


def test_before_the_first_roll_each_seat_reads_which_side_is_its_own() -> None:
    play = Play(6)
    told = [" ".join(word for word in words(play, seat) if word != "·") for seat in (0, 4, 5)]
    mine = ("side that faces you.", "number on top.", "number below.")
    assert told == [f"Your code: ??? The die gives you the {which}" for which in mine]


@pytest.mark.rule("P7")
def test_the_last_roll_for_the_beginning_is_drawn_and_no_roll_for_the_codes() -> None:
    play = Play(2, levels=[3], turning=False)
    play.codes()
    play.deal("1", "1", "1")
    assert not any("roll:" in line for line in words(play, 1))
    play.roll(0, 4)
    assert "Your roll:" in words(play, 0)


@pytest.mark.rule("P14")
def test_who_waits_reads_whose_turn_it_is_and_a_last_turn_is_called_one() -> None:
    play = completed("3", levels=[3, 4])
    assert face(play, 1).status.startswith("Ann may lock in")
    play.do(0, "lay_down", card="3")
    assert face(play, 0).status.startswith("Benedikt draws")
    assert "Next turn: roll a 3" in words(play, 0)
    play.drop(1)
    assert face(play, 1).status == "Ann rolls for 3"
    assert "A 3 locks you in" in words(play, 0)
    play.roll(0, 3)
    assert face(play, 0).status.startswith("Benedikt")
    assert title(entering(play, 1)) == "Last turn: draw?"
    assert "You won this round" in words(play, 0)


@pytest.mark.rule("P14")
def test_who_laid_a_card_down_reads_whether_there_is_still_a_roll_for_it() -> None:
    play = completed("3", levels=[3, 4])
    play.do(0, "lay_down", card="3")
    view = PASSCODE.view(play.state, 0)
    for last_turns, said in (((0,), "Last turn: roll a 3"), ((), "You did not lock in")):
        late = structs.replace(view, round_winner=1, last_turns=last_turns, turn_of=1)
        page = PASSCODE.render(play.options, late, NAMES[:2], None).pages[0]
        assert said in [mark.text for mark in page.marks if isinstance(mark, TextMark)]


@pytest.mark.rule("P10", "P11")
def test_fails_and_being_locked_out_are_said_in_words() -> None:
    play = begun(2, "4 5 1")
    for number in range(3):
        assert (f"FAIL {number}/3" in words(play, 0)) == (number > 0)
        play.draw(0, "FAIL")
        play.drop(1)
    assert "Locked out: roll a 2" in words(play, 0)
    assert title(entering(play, 0)) == "Roll 2: back in"
    assert "out" in words(play, 1, page=1)


@pytest.mark.rule("P18")
def test_a_playoff_says_so_and_names_who_looks_on() -> None:
    play = tie()
    assert " ".join(words(play, 1)).startswith("A tie: one more round.")
    play.roll(1, 1, 3)
    play.card("2", "6", "1")
    assert "PLAYOFF" in words(play, 1)
    assert words(play, 0)[:3] == ["You", "watching", "Benedik"]


@pytest.mark.rule("P18")
def test_in_a_playoff_the_one_who_rolls_has_the_front_of_the_die() -> None:
    play = tie(turning=True)
    roller = PASSCODE.to_act(play.state)[0]
    assert isinstance(roller, int)
    play.roll(roller, 1, 2)
    shown = [mark.text for mark in texts(Screen(body_marks(play, roller))) if mark.face == "value"]
    assert shown == ["2", str(ORIENTATIONS[0]._replace(top=1, front=2).turned().front)]
    play.do(roller, "turn", to="left")
    assert play.view().codes[roller][-1] == (2,)


@pytest.mark.rule("P16", "P17")
def test_the_one_who_locks_in_wins_and_every_score_page_says_that_low_is_good() -> None:
    play = completed("3")
    for seat in (0, 1, None):
        assert [page.name for page in face(play, seat).pages if page.label == "Points"] == ["Low is good"]
    assert "the lowest score wins" in getattr(asked(play, 0), "help", "")
    play.do(0, "lay_down", card="3")
    play.drop(1, "4")
    play.roll(0, 3)
    play.drop(1, "4")
    assert play.view().winners == (0,)
    assert (face(play, 0).status, face(play, 1).status) == ("You win: LEVEL 3", "Ann wins")
    assert words(play, 1)[:4] == ["Ann", "0", "You", "1"]
