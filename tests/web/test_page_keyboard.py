"""The keys of the keyboard that a page gets for its seats. What a page makes of them is in tests/web/node/keyboard.test.mjs."""

from companion.web.page_messages import KEYBOARD, keyboard_of


def test_each_of_six_seats_has_three_keys_that_no_other_has_and_a_seat_beyond_them_none() -> None:
    for seats in range(1, 9):
        keyboard = keyboard_of(seats)
        assert len(keyboard) == seats
        codes = [code for keys in keyboard for code in keys]
        assert len(set(codes)) == len(codes) == 3 * min(seats, 6), f"{seats} seats"
        assert {len(keys) for keys in keyboard} <= {0, 3}


def test_the_left_hand_has_the_seats_at_the_left_from_the_front_and_the_right_hand_the_others_from_the_back() -> None:
    left, right = KEYBOARD[:3], KEYBOARD[3:]
    assert keyboard_of(6) == [*left, *right]
    assert keyboard_of(3) == [*left[:2], right[2]]
    assert keyboard_of(2) == [left[0], right[2]]
