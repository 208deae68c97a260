"""The players' own box: they report what they drew, and the game goes on as if chance had drawn it."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.game import Step
from companion.core.prompt import ChancePrompt, Choose, Prompt, every
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG, find_game
from companion.table import draws
from companion.table.effects import Abandoned, Append, AskChance, DrawsCorrected, Effect, Moved, Opened, Show
from companion.table.table import Table, entries
from tests.key_spelling import spell
from tests.laws.play import NAMES, Case, Moment, game, moments, solver_of
from tests.table.room import Room


def case(name: str, seats: int, **given: Any) -> Case:
    one = find_game(name)
    return Case(one, seats, given, one.read_options(given, seats))


STANDARD, ADVANCED = case("davinci", 2), case("davinci", 3, advanced=True, rounds=3, empty_centre="reveal")
PASSCODE = case("passcode", 3, levels=[3, 4])
CASES = pytest.mark.parametrize(
    "one",
    [STANDARD, pytest.param(ADVANCED, marks=pytest.mark.slow), pytest.param(PASSCODE, marks=pytest.mark.slow)],
    ids=["standard", "advanced", "passcode"],
)


class Box(Room):
    """A table at which the box's own pieces are played with; luck is asked for rolls alone, which the test answers."""

    def __init__(self, one: Case, steps: Sequence[Step] = ()) -> None:
        super().__init__(CATALOG, names=one.names, material="box")
        self.case = one
        self.begun_with = Opened(one.game.name, one.game.rules, one.given, one.names)
        self.carry_out(self.table.resume(self.begun_with, steps))
        self.kept = []

    def luck(self, number: int, prompt: Prompt) -> None:
        assert isinstance(prompt, ChancePrompt)
        assert prompt.die, "what comes out of the box is told"

    def tell(self, seat: int, piece: str) -> list[Effect]:
        """A piece by keys, the notice on the screen put away first."""
        if self.table.state.places[seat].unread:
            self.press(seat, "middle")
        self.read()
        prompt = self.table.prompt(seat)
        assert isinstance(prompt, Choose)
        (move,) = (move for move in every(prompt) if piece in move.values())
        return self.press(seat, *spell(prompt, move))

    def read(self) -> None:
        """All press on, where a sentence or a finished round stands in front of the game."""
        for seat in range(self.case.seats):
            while self.table.state.places[seat].unread:
                self.press(seat, "middle")
            if self.table.state.places[seat].recap is not None:
                self.press(seat, "middle")

    def tell_again(self, *seats: str) -> list[Effect]:
        """All that each seat holds, seat by seat; the effects of the last."""
        effects: list[Effect] = []
        for seat, pieces in enumerate(seats):
            for piece in pieces.split():
                effects = self.tell(seat, piece)
        return effects

    def play(self, *steps: Step) -> "Box":
        """What luck gave is told by who drew it."""
        for actor, move in steps:
            if actor != CHANCE or move["move"] == "roll":
                self.answer(actor, move)
                continue
            (seat,) = self.asked
            self.tell(seat, move.get("tile") or move["card"])
        return self

    @property
    def asked(self) -> list[int]:
        """Who is asked something."""
        return [seat for seat in range(self.case.seats) if self.table.prompt(seat) is not None]

    @property
    def state(self) -> Any:
        return self.table.state.game_state

    def recovered(self) -> Table:
        """Another table, from what the journal holds alone."""
        steps: list[Step] = []
        for entry in self.kept:
            match entry:
                case Moved(_, actor, move):
                    steps.append((actor, move))
                case DrawsCorrected(steps=told):
                    steps = list(told)
        table = Table(CATALOG, self.case.names, material="box")
        table.resume(self.begun_with, steps, len(self.kept))
        return table


# Whole games


