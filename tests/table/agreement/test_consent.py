"""All players must agree to take the last move back or to abandon the game; proposals and answers are made with keys."""

from typing import get_args

from companion.core.keys import Gesture
from companion.core.prompt import Choose
from companion.core.screen import Screen, crowded, misfits
from companion.core.seat import Seat
from companion.games.digitcode import DIGITCODE
from companion.games.mastermind import MASTERMIND
from companion.table.agreement import (
    Proposal,
    ProposalKind,
    proposal_lines,
    public_sentence,
    question_rendering,
    started_timeout,
)
from companion.table.effects import Abandoned, Append, Moved, Opened, SeatAnswered, TakenBack
from companion.table.table import Table
from tests.table.room import Room, code, guess, words

TAKE_BACK: tuple[Gesture, ...] = ("left", "middle")
ABANDON: tuple[Gesture, ...] = ("left", "left", "left", "middle", "right")
"""From the first entry of the menu to one of the last three; the end is asked back."""
YES: tuple[Gesture, ...] = ("right", "middle")
NO: tuple[Gesture, ...] = ("left", "middle")


def menu(room: Room, seat: int) -> None:
    """Open the menu: hold ●."""
    room.press(seat, "back")
    assert "Menu" in room.words(seat)


def line(room: Room, seat: int) -> str:
    return room.words(seat).replace("\n", " ")


def coded() -> Room:
    room = Room().start()
    room.enter(0, code("RYGB"))
    return room


def test_a_move_is_taken_back_when_the_others_agree() -> None:
    room = coded()
    before = Room().start().table.state
    menu(room, 0)
    room.press(0, *TAKE_BACK)
    assert "Waiting for Bob." in room.words(0)
    assert "Ann wants the last move back." in room.words(1).replace("\n", " ")
    effects = room.press(1, *YES)
    assert effects[0] == Append(TakenBack(2))
    assert room.table.state.game_state == before.game_state
    assert (room.table.state.number, room.table.state.steps) == (2, ())
    assert all("Ann's last move is" in room.words(seat) for seat in (0, 1))
    room.press(0, "middle")
    room.enter(0, code("WOYG"))
    assert room.kept[-1] == Moved(3, 0, code("WOYG"))
    assert "Ann's last move is" in room.words(1), "nobody has read it for Bob"
    room.press(1, "middle")
    room.enter(1, guess("WOYG"))
    assert room.table.state.game_state.past[0].points == (1, 0)


def test_what_was_half_entered_stays_under_the_question() -> None:
    room = coded()
    room.press(1, "left", "middle", "right")
    half, shown = room.table.state.places[1].dialog, room.shown[1]
    menu(room, 0)
    room.press(0, *TAKE_BACK)
    assert room.shown[1] != shown
    room.press(0, "middle")
    assert "Ann has withdrawn\nthe question." in room.words(1)
    room.press(1, "middle")
    assert (room.table.state.places[1].dialog, room.shown[1]) == (half, shown)


def test_the_end_of_a_game_is_asked_back_before_anybody_else_is_asked() -> None:
    room = coded()
    before = room.table.state
    menu(room, 0)
    room.press(0, *ABANDON[:-1])
    assert "End this game for everybody?" in room.words(0).replace("\n", " ")
    assert room.table.state.proposal is None
    room.press(0, "left")
    assert room.table.state == before, "No leads back to the game"


def test_yes_stands_on_the_right_where_one_proposes_and_where_one_is_asked() -> None:
    room = coded()
    menu(room, 0)
    room.press(0, *ABANDON[:-1])
    proposes = room.words(0).split("\n")
    room.press(0, "right")
    asked = room.words(1).split("\n")
    for boxes in (proposes, asked):
        assert boxes.index("No") < boxes.index("Yes")
    assert "no answer in 60 s is a yes." in " ".join(proposes), "as the countdown says to who is asked"


def test_one_no_ends_it() -> None:
    room = coded()
    kept = list(room.kept)
    menu(room, 0)
    room.press(0, *ABANDON)
    room.press(1, *NO)
    assert "Bob does not agree" in room.words(0)
    assert room.table.state.proposal is None
    assert room.kept == kept
    assert [own.agreement for own in room.table.state.places] == [None, None]


def test_all_who_look_on_read_who_wants_what_and_what_became_of_it() -> None:
    room = coded()
    before = room.events[-1]
    for seat, answer, after in ((1, NO, "Bob does not agree: the game goes on."), (0, ("middle",), "")):
        menu(room, 0)
        room.press(0, *ABANDON)
        assert room.events[-1] == "Ann wants to end this game. Waiting for Bob."
        room.press(seat, *answer)
        assert room.events[-1] == (after or "Ann has withdrawn the question.")
        room.press(0, "middle")
    room.play((1, guess("RRRR")))
    assert room.events[-1].startswith("Bob guessed")
    assert room.events[-1] != before
    proposal = Proposal("take_back", Seat(1), started_timeout(4, 0.0)).with_yes(Seat(2))
    assert public_sentence(proposal, ("Ann", "Bob", "Cleo", "Dan")) == (
        "Bob wants the last move back. Cleo agrees. Waiting for Ann and Dan."
    )


