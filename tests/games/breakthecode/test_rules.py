"""The rules of Break the Code, line by line."""

import random
from itertools import combinations
from typing import Any

import pytest

from companion.core.entry import Entry
from companion.core.errors import RuleError
from companion.core.prompt import ChancePrompt, Fill, Lot, Menu, Move, every
from companion.core.screen import TextMark, Veil
from companion.core.seat import CHANCE, PUBLIC
from companion.games.breakthecode import BREAKTHECODE
from companion.games.breakthecode.rules import CARD_NAMES, TILES, questions_of, true_answer
from companion.games.breakthecode.words import describe, guess_sentence
from companion.ui.editor import Draft
from tests.games.breakthecode.tally import answer
from tests.games.playing import Playing

ANN = ("B0", "B3", "W3", "G5", "W9")
BOB = ("W0", "B1", "W2", "B4", "G5")
CLEO = ("B2", "W4", "B6", "W6", "B7")
LEFT = ("W1", "W7", "B8", "W8", "B9")
"""The middle's row, where three play."""
FOUR = (("B0", "W3", "G5", "W9"), ("W0", "B1", "W2", "G5"), ("B2", "B4", "W4", "B6"), ("W6", "B7", "W7", "B8"))
FOURTH = ("W1", "B3", "W8", "B9")
OPEN = ("sum", "sum_left", "where_1_2", "count_black", "runs", "where_5")


class Play(Playing):
    played = BREAKTHECODE

    def deal(self, to: Any, tiles: tuple[str, ...]) -> "Play":
        for tile in tiles:
            self.move(CHANCE, {"move": "deal", "to": to, "tile": tile})
        return self

    def open(self, *cards: str) -> "Play":
        for card in cards:
            self.move(CHANCE, {"move": "open", "card": card})
        return self

    def ask(self, seat: int, card: str, number: int | None = None) -> "Play":
        """A question, and the next card that is opened by luck."""
        self.move(seat, {"move": "ask", "card": card} | ({} if number is None else {"number": number}))
        if self.to_act == (CHANCE,):
            self.move(CHANCE, lots(self)[0].move)
        return self

    def guess(self, seat: int, tiles: tuple[str, ...]) -> "Play":
        return self.move(seat, {"move": "guess", "tiles": list(tiles)})

    def passes(self, *seats: int) -> "Play":
        for seat in seats:
            self.move(seat, {"move": "pass"})
        return self

    def moves(self, seat: int) -> set[str]:
        """What the seat may do."""
        return {str(move["move"]) for move in legal(self, seat)}

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return tuple(self.state.rows)


def legal(play: Play, seat: int) -> list[Move]:
    """The legal moves of a seat."""
    prompt = play.prompt(seat)
    return [] if prompt is None else list(every(prompt))


def lots(play: Play) -> tuple[Lot, ...]:
    """What luck may bring."""
    prompt = BREAKTHECODE.chance(play.state)
    assert isinstance(prompt, ChancePrompt)
    return prompt.lots


def dealt(seats: int, rows: tuple[tuple[str, ...], ...], middle: tuple[str, ...] = (), **options: Any) -> Play:
    """A game after its deal, with OPEN on the table."""
    play = Play(seats, **options)
    for seat, row in enumerate(rows):
        play.deal(seat, row)
    if middle:
        play.deal("middle", middle)
    return play.open(*OPEN)


def two(**options: Any) -> Play:
    return dealt(2, (ANN, BOB), **options)


def three(**options: Any) -> Play:
    return dealt(3, (ANN, BOB, CLEO), LEFT, **options)


def four(**options: Any) -> Play:
    return dealt(4, FOUR, FOURTH, **options)


def without_cards(play: Play) -> Play:
    """Everybody asks until no card is left."""
    while play.view(PUBLIC).open:
        (seat,) = play.to_act
        play.ask(seat, *questions_of(play.view(PUBLIC).open[0])[0])
    return play