@CASES
def test_a_game_that_is_told_is_the_game_that_luck_plays(one: Case) -> None:
    """One seat tells, the others read who it is; and at each point the journal is enough to go on."""
    *_, last = game(one, seed=4)
    piece = {"davinci": "tile", "passcode": "card"}[one.game.name]
    box, told = Box(one), 0
    for number, (actor, move) in enumerate(last.steps):
        if actor == CHANCE and move["move"] != "roll":
            box.read()
            (seat,) = box.asked
            others = [other for other in range(one.seats) if other != seat]
            assert all(f"{NAMES[seat]} tells a {piece}" in box.words(other) for other in others)
            told += 1
        box.play((actor, move))
        if number < 60:
            table = box.recovered()
            assert table.state.game_state == box.state
            for place in range(one.seats):
                assert table.prompt(place) == box.table.prompt(place)
    assert told > 10
    assert box.state == last.state
    assert box.kept == [Moved(number, actor, move) for number, (actor, move) in enumerate(last.steps, 1)]


def test_a_tile_takes_four_presses_at_most_and_a_card_three() -> None:
    for one, most in ((STANDARD, 4), (ADVANCED, 4), (PASSCODE, 3)):
        presses = [len(spell(prompt, move)) for prompt in offers(one) for move in every(prompt)]
        assert max(presses) == most
        assert min(presses) >= 2, "what cannot be taken back is confirmed"


def test_the_machine_draws_nothing_for_who_has_the_box() -> None:
    box = Box(STANDARD)
    box.answer(0, {"move": "take", "colour": "black"})
    before = box.table.state
    for actor in (CHANCE, 1):
        with pytest.raises(RuleError, match="Somebody else tells what was drawn"):
            box.answer(actor, {"move": "draw", "tile": "B4"})
    with pytest.raises(RuleError):
        box.answer(0, {"move": "draw", "tile": "W4"})
    assert box.table.state is before
    box.answer(0, {"move": "draw", "tile": "B4"})
    assert box.kept[-1] == Moved(2, CHANCE, {"move": "draw", "tile": "B4"})


def test_a_code_of_the_table_and_a_roll_stay_with_luck() -> None:
    table = Table(CATALOG, ("Ann",), material="box")
    digitcode = find_game("digitcode")
    effects = table.resume(Opened("digitcode", digitcode.rules, {}, ("Ann",)), [])
    assert [type(effect) for effect in effects if isinstance(effect, AskChance)] == [AskChance]
    box = Box(PASSCODE)
    effects = box.answer(0, {"move": "roll"})
    assert [effect.prompt for effect in effects if isinstance(effect, AskChance)] == [PASSCODE.game.chance(box.state)]


# What is offered


def told_moments(one: Case) -> list[Moment]:
    return [moment for moment in moments(one, seed=8, count=120) if draws.reporter(one.game, moment.state) is not None]


def offers(one: Case) -> list[Choose]:
    found = []
    for moment in told_moments(one):
        now = draws.reporter(one.game, moment.state)
        assert now is not None
        prompt = draws.report_prompt(one.game, moment.state, None, now.seat)
        assert prompt is not None
        found.append(prompt)
    return found


@CASES
def test_an_offer_holds_all_that_luck_may_have_given(one: Case) -> None:
    for moment, prompt in zip(told_moments(one), offers(one), strict=True):
        chance = one.game.chance(moment.state)
        assert chance is not None
        offered = list(every(prompt))
        assert all(move in offered for move in every(chance))


@CASES
def test_an_offer_and_who_tells_are_the_same_in_every_possible_world(one: Case) -> None:
    solver, compared = solver_of(one.game), 0
    pick = random.Random(3).randrange
    for moment in told_moments(one)[::4]:
        now = draws.reporter(one.game, moment.state)
        again = draws.none_yet(one.seats)
        for observer in range(one.seats):
            view = one.game.view(moment.state, observer)
            for _ in range(4):
                world = solver.guess(one.options, view, pick)
                state: Any = one.game.setup(one.options, one.seats)
                for actor, move in solver.determinize(moment.steps, observer, world):
                    state = one.game.apply(state, actor, move)
                assert draws.reporter(one.game, state) == now
                for told in (None, again):
                    offered = draws.report_prompt(one.game, state, told, observer)
                    assert offered == draws.report_prompt(one.game, moment.state, told, observer)
                compared += state != moment.state
    assert compared > 20


