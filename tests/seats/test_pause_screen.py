"""What screens say while the game waits, and what keys do: faults and gestures in, screens out."""

import itertools

from msgspec import structs

from companion.core.keys import Gesture
from companion.core.screen import Screen, TextMark, crowded, misfits
from companion.seats.codes import NoPhone, PhoneLink, ShowingCode, modules
from companion.seats.device_faults import DeviceFault
from companion.seats.pause import OfferPhone, Pause, PlayOn, begin_pause
from companion.ui.screens import BOX_TOP
from companion.web.codes import written

SCREEN = DeviceFault(
    2, "screen", "seat 3: screen not answering (I2C bus 11, address 0x3C): nothing acknowledges there, check its cable."
)
KEYS = DeviceFault(3, "keys", "seat 4: the key ● is stuck down (GPIO24, pin 18).")
PHONE = DeviceFault(1, "phone", "seat 2: the phone it is played from is gone: wake it, and look at its page again.")
KEYS_OF_A_SEAT: tuple[Gesture, ...] = ("left", "middle", "right")
PAGE, CODE = "http://companion.local:8080/seat", "ABCDEFGHIJKLMNOPQRSTUVWX27"
GESTURES: tuple[Gesture, ...] = ("left", "middle", "right", "back", "lift", "lower")


def link(seat: int, code: str = CODE) -> ShowingCode:
    return ShowingCode(PhoneLink(seat, PAGE, code, modules(PAGE, code)))


def words(screen: Screen) -> str:
    return " ".join(mark.text for mark in screen.marks if isinstance(mark, TextMark))


def read(pause: Pause, place: int, more: Gesture = "left") -> str:
    """The whole sentence, page by page with the key `more`."""
    pages: list[Screen] = []
    while (page := pause.screen(place)) not in pages:
        pages.append(page)
        pause, wish = pause.after_gesture(place, more)
        assert wish is None
    return " ".join(
        mark.text for page in pages for mark in page.marks if isinstance(mark, TextMark) and mark.y < BOX_TOP
    )


def test_every_screen_says_which_device_why_and_what_to_do() -> None:
    pause = begin_pause(6, (SCREEN,), frozenset({2}))
    for place in (0, 1, 3, 4, 5):
        said = read(pause, place)
        for part in ("seat 3: screen not answering (I2C bus 11, address 0x3C):", "check its cable.", "tries again"):
            assert part in said
        assert words(pause.screen(place)).endswith("More Play on Phone")
    assert all(pause.screen(place) == pause.screen(0) for place in range(6))


def test_several_faults_are_told_on_every_screen() -> None:
    pause = begin_pause(4, (PHONE, SCREEN, KEYS), frozenset({1, 2, 3}))
    for fault in (PHONE, SCREEN, KEYS):
        assert fault.sentence in read(pause, 0)


def test_playing_on_is_asked_once_more() -> None:
    pause = begin_pause(4, (SCREEN,), frozenset({2}))
    asked, wish = pause.after_gesture(0, "middle")
    assert wish is None
    assert "Play on all the same? Seat 3 sees nothing" in words(asked.screen(0))
    assert asked.screen(1) == pause.screen(1), "only who asks is asked back"
    assert asked.after_gesture(0, "left") == (pause, None)
    assert asked.after_gesture(0, "middle") == (asked, None), "a double tap is no yes"
    again, wish = asked.after_gesture(0, "right")
    assert (again, wish) == (pause, PlayOn(0))


def test_what_came_after_the_question_is_read_before_it_is_answered() -> None:
    other = DeviceFault(1, "screen", "seat 2: screen not answering (I2C bus 12, address 0x3C): check its cable.")
    asked, _ = begin_pause(4, (SCREEN,), frozenset({2})).after_gesture(0, "middle")
    more = asked.now((SCREEN, other), frozenset({1, 2}))
    assert more.screen(0) == begin_pause(4, (SCREEN, other), frozenset({1, 2})).screen(0)
    fewer = asked.now((structs.replace(SCREEN, recovering=True),), frozenset({2}))
    assert fewer.screen(0) == asked.screen(0), "nothing is to be read that was not"


def test_the_price_of_playing_on_names_every_seat() -> None:
    faults = tuple(DeviceFault(seat, "screen", f"seat {seat + 1}: screen not answering.") for seat in range(1, 6))
    pause, _ = begin_pause(6, faults, frozenset(range(1, 6))).after_gesture(0, "middle")
    assert words(pause.screen(0)).endswith("No More Yes")
    said = ""
    while (page := words(pause.screen(0)).removesuffix("No More Yes")) not in said:
        said += page
        pause, wish = pause.after_gesture(0, "middle")
        assert wish is None
    for seat in range(1, 6):
        assert f"Seat {seat + 1} sees nothing" in said


def test_an_address_that_is_too_long_to_be_drawn_stands_there_whole() -> None:
    page = f"http://{'a-very-long-name-of-a-table-' * 2}.local:8080/seat"
    shown = begin_pause(3, (SCREEN,), frozenset({2})).offering(0, ShowingCode(PhoneLink(2, page, CODE, ())))
    more, _ = shown.after_gesture(0, "middle")
    said = words(shown.screen(0)).replace(" ", "").removesuffix("BackMore") + words(more.screen(0)).replace(" ", "")
    assert page in said
    assert CODE[:6] in said