def test_one_press_neither_agrees_nor_refuses() -> None:
    for key in ("left", "right"):
        room = coded()
        menu(room, 0)
        room.press(0, *ABANDON)
        room.press(1, key)
        assert room.table.state.proposal is not None
        assert room.table.state.proposal.agreed == ()


def test_the_game_can_be_looked_at_before_one_answers() -> None:
    room = coded()
    menu(room, 0)
    room.press(0, *TAKE_BACK)
    room.press(1, "back", "right", "middle")
    assert "Bob, you" in room.words(1)
    room.press(1, "middle")
    assert "Do you agree?" in room.words(1)


def test_a_game_is_abandoned_when_all_agree() -> None:
    room = coded()
    menu(room, 1)
    room.press(1, *ABANDON)
    effects = room.press(0, *YES)
    entries = [effect.entry for effect in effects if isinstance(effect, Append)]
    assert entries[0] == Abandoned(2)
    assert isinstance(entries[1], Opened)
    assert room.table.game.name == "lobby"
    assert room.table.state.game_state.joined == (0, 1)
    for told in (line(room, 0), line(room, 1), room.events[-1]):
        assert told.startswith("Bob has ended the game. Ann agreed."), "everybody reads it in the lobby"


def test_whoever_reads_how_a_round_ended_can_propose_the_end_by_touch() -> None:
    room = coded()
    room.enter(1, guess("RYGB"))
    moment = room.table.seat_moment(1)
    assert moment.recap is not None
    assert isinstance(moment.menu, Choose)
    assert {"move": "abandon"} in [option.move for option in moment.menu.options]
    tap = SeatAnswered(1, "menu", room.table.state.number + 1, {"move": "abandon"})
    room.carry_out(room.table.handle(tap))
    room.press(0, *YES)
    assert room.table.state.position.in_lobby


def test_a_power_cut_ends_a_proposal_and_nothing_else() -> None:
    room = coded()
    menu(room, 0)
    room.press(0, *TAKE_BACK)
    again = Table((MASTERMIND,), ("Ann", "Bob"))
    again.resume(room.opened, room.table.state.steps, room.table.state.number)
    assert again.state.proposal is None
    assert again.state == coded().table.state


def test_a_taken_back_move_stays_so_after_a_power_cut() -> None:
    room = coded()
    menu(room, 0)
    room.press(0, *TAKE_BACK)
    room.press(1, *YES)
    again = Table((MASTERMIND,), ("Ann", "Bob"))
    again.resume(room.opened, [], 2)
    assert (again.state.game_state, again.state.number) == (room.table.state.game_state, 2)


def test_another_move_ends_the_question_about_the_last_one() -> None:
    room = coded()
    menu(room, 0)
    room.press(0, *TAKE_BACK)
    room.answer(1, guess("WOYG"))
    assert [own.agreement for own in room.table.state.places] == [None, None]
    assert room.table.state.proposal is None


def test_a_move_that_stays_is_told_why() -> None:
    set_code, guessed = (0, code("RYGB")), (1, guess("WOYG"))
    for moves, seat, options, why in (
        ((), 0, {}, "no move"),
        ((set_code,), 1, {}, "Ann's"),
        ((set_code, guessed), 1, {}, "arms"),
        ((), 1, {"codemaker": "table"}, "luck"),
    ):
        room = Room().start(**options).play(*moves)
        menu(room, seat)
        room.press(seat, *TAKE_BACK)
        assert why in line(room, seat)
        assert room.table.state.proposal is None


def test_who_plays_alone_abandons_alone() -> None:
    room = Room((DIGITCODE,), names=("Ann",)).start()
    menu(room, 0)
    room.press(0, *ABANDON)
    assert room.table.game.name == "lobby"
    assert room.table.state.places[0].unread == (), "who has done it knows it"
    assert room.events[-1] == "Ann has ended the game."


def test_by_touch_one_tap_agrees() -> None:
    room = coded()
    menu(room, 0)
    room.press(0, *ABANDON)
    moment = room.table.seat_moment(1)
    assert isinstance(moment.asked.prompt, Choose)
    assert not moment.asked.prompt.confirm
    room.carry_out(room.table.handle(SeatAnswered(1, moment.asked.to, moment.number, {"move": "yes"})))
    assert room.table.game.name == "lobby"


def test_every_screen_of_a_proposal_shows_all_that_it_says() -> None:
    """Whatever the names are, the sentence and the countdown are seen whole."""
    for names in (("Ann", "Bob"), ("W" * 12, "Ŵ" * 12, "Maximilianus", "Bartholomäus", "Annemariette", "mmmmmmmmmmmm")):
        for kind in get_args(ProposalKind):
            about = None if kind in ("take_back", "abandon", "switch_off") else Seat(1)
            unasked = tuple(Seat(seat) for seat in range(2, len(names))) if kind == "swap" else ()
            asked = Proposal(kind, Seat(0), started_timeout(len(names), 0.0), unasked=unasked, about=about)
            for proposal in (asked, asked.with_yes(Seat(1))):
                for seat in range(len(names) - len(unasked)):
                    lines = proposal_lines(proposal, seat, names)
                    (page,) = question_rendering(*lines).pages
                    shown = " ".join(words(Screen(page.marks)).split())
                    assert shown == " ".join(lines)
                    assert misfits(Screen(page.marks)) == ()
                    assert crowded(Screen(page.marks)) == ()
