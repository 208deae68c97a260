"""Golden playthroughs: a whole game of luck for each game, as all at the table read it, in words.

Told are the screens, the pages to look at and the public sentences that have a line of a new kind: new words, whatever numbers,
names and signs are in it. So every wording of the game stands there once, with the move after which it is read, and what else
stood beside it. A change of a game is reviewed as the diff of these files.
"""

import json
import re
from collections.abc import Iterator, Sequence

import pytest

from companion.core.game import Result
from companion.core.seat import PUBLIC
from companion.games.catalog import CATALOG
from companion.games.mastermind import MASTERMIND
from companion.table.effects import Answered, Gestured, Opened
from companion.table.table import Table
from tests.golden import holds, strays
from tests.laws.play import Case, game
from tests.screen_text import body_words, screen_words

SEED = 21
PLAYED: dict[str, Case] = {
    record.name: Case(record, 2, given, record.read_options(given, 2))
    for record in CATALOG
    for given in ({"levels": [3, 5]} if record.name == "passcode" else {},)
} | {
    f"mastermind-{edition}": Case(MASTERMIND, 2, given, MASTERMIND.read_options(given, 2))
    for edition, hand in (("super", "auto"), ("bulls_and_cows", "auto"), ("number_baseball", "manual"))
    for given in ({"edition": edition, "indication": hand},)
}
"""For each game one with two seats, and for editions with words of their own; a Passcode of all LEVELs would take 1,000 moves."""
WORD = re.compile(r"\b[A-Za-z]?[a-z]{2,}\b")
"""What makes the kind of a line; a sign of one letter, or KEY, is no word."""
LISTED = re.compile(r"\w+(?:, \w+)+")
"""The colours of a guess."""


@pytest.mark.parametrize("name", PLAYED)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    holds(f"playthroughs/{name}.txt", "\n".join(told(PLAYED[name])) + "\n")


def test_no_playthrough_is_left_over() -> None:
    assert strays("playthroughs", {f"{name}.txt" for name in PLAYED}) == []


class New:
    """Remembers which kinds of lines were told."""

    def __init__(self, case: Case) -> None:
        self._names = set(case.names)
        self._told: set[tuple[str, ...]] = set()

    def __call__(self, *lines: str) -> bool:
        """Whether one of these lines is of a kind that comes for the first time."""
        kinds = {
            tuple(word for word in WORD.findall(LISTED.sub("", line)) if word not in self._names) for line in lines
        }
        fresh = kinds - self._told
        self._told |= fresh
        return bool(fresh)


def told(case: Case) -> Iterator[str]:
    """The whole file, line by line."""
    new = New(case)
    table = Table((case.game,), case.names)
    table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), ())
    yield f"{case.game.title}, {case.seats} seats, options {json.dumps(case.given)}"
    moments = list(game(case, SEED))
    for number, moment in enumerate(moments):
        if number:
            actor, move = moment.steps[-1]
            table.handle(Answered(actor, number, move))
        view = case.game.view(moment.state, PUBLIC)
        sentence = case.game.describe(case.options, view, case.names)
        read = [line for seat in range(case.seats) for line in screens(case, table, seat, new)]
        if new(*sentence.split(". ")) or read or moment is moments[-1]:
            yield from (f"{number}. {sentence}", *read)
    result: Result = case.game.result(moments[-1].state)
    yield f"The end: scores {list(result.scores)}, winners {list(result.winners or ())}"


def screens(case: Case, table: Table, seat: int, new: New) -> Iterator[str]:
    """What a seat reads, if that is new: its notices, its screen, and the pages that it can look at."""
    while table.state.places[seat].unread:
        notice = screen_words(table.screen(seat))
        if new(*notice):
            yield from block(case.names[seat], notice)
        table.handle(Gestured(seat, "middle"))
    screen = screen_words(table.screen(seat))
    if new(*screen):
        yield from block(case.names[seat], screen)
    view = case.game.view(table.state.game_state, seat)
    for page in case.game.render(case.options, view, case.names, None).pages:
        body = body_words(page.marks)
        if new(page.name, *body):
            yield from block(f"{case.names[seat]} looks", (page.name, *body))


def block(who: str, lines: Sequence[str]) -> Iterator[str]:
    """The lines, the first one after who reads them."""
    first, *others = lines
    yield f"  {who}: {first}"
    yield from (f"      {line}" for line in others)
