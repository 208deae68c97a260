"""What the screens of Passcode say, at the moments that random games rarely come to."""

import pytest

from companion.core.screen import FilledBox, Rendering, Screen, TextMark, Veil, every_mark, misfits, crowded
from companion.games.passcode.game import PASSCODE
from companion.ui.raster import draw
from tests.games.passcode.play import Play, begun, completed, tie
from tests.pictures import as_text

NAMES = ("Ann", "Benedikt", "Cleo")


def face(play: Play, seat: int | None, lines: int = 6) -> Rendering:
    return PASSCODE.render(play.options, play.view(seat), NAMES[: play.seats], lines)


def words(play: Play, seat: int | None, lines: int = 6, page: int = 0) -> list[str]:
    marks = every_mark(Screen(face(play, seat, lines).pages[page].marks))
    return [mark.text for mark in marks if isinstance(mark, TextMark)]


def tell(play: Play) -> str:
    return PASSCODE.describe(play.options, play.view(), NAMES[: play.seats])


def test_the_hand_stands_behind_a_veil_on_the_owners_screen_alone() -> None:
    play = begun(2, "4 5 1")
    veils = [mark for mark in face(play, 0).pages[0].marks if isinstance(mark, Veil)]
    assert [mark.text for veil in veils for mark in veil.marks if isinstance(mark, TextMark)] == ["4"]
    for page in face(play, None).pages:
        assert not any(isinstance(mark, Veil) for mark in page.marks)
    hidden = [mark for mark in every_mark(Screen(face(play, 1).pages[0].marks)) if isinstance(mark, TextMark)]
    assert ("4", 2) not in [(mark.text, mark.scale) for mark in hidden]


def test_the_next_digit_is_underlined_and_those_played_are_solid() -> None:
    play = begun(2, "4 5 1")
    play.draw(0, "2")
    play.do(0, "play", card="2")
    solid = [mark for mark in face(play, 0).pages[0].marks if isinstance(mark, FilledBox) and mark.width == 11]
    assert [(mark.x, mark.height) for mark in solid] == [(0, 14), (13, 2)]


def test_turning_shows_what_either_way_gives_to_who_looks() -> None:
    play = Play(3)
    play.roll(0, 1, 2)
    shown = [mark.text for mark in face(play, 1, 4).pages[0].marks if isinstance(mark, TextMark) and mark.scale == 2]
    assert shown == ["4", "2"], "on the left of the front 2 is 4; a quarter turn on it is 2"


def test_who_waits_reads_whose_turn_it_is_and_what_for() -> None:
    play = completed("3")
    assert face(play, 1).status == "Ann may lock in"
    assert tell(play) == "Ann has completed LEVEL 3 and may lay a card down."
    play.do(0, "lay_down", card="3")
    assert tell(play) == "Benedikt is to draw, 0 of 3 digits. On the discard pile lies a 1."
    assert face(play, 0).status == "Benedikt draws a card"
    play.drop(1)
    assert face(play, 1).status == "Ann rolls for 3"
    assert "A 3 locks it in" in words(play, 0)
    play.roll(0, 3)
    assert tell(play).startswith("Ann has locked in; last turns.")


def test_locked_out_says_what_lets_one_in() -> None:
    play = begun(2, "4 5 1")
    for _ in range(3):
        play.draw(0, "FAIL")
        play.drop(1)
    assert "Out! A 2 lets in" in words(play, 0, 4)
    assert "out" in words(play, 1, page=1)


def test_every_page_of_a_playoff_fits() -> None:
    play = tie()
    assert tell(play) == "A tie: Benedikt rolls one number for each of the tied."
    moments = [play.state]
    play.roll(1, 1, 3)
    play.card("2", "6", "1")
    moments.append(play.state)
    for state in moments:
        play.state = state
        for seat in (None, 0, 1, 2):
            for lines in (4, 6):
                for page in face(play, seat, lines).pages:
                    assert misfits(Screen(page.marks)) == ()
                    assert crowded(Screen(page.marks)) == ()
    assert "PLAYOFF" in words(play, 1)
    assert as_text(draw(Screen(face(play, 1).pages[0].marks)))


@pytest.mark.rule("P16", "P17")
def test_the_lowest_score_wins_and_every_score_page_says_so() -> None:
    play = completed("3")
    for seat in (0, 1, None):
        for lines in (4, 6):
            scores = [page for page in face(play, seat, lines).pages if page.name.startswith("Score")]
            assert [mark.text for mark in scores[-1].marks if isinstance(mark, TextMark)][-1] == "The lowest score wins"
    prompt = PASSCODE.prompt(play.options, play.view(0))
    assert prompt is not None
    assert "the lowest score wins" in prompt.help
    play.do(0, "lay_down", card="3")
    play.drop(1, "4")
    play.roll(0, 3)
    play.drop(1, "4")
    assert play.view().winners == (0,)
    for lines in (4, 6):
        assert [text.split() for text in words(play, 1, lines)] == [
            ["Ann", "0"],
            ["Benedi", "1"],
            ["The", "lowest", "score", "wins"],
        ]
    assert "of which the lowest is the best" in tell(play)