@pytest.mark.rule("B1", "B2")
def test_each_unseen_tile_is_as_likely_and_goes_to_the_hands_in_turn() -> None:
    play = Play(3)
    for hand in (0, 1, 2, "middle"):
        for _ in range(5):
            drawn = lots(play)
            left = 20 - len(play.steps)
            assert sum(lot.weight for lot in drawn) == left
            assert {lot.weight for lot in drawn if lot.move["tile"] == "G5"} <= {1, 2}
            assert all(lot.weight == 1 for lot in drawn if lot.move["tile"] != "G5")
            assert {lot.move["to"] for lot in drawn} == {hand}
            play.move(CHANCE, drawn[-1].move)
    assert sorted(tile for row in (*play.rows, play.state.middle) for tile in row) == sorted(TILES)
    names = {lot.move["tile"]: lot.weight for lot in lots(Play(2))}
    assert names == {f"{back}{number}": 1 for number in (0, 1, 2, 3, 4, 6, 7, 8, 9) for back in "BW"} | {"G5": 2}


@pytest.mark.rule("B2")
@pytest.mark.parametrize(("seats", "each", "middle"), [(2, 5, None), (3, 5, 5), (4, 4, 4)])
def test_how_many_tiles_each_gets(seats: int, each: int, middle: int | None) -> None:
    play = Play(seats)
    pick = random.Random(seats).randrange
    while play.view(PUBLIC).phase == "deal":
        play.move(CHANCE, lots(play)[pick(len(lots(play)))].move)
    view = play.view(PUBLIC)
    assert [len(row) for row in view.rows] == [each] * seats
    assert (None if view.middle is None else len(view.middle)) == middle


@pytest.mark.rule("B3")
def test_a_row_rises_and_black_stands_left_of_white_and_only_its_owner_sees_it() -> None:
    play = Play(2).deal(0, ("W9", "G5", "W3", "B0", "B3"))
    assert play.rows[0] == ANN
    assert play.view(0).rows == (ANN, ())
    assert play.view(1).rows == play.view(PUBLIC).rows == ((None,) * 5, ())


@pytest.mark.rule("B4")
def test_six_cards_lie_open_and_one_that_was_asked_is_replaced() -> None:
    play = two()
    assert (play.view(PUBLIC).open, play.view(PUBLIC).pile) == (OPEN, 15)
    play.move(0, {"move": "ask", "card": "sum_left"})
    assert play.view(PUBLIC).phase == "open"
    drawn = lots(play)
    assert {lot.weight for lot in drawn} == {1}
    assert {lot.move["card"] for lot in drawn} == {*CARD_NAMES} - {*OPEN}
    play.open("pairs")
    rest = tuple(card for card in OPEN if card != "sum_left")
    assert (play.view(PUBLIC).open, play.view(PUBLIC).pile) == ((*rest, "pairs"), 14)
    assert "sum_left" not in {move.get("card") for move in legal(play, 1)}


@pytest.mark.rule("B5")
def test_the_first_seat_begins_and_play_goes_on_to_the_left() -> None:
    play = three(first_seat=2)
    for seat, card in zip((2, 0, 1, 2), ("sum", "sum_left", "runs", "where_5"), strict=True):
        assert play.to_act == (seat,)
        play.ask(seat, card)
    with pytest.raises(RuleError, match="first_seat"):
        BREAKTHECODE.read_options({"first_seat": 2}, 2)
    for seats in (1, 5):
        with pytest.raises(RuleError, match="2 to 4"):
            BREAKTHECODE.read_options({}, seats)


@pytest.mark.rule("B6")
@pytest.mark.parametrize(
    ("play", "answers"), [(two(), (None, 12)), (three(), (None, 12, 25)), (four(), (17, 8, 16, 28))]
)
def test_who_answers_a_question(play: Play, answers: tuple[int | None, ...]) -> None:
    play.ask(0, "sum")
    for observer in (PUBLIC, 0, 1):
        (one,) = play.view(observer).asked
        assert (one.seat, one.card, one.number, one.answers) == (0, "sum", None, answers)


@pytest.mark.rule("B7")
@pytest.mark.parametrize("card", CARD_NAMES)
def test_every_card_is_answered_as_the_picture_of_the_row_says(card: str) -> None:
    pick = random.Random(7)
    rows = [tuple(sorted(pick.sample(range(20), size))) for size in (5, 4) for _ in range(150)]
    for places in rows:
        row = tuple(TILES[place] for place in places)
        if len(row) == 4 and card in ("sum_middle", "middle"):
            continue
        for question in questions_of(card):
            told = true_answer(row, question)
            assert (list(told) if isinstance(told, tuple) else told) == answer(row, *question), (row, question)


