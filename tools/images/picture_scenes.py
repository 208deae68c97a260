"""Which screens the pages of docs/play/ show: for each picture the game that leads to it."""

from collections.abc import Callable
from typing import Any, Final

from companion.core.picture import Picture
from companion.core.prompt import move_names
from companion.core.rules_book import IN_PICTURES, PageMarks
from companion.core.screen import Screen
from companion.core.seat import Seat
from companion.games.catalog import CATALOG
from companion.ui.raster import draw
from tools.board_kits import guide
from tools.images.pictures import Played

CODE: Final = ["red", "blue", "green", "white"]
GUESSES: Final = ("red yellow green blue", "red blue pink orange", "silver blue green red")
DIGITS: Final = ((4, 0, 7, 1, 9, 3), (8, 2, 5, 2, 6, 0))


def _mastermind(**options: Any) -> Played:
    return Played("mastermind", **options).move(0, move="set_code", pegs=CODE)


def _guessed() -> Played:
    played = _mastermind()
    for guess in GUESSES:
        played.move(1, move="guess", pegs=guess.split())
    return played


def _code() -> Picture:
    return Played("mastermind").typed(0, 4, move="set_code", pegs=CODE).picture(0)


def _guess() -> Picture:
    return _guessed().typed(1, 4, move="guess", pegs=["red", "white", "green", "pink"]).picture(1)


def _arms() -> Picture:
    played = _mastermind(indication="manual").move(1, move="guess", pegs=GUESSES[0].split())
    return played.typed(0, 1, move="pull_arms", red=2, white=1).picture(0)


def _score() -> Picture:
    played = _guessed().move(1, move="guess", pegs=CODE)
    played.move(1, move="set_code", pegs=["pink", "silver", "red", "yellow"])
    return played.press(1, "right").picture(1)


def _rows() -> Played:
    """Da Vinci Code for three, dealt."""
    return Played("davinci", 3, seed=4).until(lambda played: played.public.phase == "draw")


def _deduction(played: Played) -> Played:
    """Whose turn it is says what the second tile to the left is; its owner's view says what would be right."""
    seat = played.public.turn_of
    target = (seat + 1) % played.public.seats
    tile = played.table.game.view(played.table.state.game_state, target).rows[target][1]
    return played.move(seat, move="deduce", seat=target, position=1, value=tile.value)


def _clue() -> Picture:
    played = _rows()
    return played.picture(played.public.turn_of)


def _claim() -> Picture:
    played = _rows().until(lambda played: played.public.phase == "deduce")
    seat = played.public.turn_of
    target = (seat + 1) % played.public.seats
    return played.typed(seat, 2, move="deduce", seat=target, position=1, value="7").picture(seat)


def _right() -> Picture:
    played = _deduction(_rows().until(lambda played: played.public.phase == "deduce"))
    return played.picture(played.public.turn_of)


def _dashes() -> Picture:
    """A row with a dash, to be lined up."""

    def has_dash(played: Played) -> bool:
        view = played.table.game.view(played.table.state.game_state, Seat(0))
        return view.phase == "arrange" and any(tile.value == "-" for tile in view.rows[0])

    for seed in range(50):
        played = Played("davinci", 2, seed, advanced=True).until(lambda played: played.public.phase == "arrange")
        if has_dash(played):
            return played.picture(0)
    raise AssertionError("nobody is dealt a dash")


def _digits() -> Played:
    played = Played("digitcode")
    for seat, digits in enumerate(DIGITS):
        played.move(seat, move="set_code", digits=list(digits))
    return played


def _opening() -> Played:
    played = _digits()
    for seat in (0, 1):
        played.move(seat, move="ask_line", line="B").move(seat, move="ask_parity", place="U")
        played.move(seat, move="ask_larger", places=["T", "W"]).move(seat, move="ask_space", column="D", row="M")
    return played


def _six() -> Picture:
    return Played("digitcode").typed(0, 2, move="set_code", digits=list(DIGITS[0])).picture(0)


def _questions() -> Picture:
    return _opening().picture(0)


def _line() -> Picture:
    return _opening().typed(0, 1, move="ask_line", line="M").picture(0)


def _answers() -> Picture:
    return _opening().press(1, "right", "right", "right").picture(1)


def _die() -> Picture:
    played = Played("passcode", 3, seed=6).until(lambda played: played.public.phase == "turning")
    return played.picture(played.public.turn_of)


def _draw() -> Picture:
    def begun(played: Played) -> bool:
        return bool(played.public.phase == "draw" and sum(played.public.filled) > 3)

    played = Played("passcode", 3, seed=6).until(begun, "lay_down", "play", "keep")
    return played.picture(played.public.turn_of)


def _use() -> Picture:
    """A card that is the next digit, or a KEY for it."""

    def fits(played: Played) -> bool:
        view = played.public
        return bool(
            view.phase == "play" and view.filled[view.turn_of] and "play" in move_names(played.asked(view.turn_of))
        )

    played = Played("passcode", 3, seed=6).until(fits, "lay_down", "play", "keep")
    return played.picture(played.public.turn_of)


def _lock() -> Picture:
    def locking(played: Played) -> bool:
        view = played.public
        return bool(view.phase == "roll" and view.lock_in[view.turn_of] is not None)

    played = Played("passcode", 3, seed=6).until(locking, "lay_down", "play", "keep")
    return played.picture(played.public.turn_of)


def _tiles(seats: int = 2) -> Played:
    """Break the Code, dealt."""
    return Played("breakthecode", seats, seed=3).until(lambda played: played.public.phase == "turn")


def _asking() -> Played:
    """The same after three questions of each."""
    return _tiles().until(lambda played: len(played.public.asked) == 6 and played.public.phase == "turn", "ask")


def _own_row() -> Picture:
    return _asking().picture(1)


def _cards() -> Picture:
    return _asking().picture(0)


def _three_cards() -> Picture:
    played = _asking()
    return played.typed(0, 1, move="ask", card=played.public.open[0]).picture(0)


def _said() -> Picture:
    return _asking().press(1, "right").picture(1)


def _drawn(marks: PageMarks) -> Callable[[], Picture]:
    """A page of a game's rules."""
    return lambda: draw(Screen(marks=marks))


def _pages_of_books() -> dict[str, Callable[[], Picture]]:
    """Every game in pictures, and the drawings of the ten digits."""
    found = {}
    for game in CATALOG:
        name = guide(game.title).removeprefix("/rules/")
        topics = {topic.name: topic.pages for topic in game.book}
        for letter, marks in zip("abcdefghij", topics[IN_PICTURES], strict=False):
            found[f"{name}/in-pictures-{letter}"] = _drawn(marks)
        if "Ten digits" in topics:
            found[f"{name}/ten-digits"] = _drawn(topics["Ten digits"][0])
    return found


SCENES: Final[dict[str, Callable[[], Picture]]] = {
    **_pages_of_books(),
    "mastermind/code": _code,
    "mastermind/guess": _guess,
    "mastermind/arms": _arms,
    "mastermind/score": _score,
    "davinci-code/clue": _clue,
    "davinci-code/claim": _claim,
    "davinci-code/right": _right,
    "davinci-code/dashes": _dashes,
    "digit-code/code": _six,
    "digit-code/questions": _questions,
    "digit-code/line": _line,
    "digit-code/answers": _answers,
    "passcode/die": _die,
    "passcode/draw": _draw,
    "passcode/use": _use,
    "passcode/lock": _lock,
    "break-the-code/row": _own_row,
    "break-the-code/cards": _cards,
    "break-the-code/questions": _three_cards,
    "break-the-code/answers": _said,
}
"""By the names of their files."""
