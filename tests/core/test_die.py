"""The orientations of a cube, its faces, and which seat sees which."""

import pytest

from companion.core.die import FACES, ORIENTATIONS, Orientation, is_orientation, opposite


def tipped(lies: Orientation) -> Orientation:
    """Rolled over the right edge: the left face comes to the top."""
    return Orientation(lies.left, lies.front)


@pytest.mark.rule("P1")
def test_there_are_24_orientations() -> None:
    assert len(set(ORIENTATIONS)) == 24
    assert sum(is_orientation(top, front) for top in range(-1, 9) for front in range(-1, 9)) == 24


@pytest.mark.rule("P1")
def test_what_no_die_shows_is_no_orientation() -> None:
    for top, front in ((1, 1), (1, 6), (6, 1), (0, 3), (3, 0), (7, 2), (2, 7), (2, 5)):
        assert not is_orientation(top, front), (top, front)


@pytest.mark.rule("P1")
def test_with_1_on_top_and_2_in_front_3_is_on_the_right() -> None:
    lies = Orientation(1, 2)
    assert (lies.right, lies.left, lies.back, lies.bottom) == (3, 4, 5, 6)


@pytest.mark.rule("P1")
def test_every_orientation_shows_every_face_once_and_opposites_are_7() -> None:
    for lies in ORIENTATIONS:
        assert sorted([*lies, lies.right, lies.left, lies.back, lies.bottom]) == list(FACES)
        assert lies.left + lies.right == lies.front + lies.back == lies.top + lies.bottom == 7
    assert [opposite(face) for face in FACES] == [6, 5, 4, 3, 2, 1]


@pytest.mark.rule("P1")
def test_1_2_3_run_anticlockwise_round_their_corner_however_it_lies() -> None:
    """Seen from outside the corner of top, front and right, that order is anticlockwise: 1, 2, 3 or a rotation of it."""
    round_the_corner = {(1, 2, 3), (2, 3, 1), (3, 1, 2)}
    seen = {(lies.top, lies.front, lies.right) for lies in ORIENTATIONS}
    assert round_the_corner <= seen
    assert not seen & {(3, 2, 1), (2, 1, 3), (1, 3, 2)}


@pytest.mark.rule("P1", "P4")
def test_turning_and_tipping_make_the_group_of_24_rotations() -> None:
    """Each has order 4, turning keeps the top, and from one orientation the two reach all 24, and no more."""
    for lies in ORIENTATIONS:
        assert lies.turned().top == lies.top
        assert lies.turned().front == lies.right
        assert lies.turned().turned().front == lies.back
        assert lies.turned().turned().turned().turned() == lies
        assert tipped(tipped(tipped(tipped(lies)))) == lies
        assert lies.turned() != lies.turned().turned()
    reached, new = set(), {Orientation(1, 2)}
    while new:
        reached |= new
        new = {step(lies) for lies in new for step in (Orientation.turned, tipped)} - reached
    assert reached == set(ORIENTATIONS)


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("seats", "faces"),
    [(2, (2, 5)), (3, (2, 4, 5)), (4, (2, 4, 5, 3)), (5, (2, 4, 5, 3, 1)), (6, (2, 4, 5, 3, 1, 6))],
)
def test_the_face_towards_each_seat(seats: int, faces: tuple[int, ...]) -> None:
    assert Orientation(1, 2).towards(seats) == faces
    for lies in ORIENTATIONS:
        assert len(set(lies.towards(seats))) == seats
