"""The rules as they are looked up during a game: three keys lead to every page of the book of every game."""

from collections.abc import Iterator

import pytest

from companion.core.fonts.faces import text_width, undrawable_letters
from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.rules_book import Book
from companion.core.screen import BODY, TITLE_WIDTH, FilledBox, Screen, TextMark, box, crowded, every_mark, misfits
from companion.games.catalog import CATALOG, find_game
from companion.games.digitcode import screens as digitcode
from companion.games.digitcode.rules import DIGIT_SEGMENTS
from companion.table.effects import Answered, Gestured, Opened
from companion.table.table import Table
from companion.ui.screens import BOX_TOP, Bookmark, rules_screen

every_game = pytest.mark.parametrize("game", CATALOG, ids=lambda game: game.name)
NAMES = ("Ann", "Bob")


def words(screen: Screen) -> str:
    """The page's own texts, line after line, as one."""
    texts = sorted((mark.y, mark.text) for mark in every_mark(screen) if isinstance(mark, TextMark))
    return " ".join(text for y, text in texts if BODY.y <= y < BOX_TOP)


def labels(screen: Screen) -> list[str]:
    texts = [mark for mark in every_mark(screen) if isinstance(mark, TextMark) and mark.y >= BOX_TOP]
    return [mark.text for mark in sorted(texts, key=lambda mark: mark.x)]


def title(screen: Screen) -> str:
    return " ".join(mark.text for mark in every_mark(screen) if isinstance(mark, TextMark) and mark.y == 1)


def playing(game: AnyGame, names: tuple[str, ...] = NAMES) -> Table:
    """A table at which a game has just begun."""
    table = Table(CATALOG, names)
    table.resume(Opened(game.name, game.rules, {}, names), ())
    return table


def press(table: Table, place: int, *gestures: Gesture) -> Screen:
    for gesture in gestures:
        table.handle(Gestured(place, gesture))
    return table.screen(place)


def to_the_rules(table: Table, place: int) -> int:
    """Open the rules at a place, and say how many presses it took."""
    press(table, place, "back")
    for count in range(1, 6):
        if "How to play" in chosen(table.screen(place)):
            press(table, place, "middle")
            return count + 1
        press(table, place, "left")
    raise AssertionError("the rules stand among the last entries of the menu")


def chosen(screen: Screen) -> list[str]:
    """The choice in sight of a list."""
    return [
        mark.text for mark in screen.marks if isinstance(mark, TextMark) and mark.face == "label" and mark.y < BOX_TOP
    ]


@every_game
@pytest.mark.parametrize("place", [0, 1])
def test_three_keys_lead_to_every_page_of_a_games_rules_during_it(game: AnyGame, place: int) -> None:
    table = playing(game)
    assert to_the_rules(table, place) <= 5
    assert len(game.book) // 2 <= 6, "the list goes round, so a topic is few presses away"
    shown = []
    for number, topic in enumerate(game.book):
        press(table, place, "middle")
        for page in range(len(topic.pages)):
            assert table.state.places[place].reading == Bookmark(number, page)
            shown.append(words(table.screen(place)))
            if page + 1 < len(topic.pages):
                press(table, place, "right")
        press(table, place, "middle", "right")
    pages = [
        words(rules_screen(Bookmark(number, page), book))
        for book in (game.book,)
        for number, topic in enumerate(book)
        for page in range(len(topic.pages))
    ]
    assert shown == pages


def books(game: AnyGame) -> Iterator[Book]:
    """How a game is played, and how each of its editions is."""
    yield game.book
    if (editions := game.editions) is not None:
        yield from (game.book_for({editions.name: edition.value}, game.seats[1]) for edition in editions.values)


@every_game
def test_every_page_of_the_rules_fits_the_screen(game: AnyGame) -> None:
    for book in books(game):
        for number, topic in enumerate(book):
            assert text_width(f"{topic.name} 9/9", "label") <= TITLE_WIDTH, topic.name
            for page in (None, *range(len(topic.pages))):
                screen = rules_screen(Bookmark(number, page), book)
                assert misfits(screen) == ()
                assert crowded(screen) == ()
                texts = "".join(mark.text for mark in every_mark(screen) if isinstance(mark, TextMark))
                assert undrawable_letters(texts) == ""
            for mark in (mark for page in topic.pages for mark in page):
                assert BODY.y <= box(mark).y
                assert box(mark).bottom <= BODY.bottom