# What cannot be

DEAL = ("B2", "B3", "B7", "W0", "W4", "W5", "W9", "B10")
"""As it is told; in truth the B7 of seat 0 is its B1."""
ANN, BOB = "B1 W4 B2 W9 B7", "W0 B3 W5 B10"
"""What they hold, from left to right; the last of Ann's is in her hand."""


def conflicting(deal: tuple[str, ...] = DEAL) -> Box:
    """Seat 0 told a B7 that is none, and now it has drawn the B7 itself and tells it."""
    box = Box(STANDARD)
    for number, tile in enumerate(deal):
        box.answer(number % 2, {"move": "take", "colour": "black" if tile[0] == "B" else "white"})
        box.tell(number % 2, tile)
    box.answer(0, {"move": "take", "colour": "black"})
    (seat,) = box.asked
    view = box.case.game.view(box.state, 0)
    assert [tile.value for tile in view.rows[0]] == ["2", "4", "7", "9"]
    assert seat == 0
    box.answer(0, {"move": "draw", "tile": "B10"})
    return box


def test_a_tile_entered_twice_stops_the_game_for_all_and_names_nobody() -> None:
    box = conflicting()
    kept = list(box.kept)
    assert all(box.events[-1] in box.words(seat).replace("\n", " ") for seat in (0, 1))
    assert "entered twice" in box.events[-1]
    assert not any(name in box.events[-1] for name in NAMES)
    assert box.kept == kept, "what cannot be is kept nowhere"
    assert box.asked == [0, 1]
    titles = {seat: box.table.prompt(seat).title for seat in (0, 1)}  # type: ignore[union-attr]
    assert titles == {0: "Black tile 1 of 2", 1: "White tile 1 of 2"}


def test_all_tell_theirs_again_and_the_game_goes_on_with_the_right_rows() -> None:
    box = conflicting()
    number = box.table.state.number
    effects = box.tell_again(ANN, BOB)
    assert [tile.name for tile in box.state.rows[0]] == ["B1", "B2", "W4", "W9"]
    assert [tile.name for tile in box.state.rows[1]] == ["W0", "B3", "W5", "B10"]
    assert (box.state.clue, box.state.phase) == ("B7", "deduce")
    assert entries(effects) == [DrawsCorrected(number + 1, box.table.state.steps)]
    assert box.asked == [0]
    box.answer(0, {"move": "deduce", "seat": 1, "position": 3, "value": "10"})
    assert box.kept[-1] == Moved(number + 2, 0, {"move": "deduce", "seat": 1, "position": 3, "value": "10"})
    assert box.state.rows[1][3].exposed


def test_what_cannot_be_either_is_told_once_more_by_all() -> None:
    box = conflicting()
    kept = list(box.kept)
    box.tell_again("B2 W4 B7 W9 B10", BOB)
    assert box.words(1).startswith("A tile was entered")
    assert (box.kept, box.asked) == (kept, [0, 1])
    box.tell_again("B2 W4 B7 W9 B1", BOB)
    assert box.state.clue == "B1"
    assert len(box.kept) == len(kept) + 1


def test_who_waits_reads_that_all_tell_again_and_nothing_of_what() -> None:
    box = conflicting()
    for piece in BOB.split():
        box.tell(1, piece)
    assert "All rows again" in box.words(1)
    assert box.asked == [0]
    with pytest.raises(RuleError, match="Somebody else tells"):
        box.answer(1, {"move": "draw", "tile": "B10"})