@pytest.mark.rule("B7")
@pytest.mark.parametrize(
    ("card", "number", "told"),
    [
        ("sum", None, 20), ("sum_left", None, 6), ("sum_middle", None, 11), ("sum_right", None, 17),
        ("sum_black", None, 3), ("sum_white", None, 12), ("spread", None, 9), ("count_black", None, 2),
        ("count_white", None, 2), ("count_even", None, 1), ("count_odd", None, 4), ("pairs", None, 1),
        ("runs", None, ()), ("same_colour", None, ("A",)), ("where_0", None, ("A",)), ("where_5", None, ("D",)),
        ("where_3_4", 3, ("B", "C")), ("where_3_4", 4, ()), ("where_8_9", 9, ("E",)), ("middle", None, False),
    ],
)  # fmt: skip
def test_the_answers_about_a_row(card: str, number: int | None, told: Any) -> None:
    assert true_answer(ANN, (card, number)) == told


@pytest.mark.rule("B7")
def test_what_is_special_about_green_fives_and_the_middle() -> None:
    fives = ("B4", "G5", "G5", "B6", "W6")
    assert true_answer(fives, ("runs", None)) == ("A", "C")
    assert true_answer(fives, ("same_colour", None)) == ("B",)
    assert true_answer(fives, ("pairs", None)) == 2
    assert true_answer(fives, ("sum_black", None)) == 10
    assert true_answer(fives, ("where_5", None)) == ("B", "C")
    assert [true_answer((*["W0", "B1"], tile, "B8", "W9"), ("middle", None)) for tile in ("W4", "G5")] == [
        False,
        True,
    ]


@pytest.mark.rule("B7")
def test_of_two_numbers_one_is_chosen() -> None:
    play = two()
    asked = [move for move in legal(play, 0) if move.get("card") == "where_1_2"]
    assert asked == [{"move": "ask", "card": "where_1_2", "number": number} for number in (1, 2)]
    for wrong in ({}, {"number": 3}):
        with pytest.raises(RuleError, match="B6, B7"):
            play.move(0, {"move": "ask", "card": "where_1_2"} | wrong)
    with pytest.raises(RuleError):
        play.move(0, {"move": "ask", "card": "sum", "number": 1})
    play.ask(0, "where_1_2", 2)
    assert play.view(PUBLIC).asked[0].answers == (None, ("C",))


@pytest.mark.rule("B8")
def test_four_players_have_neither_of_the_cards_about_the_middle() -> None:
    play = four()
    assert play.view(PUBLIC).pile == 19 - 6
    cards = {
        *OPEN,
        *(lot.move["card"] for lot in lots(play.ask(0, "sum").move(1, ask("runs")))),
    }
    assert not cards & {"sum_middle", "middle"}
    assert play.view(PUBLIC).asked[0].answers == (17, 8, 16, 28)
    row = FOUR[0]
    assert [true_answer(row, (card, None)) for card in ("sum_left", "sum_right")] == [8, 17]


def ask(card: str) -> Move:
    return {"move": "ask", "card": card}


@pytest.mark.rule("B9")
def test_a_guess_names_a_whole_row_in_its_order() -> None:
    play = two()
    for tiles in (
        BOB[::-1],
        BOB[:4],
        ("B4", "B4", "G5", "W6", "B9"),
        ("B1", "G5", "G5", "G5", "W9"),
        ("W3", "B3", *BOB[3:], "W9"),
    ):
        with pytest.raises(RuleError):
            play.guess(0, tiles)
    play.guess(0, CLEO)
    for observer in (PUBLIC, 1):
        (one,) = play.view(observer).guesses
        assert (one.seat, one.tiles, one.correct) == (0, CLEO, False)
    assert three().guess(0, CLEO).view(PUBLIC).guesses[0].tiles == CLEO


@pytest.mark.rule("B10", "B11")
@pytest.mark.parametrize(("play", "costs"), [(two(), "turn ends"), (three(), "are out"), (four(), "are out")])
def test_a_whole_guess_says_what_it_costs_if_it_is_wrong(play: Play, costs: str) -> None:
    (seat,) = play.to_act
    prompt = play.prompt(seat)
    assert isinstance(prompt, Menu)
    guess = prompt.branches[-1].prompt
    assert isinstance(guess, Fill)
    assert ("ends your turn" if play.seats == 2 else "puts you out") in guess.help

    def said(complete: bool) -> str:
        entry = Entry(guess, ("Guess",), LEFT[: guess.length], complete=complete)
        body = BREAKTHECODE.render(play.options, play.view(seat), ("Ann", "Bob", "Cleo", "Dan"), entry).entry
        return " ".join(mark.text for mark in body or () if isinstance(mark, TextMark))

    assert (costs in said(True), costs in said(False)) == (True, False)


