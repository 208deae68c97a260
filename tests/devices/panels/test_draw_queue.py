"""Drawing order: urgent first, then the longest wait. The newest picture wins. The back-off doubles."""

from companion.core.picture import BLANK
from companion.core.seat import Place
from companion.devices.panels.bus import FIRST_RETRY_WAIT, LONGEST_RETRY_WAIT, DrawQueue, QueuedContrast, QueuedPicture
from tests.devices.pictures import lit

A, B, C = lit((0, 0)), lit((1, 1)), lit((2, 2))


def taken(turns: DrawQueue, now: float = 0) -> QueuedPicture:
    """The turn that is due."""
    turn = turns.take(now)
    assert turn is not None
    return turn


def seats(turns: DrawQueue, now: float = 0) -> list[Place]:
    """Take and finish everything that is due."""
    found = []
    while turn := turns.take(now):
        found.append(turn.seat)
        turns.done(turn)
    return found


def test_first_come_first_served_but_for_the_urgent() -> None:
    turns = DrawQueue()
    for seat in (3, 1, 2):
        turns.put(seat, A, urgent=seat == 2)
    assert seats(turns) == [2, 3, 1]


def test_the_newest_picture_takes_the_older_ones_place() -> None:
    turns = DrawQueue()
    turns.put(0, A, urgent=False)
    turns.put(1, A, urgent=False)
    turns.put(0, B, urgent=False)
    turn = taken(turns)
    assert (turn.seat, turn.picture) == (0, B)
    assert turns.newest(0) == B
    assert seats(turns) == [0, 1]


def test_a_picture_in_an_urgent_ones_place_is_urgent() -> None:
    turns = DrawQueue()
    turns.put(0, A, urgent=False)
    turns.put(1, A, urgent=True)
    turns.put(1, B, urgent=False)
    turn = taken(turns)
    assert (turn.seat, turn.picture, turn.urgent) == (1, B, True)
    turns.done(turn)
    turns.put(1, C, urgent=False)
    assert seats(turns) == [0, 1]


def test_a_picture_that_came_while_another_was_drawn_goes_on_waiting() -> None:
    turns = DrawQueue()
    turns.put(0, A, urgent=False)
    turn = taken(turns)
    turns.put(0, B, urgent=False)
    turns.done(turn)
    assert taken(turns).picture == B


def test_a_panel_that_fails_waits_longer_each_time_and_lets_the_others_pass() -> None:
    turns = DrawQueue()
    turns.put(0, A, urgent=True)
    turns.put(1, A, urgent=False)
    now, waits = 0.0, []
    for _ in range(8):
        turn = taken(turns, now)
        assert turn.seat == 0
        turns.failed(turn.seat, now)
        assert taken(turns, now).seat == 1
        turns.drop(1)
        due = turns.next_due()
        assert due is not None
        waits.append(round(due - now, 6))
        now = due
        turns.put(1, A, urgent=False)
    assert waits[0] == FIRST_RETRY_WAIT
    assert waits[1:6] == [round(2 * wait, 6) for wait in waits[:5]]
    assert waits[-1] == LONGEST_RETRY_WAIT


def test_a_failed_panel_gets_the_newest_picture_when_it_is_due() -> None:
    turns = DrawQueue()
    turns.put(0, A, urgent=False)
    turn = taken(turns)
    turns.failed(turn.seat, 0)
    turns.put(0, C, urgent=True)
    assert turns.take(FIRST_RETRY_WAIT / 2) is None
    assert turns.next_due() == FIRST_RETRY_WAIT
    assert taken(turns, FIRST_RETRY_WAIT).picture == C


def test_an_answer_ends_the_back_off() -> None:
    turns = DrawQueue()
    for _ in range(5):
        turns.put(0, A, urgent=False)
        turn = taken(turns, 100)
        turns.failed(turn.seat, 0)
        turns.done(turn)
    turns.put(0, BLANK, urgent=False)
    turn = taken(turns)
    turns.failed(turn.seat, 0)
    assert turns.next_due() == FIRST_RETRY_WAIT


def test_a_dropped_panel_is_forgotten() -> None:
    turns = DrawQueue()
    turns.put(0, A, urgent=False)
    turns.drop(0)
    assert turns.take(0) is None
    assert turns.next_due() is None
    assert turns.newest(0) is None


def test_levels_come_once_the_urgent_one_first_and_the_newest_counts() -> None:
    turns = DrawQueue()
    turns.dim(0, 8, urgent=False)
    turns.dim(1, 8, urgent=False)
    turns.dim(0, None, urgent=False)
    turns.dim(2, None, urgent=True)
    assert turns.next_due() == 0
    assert [turns.next_contrast() for _ in range(4)] == [
        QueuedContrast(2, None),
        QueuedContrast(1, 8),
        QueuedContrast(0, None),
        None,
    ]
    assert turns.next_due() is None


def test_looks_come_once_in_the_order_in_which_they_were_asked_for() -> None:
    turns = DrawQueue()
    for seat in (3, 1, 3):
        turns.check(seat)
    assert turns.next_due() == 0
    assert [turns.next_check() for _ in range(3)] == [3, 1, None]
    assert turns.next_due() is None


def test_a_dropped_panel_is_neither_dimmed_nor_looked_at() -> None:
    turns = DrawQueue()
    turns.dim(0, 8, urgent=False)
    turns.check(0)
    turns.drop(0)
    assert (turns.next_contrast(), turns.next_check(), turns.next_due()) == (None, None, None)
