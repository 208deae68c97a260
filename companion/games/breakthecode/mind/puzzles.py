"""Puzzles of Break the Code: which row is it? Two play, and only one row of the other player agrees with all answers."""

from typing import Final

from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.games.breakthecode.possible import Answered, Rows, rows_of
from companion.games.breakthecode.rules import (
    COLOUR_WORDS,
    COPIES,
    PLACES,
    TILE_KINDS,
    TILES,
    AskedCard,
    Options,
    Question,
    Row,
    State,
    about_words,
    asked_words,
    cards_in_play,
    guess_prompt,
    in_order,
    questions_of,
    row_words,
    true_answer,
    view,
)
from companion.games.breakthecode.words import spoken_answer
from companion.games.puzzle import Field, Maker, Puzzle, PuzzleLevel, TextLuck, Verdict, needed, shuffled

_LENGTH: Final = 5
_SOLVER: Final = Seat(0)
_FIELDS: Final = tuple(
    Field(place, TILE_KINDS, tuple((f"{COLOUR_WORDS[tile[0]]}{tile[1:]}",) for tile in TILE_KINDS)) for place in PLACES
)
_ANSWERS: Final[dict[PuzzleLevel, tuple[int, int]]] = {"easy": (3, 4), "medium": (4, 5), "hard": (5, 8)}
"""By level: how many answers are needed, least and most."""
_LEFT: Final[dict[PuzzleLevel, tuple[int, int]]] = {"easy": (1, 40), "medium": (20, 120), "hard": (60, 3_003)}
"""By level: how many rows the single most telling answer leaves, least and most."""
_AMONG: Final[dict[PuzzleLevel, int]] = {"easy": 4, "medium": 1, "hard": 1}
"""By level: of how many drawn questions the most telling one is asked."""
_TRIALS: Final = 120
"""How often questions are drawn about the same rows, since all answers about new ones take longer."""


def make(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    """Deals and questions are drawn until the answers leave one row, are all needed, and are as hard as the level asks for."""
    least, most = _ANSWERS[level]
    fewest, widest = _LEFT[level]
    while True:
        order = [TILES[number] for number in shuffled(list(range(len(TILES))), luck)]
        own, row = in_order(order[:_LENGTH]), in_order(order[_LENGTH : 2 * _LENGTH])
        rows = rows_of(in_order(order[_LENGTH:]), _LENGTH)
        for _ in range(_TRIALS):
            told = _told(rows, row, luck, _AMONG[level])
            begin = min(told, key=lambda one: rows.agreeing([one]).bit_count())
            left = rows.agreeing([begin]).bit_count()
            if least <= len(told) <= most and fewest <= left <= widest and rows.agreeing(told) == rows.only(row):
                return _puzzle(level, own, row, told, begin[0], left)


def check_answer(puzzle: Puzzle, answer: tuple[str, ...]) -> Verdict:
    """Whether a row is right."""
    own, asked = puzzle.position
    if in_order(answer) != answer or any(answer.count(tile) > COPIES[tile] for tile in answer):
        return Verdict(
            False, "That is no row: it rises, black stands left of white, and only a green five comes twice."
        )
    for tile in answer:
        if own.count(tile) + answer.count(tile) > COPIES[tile]:
            return Verdict(False, f"You hold {tile} yourself.")
    for number, (question, said) in enumerate(asked, 1):
        answered = true_answer(answer, question)
        if answered != said:
            return Verdict(
                False,
                f"Answer {number} contradicts it: this row would say {spoken_answer(question, answered)}, not "
                f"{spoken_answer(question, said)}.",
            )
    return Verdict(True, "It agrees with every answer and with your own tiles, and no other row does.")


def _told(rows: Rows, row: Row, luck: TextLuck, among: int) -> list[Answered]:
    """Questions with their answers, each the most telling of so many drawn ones, until one row is left or no card; of these the
    ones that are needed."""
    names = list(cards_in_play(2))
    told: list[Answered] = []
    live = rows.all
    while live.bit_count() > 1 and names:
        drawn: list[Answered] = []
        for _ in range(min(among, len(names))):
            ways = questions_of(names[luck(len(names))])
            question = ways[luck(len(ways))]
            drawn.append((question, true_answer(row, question)))
        one = min(drawn, key=lambda one: (live & rows.agreeing([one])).bit_count())
        names.remove(one[0][0])
        after = live & rows.agreeing([one])
        if 3 * after.bit_count() <= 2 * live.bit_count():
            told.append(one)
            live = after
    return needed(told, lambda some: rows.agreeing(some) == rows.only(row))


def _puzzle(level: PuzzleLevel, own: Row, row: Row, told: list[Answered], begin: Question, left: int) -> Puzzle:
    cards = tuple(AskedCard(_SOLVER, card, number, (None, said)) for (card, number), said in told)
    used = {one.card for one in cards}
    rest = tuple(name for name in cards_in_play(2) if name not in used)
    state = State(Options(), (own, row), (), rest[:6], rest[6:], _SOLVER, cards, (), 0, "ask", ended=False)
    return Puzzle(
        game="breakthecode",
        title="Which row is it?",
        kind="which row",
        level=level,
        task=f"You hold {row_words(own)}. Only one row of Ben agrees with all of his answers. Which one? It rises from left to "
        "right, and of two equal numbers the black one stands left.",
        clues=tuple(f"{asked_words(question)} Ben: {spoken_answer(question, said)}." for question, said in told),
        fields=_FIELDS,
        answer=row,
        deductions=len(told),
        worlds=left - 1,
        grade=f"The most telling answer leaves {left:,} rows; the other {len(told) - 1} must exclude all of them but one.",
        position=(own, tuple(told)),
        view=view(state, _SOLVER),
        names=("You", "Ben"),
        prompt=guess_prompt(_LENGTH),
        hints=(
            f"Begin with what you hear if you ask {about_words(begin)}.",
            f"The tile at A is {row[0]}.",
            f"The tile at E is {row[-1]}.",
            f"The tile at C is {row[2]}.",
        ),
    )


def answer_of(move: Move) -> tuple[str, ...]:
    """The row of a guess."""
    return tuple(move["tiles"])


BREAKTHECODE_PUZZLES: Final = Maker("breakthecode", make, check_answer, answer_of)