def test_a_screen_says_whose_each_answer_is_with_names_cut_to_its_line() -> None:
    play = four(first_seat=3).ask(3, "count_black")

    def news(*names: str) -> str:
        page = BREAKTHECODE.render(play.options, play.view(0), names, None).pages[0]
        return next(mark.text for mark in page.marks if isinstance(mark, TextMark))

    assert news("Ann", "Bob", "Cleo", "Dan") == "Blacks: Bo 1, Cl 3, Da 2"
    assert news("Ann", "B", "C", "D") == "Blacks: B 1, C 3, D 2"
    assert news("Ann", "Bobby", "Bohdan", "Danuta") == "Danuta asked: Blacks", "two that would be called alike"


def test_two_default_names_stand_whole_above_the_answers_of_both() -> None:
    play = two()
    for names in (("Player 1", "Machine"), ("Machine", "Player 2")):
        play.ask(play.view(PUBLIC).turn_of, play.view(PUBLIC).open[0])
        page = BREAKTHECODE.render(play.options, play.view(PUBLIC), names, None).pages[0]
        texts = {mark.text for mark in page.marks if isinstance(mark, TextMark)}
        assert {name.upper() for name in names} <= texts


def test_the_own_row_stands_where_a_question_is_chosen_and_one_step_back_from_its_words() -> None:
    play = four(first_seat=3)
    prompt = play.prompt(3)
    assert prompt is not None
    first = Draft(prompt)

    def tiles(draft: Any) -> list[str]:
        body = BREAKTHECODE.render(play.options, play.view(3), ("Ann", "Bob", "Cleo", "Dan"), draft.entry).entry
        veils = [mark for mark in body or () if isinstance(mark, Veil)]
        return [mark.text for veil in veils for mark in veil.marks if isinstance(mark, TextMark)]

    row = [tile[1:] for tile in FOUR[3]]
    which_card = first.press("left")
    assert isinstance(which_card, Draft)
    which_number = which_card.press("right")
    assert [tiles(draft) for draft in (first, which_number, first.press("right"))] == [row, row, row]
    assert which_card.leads_back
    assert which_card.without_last_step() == first


@pytest.mark.rule("B9", "B11", "B14")
def test_a_right_guess_of_the_middles_row_is_told_to_nobody_who_still_looks_for_it() -> None:
    play = three(first_seat=0).guess(0, LEFT)
    guesser = play.view(0)
    assert guesser.guesses[0].tiles == LEFT
    for observer in (PUBLIC, 1, 2):
        (one,) = play.view(observer).guesses
        assert (one.seat, one.tiles, one.correct) == (0, None, True)
    names = ("Ann", "Bob", "Cleo")
    assert guess_sentence(play.view(PUBLIC), names) == "Ann guessed the row: right."
    over = play.guess(1, ANN).passes(2).view(PUBLIC)
    assert [one.tiles for one in over.guesses] == [LEFT, ANN], "at the end everything is shown"


@pytest.mark.rule("B9")
@pytest.mark.parametrize(("seats", "rows"), [(2, 12_444), (4, 4_029)])
def test_every_row_can_be_guessed_and_no_other(seats: int, rows: int) -> None:
    play = two() if seats == 2 else four()
    guesses = [tuple(move["tiles"]) for move in legal(play, 0) if move["move"] == "guess"]
    assert len(guesses) == rows
    assert set(guesses) == set(combinations(TILES, 5 if seats == 2 else 4))


@pytest.mark.rule("B10")
def test_after_a_wrong_guess_of_two_players_play_goes_on() -> None:
    play = two().guess(0, CLEO).guess(1, CLEO)
    assert (play.to_act, play.view(0).out, play.view(0).phase) == ((0,), (), "turn")
    assert play.moves(0) == {"ask", "guess"}