def test_a_code_stands_on_the_screen_that_asked_and_the_others_read_so_first() -> None:
    pause = begin_pause(3, (SCREEN,), frozenset({2}))
    same, wish = pause.after_gesture(0, "right")
    assert (same, wish) == (pause, OfferPhone(2, by=0))
    pause = pause.offering(0, link(2))
    assert pause.shown == {2}
    assert words(pause.screen(1)).startswith("Seat 1 shows a code: whoever scans it plays seat 3.")
    assert pause.codes == ("Seat 1 shows a code: whoever scans it plays seat 3.",)
    assert CODE not in words(pause.screen(1)).replace(" ", "")
    letters, _ = pause.after_gesture(0, "middle")
    assert written(CODE) in words(letters.screen(0))
    assert PAGE in words(letters.screen(0)).replace(" ", "")
    back, _ = letters.after_gesture(0, "left")
    assert back.shown == frozenset(), "it is good while it stands there, and no longer"


def test_a_code_goes_where_it_was_asked_for_last() -> None:
    pause = begin_pause(3, (SCREEN,), frozenset({2})).offering(0, link(2)).offering(1, link(2, CODE[::-1]))
    assert len(pause.codes) == 1
    assert pause.codes[0].startswith("Seat 2 ")
    assert pause.offering(1, NoPhone(2, "There is no page.")).codes == ()


def test_a_code_that_is_old_or_taken_stands_there_no_more() -> None:
    pause = begin_pause(3, (SCREEN,), frozenset({2})).offering(0, link(2))
    assert pause.expired(frozenset({2})) == pause
    assert pause.expired(frozenset()).shown == frozenset()


def test_of_several_seats_the_next_one_is_a_key_away() -> None:
    pause = begin_pause(4, (SCREEN, KEYS), frozenset({2, 3})).offering(0, link(2))
    letters, _ = pause.after_gesture(0, "middle")
    assert words(letters.screen(0)).endswith("Back Picture Next")
    _, wish = pause.after_gesture(0, "right")
    assert wish == OfferPhone(3, by=0)
    pause = pause.offering(0, NoPhone(3, "This page is only on this machine."))
    assert words(pause.screen(0)) == "This page is only on this machine. Back Next"
    assert pause.after_gesture(0, "right")[1] == OfferPhone(2, by=0)


def test_a_long_reason_why_there_is_no_phone_can_be_read_to_its_end() -> None:
    reason = (
        "This table's page is only on this machine, so no phone reaches it. Its address is set by web.host in the"
        " configuration of the table, and the way there is described in the guide, on the page about phones."
    )
    pause = begin_pause(4, (SCREEN,), frozenset({2})).offering(0, NoPhone(2, reason))
    assert words(pause.screen(0)).endswith("Back More")
    assert " ".join(read(pause, 0, "middle").split()) == reason
    back, _ = pause.after_gesture(0, "middle")
    back, wish = back.after_gesture(0, "left")
    assert wish is None
    assert words(back.screen(0)).endswith("More Play on Phone")


def test_who_cannot_see_decides_nothing() -> None:
    pause = begin_pause(4, (SCREEN, KEYS), frozenset({2, 3}))
    for place, gesture in itertools.product((2, 3), GESTURES):
        assert pause.after_gesture(place, gesture) == (pause, None)


def test_other_gestures_mean_nothing_here() -> None:
    pause = begin_pause(4, (SCREEN,), frozenset({2}))
    for gesture in ("back", "lift", "lower", "left_again", "right_again"):
        assert pause.after_gesture(0, gesture) == (pause, None)


def test_what_is_over_is_shown_no_more_and_what_is_looked_at_stays() -> None:
    pause = begin_pause(4, (SCREEN, KEYS), frozenset({2, 3})).offering(0, link(2)).offering(1, NoPhone(3, "No."))
    assert pause.now((SCREEN, KEYS), frozenset({2, 3})) == pause
    only_keys = pause.now((KEYS,), frozenset({3}))
    assert (only_keys.shown, only_keys.views[1]) == (frozenset(), pause.views[1])
    assert words(pause.now((SCREEN,), frozenset({0, 2})).screen(0)).startswith("seat 3")


def test_a_device_that_is_back_is_watched_for_a_moment() -> None:
    mending = DeviceFault(2, "screen", SCREEN.sentence, recovering=True)
    assert "seat 3: its screen is back; one moment." in read(begin_pause(3, (mending,), frozenset()), 0)


def test_whatever_is_pressed_every_screen_fits() -> None:
    """All that a place can reach with six presses, from three faults."""
    start = begin_pause(4, (PHONE, SCREEN, KEYS), frozenset({1, 2, 3}))
    known, edge = {start}, [start]
    for _ in range(6):
        reached = []
        for pause, gesture in itertools.product(edge, KEYS_OF_A_SEAT):
            after, wish = pause.after_gesture(0, gesture)
            if isinstance(wish, OfferPhone):
                answers = [
                    after.offering(wish.by, view)
                    for view in (link(wish.seat), NoPhone(wish.seat, "Not here: see web.host."))
                ]
            else:
                answers = [after]
            reached += [one for one in answers if one not in known]
            known |= set(answers)
        edge = reached
    assert len(known) > 10
    for pause in known:
        for place in range(4):
            screen = pause.screen(place)
            assert (misfits(screen), crowded(screen)) == ((), ())