def test_the_ten_digits_are_drawn_by_their_segments() -> None:
    """Each beside its numeral; the page is in the book, under a name that says what it is."""
    (topic,) = [topic for topic in find_game("digitcode").book if topic.name == "Ten digits"]
    assert topic.pages == (digitcode.ten_digits(),)
    marks = digitcode.ten_digits()
    numerals = {mark.text: mark for mark in marks if isinstance(mark, TextMark)}
    assert sorted(numerals) == list("0123456789")
    segments = [mark for mark in marks if isinstance(mark, FilledBox)]
    for digit, lit in enumerate(DIGIT_SEGMENTS):
        numeral = numerals[str(digit)]
        left, top = numeral.x - 15, numeral.y - 5
        own = [mark for mark in segments if left <= mark.x < numeral.x and top <= mark.y < top + 16]
        spots = {(mark.x - left, mark.y - top, mark.width, mark.height) for mark in own}
        where = {
            "a": (2, 0, 8, 2), "g": (2, 7, 8, 2), "d": (2, 14, 8, 2),
            "f": (0, 2, 2, 5), "b": (10, 2, 2, 5), "e": (0, 9, 2, 5), "c": (10, 9, 2, 5),
        }  # fmt: skip
        assert spots == {where[segment] for segment in lit}, f"{digit} is drawn as {lit}"


# How it is read.


@pytest.mark.parametrize("place", [0, 1])
def test_the_rules_are_left_as_they_were_entered_and_what_was_entered_stays(place: int) -> None:
    table = playing(find_game("mastermind"))
    before = table.screen(place)
    to_the_rules(table, place)
    assert labels(table.screen(place)) == ["Read"]
    opened = press(table, place, "right", "middle")
    assert title(opened).startswith(f"{find_game('mastermind').book[1].name}")
    assert labels(opened) == ["Topics"]
    assert labels(press(table, place, "back")) == ["Read"]
    assert press(table, place, "back") == before


def test_one_can_read_on_from_topic_to_topic_and_back_round_the_book() -> None:
    game, table = find_game("passcode"), playing(find_game("passcode"))
    to_the_rules(table, 0)
    first = press(table, 0, "middle")
    count = sum(len(topic.pages) for topic in game.book)
    pages = [first, *(press(table, 0, "right") for _ in range(count - 1))]
    assert len({words(page) for page in pages}) == len(pages)
    assert press(table, 0, "right") == first
    assert press(table, 0, "left") == pages[-1]


def test_who_is_asked_anew_is_called_from_the_rules_and_who_waits_reads_on() -> None:
    table = playing(find_game("mastermind"))
    to_the_rules(table, 0)
    to_the_rules(table, 1)
    table.handle(Answered(0, 1, {"move": "set_code", "pegs": ["red", "blue", "green", "white"]}))
    assert table.state.places[1].reading is None, "the Decoder is asked for a guess"
    assert table.state.places[0].reading is None, "nothing is asked any more of who was asked"
    to_the_rules(table, 0)
    table.handle(Answered(1, 2, {"move": "guess", "pegs": ["red", "red", "red", "red"]}))
    assert table.state.places[0].reading is not None, "who waits reads on"


def test_a_sentence_for_all_stands_in_front_of_the_rules() -> None:
    table = playing(find_game("mastermind"))
    to_the_rules(table, 0)
    rules = table.screen(0)
    table.notify("The die is gone.")
    assert words(Screen(table.screen(0).marks)) != words(rules)
    assert press(table, 0, "right") == rules, "the key that takes it away does nothing else"


def test_the_lobby_has_the_rules_of_the_game_that_is_chosen_and_who_reads_reads_on() -> None:
    table = Table(CATALOG, NAMES)
    table.begin()
    to_the_rules(table, 0)
    assert find_game("mastermind").book[0].name in words(table.screen(0))
    press(table, 0, "right", "right")
    table.handle(Answered(1, 1, {"move": "choose", "game": "passcode"}))
    assert find_game("passcode").book[2].name in words(table.screen(0))
    press(table, 0, "back")
    assert table.state.places[0].reading is None


def test_who_looks_on_and_who_has_played_can_read_as_well() -> None:
    game = find_game("mastermind")
    table = Table(CATALOG, ("Ann", "Bob", "Cleo"))
    table.resume(Opened(game.name, game.rules, {}, NAMES, (0, 1)), ())
    assert to_the_rules(table, 2) <= 3
    over = playing(game)
    code, row = {"move": "set_code", "pegs": ["red", "blue", "green", "white"]}, ["red", "blue", "green", "white"]
    for number, (seat, move) in enumerate(
        ((0, code), (1, {"move": "guess", "pegs": row}), (1, code), (0, {"move": "guess", "pegs": row})), 1
    ):
        over.handle(Answered(seat, number, move))
    assert over.game.result(over.state.game_state).winners is not None
    over.handle(Gestured(0, "middle"))  # has read how the last game ended
    assert to_the_rules(over, 0) <= 4