@pytest.mark.rule("B10", "B13")
@pytest.mark.parametrize(("last", "winners"), [(ANN, (0, 1)), (CLEO, (0,)), (None, (0,))])
def test_a_right_guess_of_who_began_leaves_the_other_one_last_turn(last: Any, winners: tuple[int, ...]) -> None:
    play = two(first_seat=0).guess(0, BOB)
    assert (play.view(1).phase, play.to_act, play.moves(1)) == ("last", (1,), {"guess", "pass"})
    play = play.passes(1) if last is None else play.guess(1, last)
    view = play.view(PUBLIC)
    assert (view.phase, view.winners, view.scores) == ("over", winners, tuple(int(seat in winners) for seat in (0, 1)))
    assert view.rows == (ANN, BOB)


@pytest.mark.rule("B10")
def test_a_right_guess_of_the_other_player_wins_alone() -> None:
    play = two(first_seat=1).ask(1, "sum").guess(0, BOB)
    assert play.view(PUBLIC).winners == (0,)


@pytest.mark.rule("B11")
def test_who_guesses_wrong_among_three_is_out_but_goes_on_answering() -> None:
    play = three().guess(0, CLEO)
    assert (play.view(0).out, play.to_act) == ((0,), (1,))
    play.ask(1, "sum").ask(2, "count_black")
    assert play.to_act == (1,)
    assert [one.answers for one in play.view(PUBLIC).asked] == [(20, None, 25), (2, 2, None)]


@pytest.mark.rule("B11")
def test_after_a_right_guess_the_round_is_played_to_its_end() -> None:
    play = three(first_seat=1).ask(1, "sum").guess(2, LEFT)
    assert (play.view(0).phase, play.to_act, play.moves(0)) == ("last", (0,), {"guess", "pass"})
    assert play.guess(0, LEFT).view(PUBLIC).winners == (0, 2)
    begun = three(first_seat=1).guess(1, LEFT)
    assert begun.to_act == (2,)
    assert begun.passes(2).guess(0, CLEO).view(PUBLIC).winners == (1,)
    assert three(first_seat=1).ask(1, "sum").ask(2, "runs").guess(0, LEFT).view(PUBLIC).winners == (0,)


@pytest.mark.rule("B11")
def test_who_is_out_has_no_last_turn() -> None:
    play = four().guess(0, FOUR[0]).guess(1, FOUR[0]).guess(2, FOURTH)
    assert play.to_act == (3,)
    assert play.passes(3).view(PUBLIC).winners == (2,)


@pytest.mark.rule("B12", "B13")
def test_nobody_wins_where_all_are_out() -> None:
    play = three().guess(0, CLEO).guess(1, CLEO)
    assert play.to_act == (2,)
    view = play.guess(2, CLEO).view(0)
    assert (view.phase, view.winners, view.scores, view.middle, view.rows) == (
        "over",
        (),
        (0, 0, 0),
        LEFT,
        (ANN, BOB, CLEO),
    )


@pytest.mark.rule("B12")
def test_without_cards_the_game_ends_when_all_pass_in_a_row() -> None:
    play = without_cards(two())
    assert len(play.view(PUBLIC).asked) == 21
    (seat,) = play.to_act
    assert play.moves(seat) == {"guess", "pass"}
    other = 1 - seat
    play.passes(seat).guess(other, CLEO).passes(seat)
    assert play.view(PUBLIC).winners is None, "a guess has come between"
    assert play.passes(other).view(PUBLIC).winners == ()
    lonely = without_cards(three().guess(0, CLEO).guess(1, CLEO))
    assert lonely.passes(2).view(PUBLIC).winners == ()


@pytest.mark.rule("B12")
def test_who_passed_last_is_told_by_name() -> None:
    names = ("Ann", "Bob", "Cleo", "Dan")
    play = without_cards(four().guess(0, FOUR[0]).guess(1, FOUR[0]))
    first, second = play.to_act[0], 5 - play.to_act[0]
    told = f"{names[first]} passed. {names[second]}'s turn."
    assert describe(play.options, play.passes(first).view(PUBLIC), names) == told
    ended = play.passes(second).view(PUBLIC)
    assert describe(play.options, ended, names).startswith(f"{names[second]} passed. Nobody wins")


@pytest.mark.rule("B14")
def test_no_view_has_a_tile_of_another_row_or_of_the_middle() -> None:
    play = three().ask(0, "sum")
    for observer in (PUBLIC, 0, 1, 2):
        view = play.view(observer)
        assert [set(row) == {None} for row in view.rows] == [seat != observer for seat in range(3)]
        assert view.middle == (None,) * 5