def test_nobody_sees_what_another_tells_again() -> None:
    """Two worlds of which seat 1 can tell nothing: all that it is shown is the same, until all have told and after it."""
    seen = []
    for mine in (ANN, "B4 W6 B6 W8 B0"):
        box = conflicting()
        box.press(1, "middle")
        screens: list[Any] = [box.shown[1]]
        for piece in mine.split():
            effects = box.tell(0, piece)
            assert all(effect.place == 0 for effect in effects if isinstance(effect, Show))
            assert all(isinstance(effect, Show) for effect in effects), "nothing is told to all either"
            screens += [box.shown[1], box.table.screen(1), box.table.prompt(1)]
        for piece in BOB.split():
            box.tell(1, piece)
            screens.append(box.shown[1])
        seen.append(screens)
        assert [tile.name[0] for tile in box.state.rows[0]] == list("BBWW")
    assert seen[0] == seen[1]


def test_a_journal_that_refuses_asks_the_last_one_again() -> None:
    box = conflicting()
    box.tell_again("B1 W4 B2 W9 B7", "W0 B3 W5")
    before = box.table.state
    box.tell(1, "B10")
    box.kept.pop()
    box.table.state = before
    box.tell(1, "B10")
    assert box.state.clue == "B7"


def test_told_again_it_survives_a_power_cut_at_every_point() -> None:
    box = conflicting()
    through = [(seat, piece) for seat, pieces in enumerate((ANN, BOB)) for piece in pieces.split()]
    for seat, piece in through:
        table = box.recovered()
        assert (table.state.game_state, table.state.number) == (box.state, box.table.state.number)
        (title,) = (prompt.title for place in (0, 1) if (prompt := table.prompt(place)) is not None)
        assert title == "Which black tile?", "after a power cut whoever drew tells again what it drew"
        effects = box.tell(seat, piece)
    kinds = [type(effect) for effect in effects]
    assert kinds.index(Append) < kinds.index(Show, kinds.index(Append)), "it is kept before anybody sees it"
    table = box.recovered()
    assert (table.state.game_state, table.state.number) == (box.state, box.table.state.number)
    assert table.state.steps == box.table.state.steps
    box.answer(0, {"move": "deduce", "seat": 1, "position": 0, "value": "1"})
    assert box.recovered().state.game_state == box.state


def test_the_game_can_be_abandoned_while_all_tell_again() -> None:
    box = conflicting()
    for seat in (0, 1):
        box.press(seat, "middle")
    box.press(0, "back", "left", "left", "left", "middle")
    box.press(0, "right")
    effects = box.press(1, "right", "middle")
    assert isinstance(entries(effects)[0], Abandoned)
    assert box.table.game.name == "lobby"
    assert box.table.state.position.reports is None


def test_a_card_told_too_often_is_put_right() -> None:
    """All ten 1s lie on the discard pile, most of them covered: Bob sees one of them, and tells an eleventh."""
    one = case("passcode", 2, levels=[3], turning=False)
    box = Box(one)
    steps: list[Step] = []
    for number in range(3):
        steps += [(number % 2, {"move": "roll"}), (CHANCE, {"move": "roll", "top": 1, "front": 2})]
    steps += [(CHANCE, {"move": "card", "card": card}) for card in ("3", "4", "1")]
    for seat, top in enumerate((6, 1)):
        steps += [(seat, {"move": "roll"}), (CHANCE, {"move": "roll", "top": top, "front": 2})]
    # Everybody draws a 1 and discards it, nine times over: all ten lie on the discard pile, and all but the top are covered.
    for number in range(9):
        steps += [(number % 2, {"move": "draw", "pile": "draw"}), (CHANCE, {"move": "card", "card": "1"})]
        steps += [(number % 2, {"move": "discard", "card": "1"})]
    box.play(*steps, (1, {"move": "draw", "pile": "draw"}))
    box.tell(1, "1")
    assert "too often" in box.events[-1]
    box.tell_again("3", "5 2")
    assert [player.hand for player in box.state.players] == [("3",), ("5", "2")]
    assert isinstance(box.kept[-1], DrawsCorrected)
