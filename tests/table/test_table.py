"""The table: inputs in, ordered effects out; stale answers, half-entered codes, journals, and what comes after a game."""

import pytest
from msgspec import to_builtins

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.core.prompt import Choose
from companion.core.seat import CHANCE
from companion.games.mastermind import MASTERMIND
from companion.table import lobby
from companion.table.effects import Answered, Append, AskChance, Effect, Gestured, Moved, Opened, Publish, Show, Ticked
from companion.table.state import CHEER_SECONDS
from companion.table.table import Table, entries
from tests.table.room import Room, code, guess, words

NAMES = ("Ann", "Bob")
OPENED = Opened("mastermind", MASTERMIND.rules, {}, NAMES)


def kinds(effects: list[Effect]) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def test_a_new_table_opens_its_lobby() -> None:
    effects = Table((MASTERMIND,), NAMES).begin()
    assert kinds(effects) == ["Append", "Show", "Show", "Publish"]
    assert entries(effects) == [Opened("lobby", lobby.RULES, {}, NAMES)]


def test_a_move_is_kept_then_shown_then_published() -> None:
    room = Room().start()
    effects = room.enter(0, code("RYGB"))
    assert kinds(effects) == ["Append", "Show", "Show", "Publish"]
    assert effects[0] == Append(Moved(1, 0, code("RYGB")))
    assert [(effect.place, effect.urgent) for effect in effects if isinstance(effect, Show)] == [(0, True), (1, False)]
    public, did = MASTERMIND.view(room.table.state.game_state, None), "Ann has set a code."
    assert effects[-1] == Publish(1, to_builtins(public), "Ann has set a code; Bob guesses.", NAMES, (0, 1), did=(did,))


def test_the_screen_of_who_pressed_goes_first() -> None:
    room = Room().start().play((0, code("RYGB")))
    effects = room.enter(1, guess("RRRR"))
    assert [(effect.place, effect.urgent) for effect in effects if isinstance(effect, Show)] == [(1, True), (0, False)]
    answered = room.answer(1, guess("YYYY"))
    assert [(effect.place, effect.urgent) for effect in answered if isinstance(effect, Show)] == [
        (0, False),
        (1, False),
    ]


def test_chance_is_asked_after_all_else() -> None:
    table = Room().start(codemaker="table").table
    effects = table.handle(Answered(1, 2, guess(code_letters(table))))
    assert kinds(effects) == ["Append", "Show", "Show", "Publish", "RecapShown", "AskChance"]
    assert isinstance(effects[-1], AskChance)
    assert (effects[-1].number, effects[-1].prompt) == (3, MASTERMIND.chance(table.state.game_state))
    assert kinds(table.refresh())[-1] == "AskChance", "and again for who asks again"


def code_letters(table: Table) -> str:
    return "".join({"red": "R", "yellow": "Y", "green": "G", "blue": "B"}[peg] for peg in table.state.game_state.code)


def test_a_key_that_only_types_shows_one_screen_and_keeps_nothing() -> None:
    room = Room().start()
    effects = room.press(0, "left")
    assert kinds(effects) == ["Show"]
    assert effects == [Show(0, urgent=True)]


def test_an_answer_to_another_move_is_refused() -> None:
    room = Room().start().play((0, code("RYGB")))
    for number in (-1, 0, 1, 3, 99):
        assert f"move {number}" in room.refusal(1, guess("RRRR"), number)
    room.answer(1, guess("RRRR"), 2)
    assert room.refusal(1, guess("RRRR"), 2), "one that comes twice is made once"


def test_an_illegal_answer_is_refused_and_nothing_is_kept() -> None:
    room = Room().start()
    kept = list(room.kept)
    for actor, letters in ((0, "RRRR"), (1, "RYGB"), (CHANCE, "RYGB"), (7, "RYGB")):
        assert room.refusal(actor, code(letters))
    assert room.kept == kept


def test_a_move_of_one_seat_keeps_what_another_has_half_typed() -> None:
    room = Room()
    room.press(1, "right")
    shown = room.shown[1]
    room.press(0, "right", "right")
    assert room.shown[1] == shown, "that somebody reads Learn for the first time is a move"
    half = room.table.state.places[1].dialog
    room.press(0, "right")
    assert room.table.state.places[1].dialog == half
    # What is asked changes with a choice, so what was half typed is dropped then.
    room.answer(0, {"move": "set", "option": "colours", "value": 6})
    assert room.table.state.places[1].dialog != half


def test_a_half_typed_code_stays_while_the_other_seat_looks_round() -> None:
    room = Room().start()
    room.enter(0, code("RYGB"), but=3)
    half, shown = room.table.state.places[0].dialog, room.shown[0]
    room.press(1, "right", "middle", "back")
    assert (room.table.state.places[0].dialog, room.shown[0]) == (half, shown)
    for _ in range(12):
        room.press(0, "back")
    room.press(0, "middle")
    room.enter(0, code("RYGB"))
    assert room.table.state.game_state.code == ("red", "yellow", "green", "blue")


def test_a_remark_stands_on_every_screen_until_the_next_key() -> None:
    room = Room().start()
    room.enter(0, code("RYGB"), but=2)
    before = dict(room.shown)
    effects = room.table.notify("Seat 2 does not answer.")
    room.carry_out(effects)
    assert [(effect.place, effect.urgent) for effect in effects] == [(0, False), (1, False)]
    assert all("does not answer" in room.words(seat).replace("\n", " ") for seat in (0, 1))
    room.press(0, "left")
    assert room.shown[0] == before[0], "the key took the remark away and entered nothing"
    assert "does not answer" in room.words(1).replace("\n", " ")


def test_after_the_game_the_same_can_be_played_again() -> None:
    room = Room().start(colours=6).series()
    assert "A draw, 1 to 1" in room.words(0)
    assert "Again" in room.words(0)
    assert "Lobby" in room.words(1)
    prompt = room.table.prompt(1)
    assert isinstance(prompt, Choose)
    assert [option.text for option in prompt.options] == ["Play again", "Short review", "Back to the lobby"]
    number = room.table.state.number
    assert number == 4
    room.enter(1, {"move": "again"})
    assert room.kept[-1] == Opened("mastermind", MASTERMIND.rules, {"colours": 6}, NAMES)
    assert (room.table.state.number, room.table.game.name) == (0, "mastermind")
    assert room.table.state.game_state == MASTERMIND.setup(room.table.state.options, 2)


def test_when_a_game_is_over_the_screens_blink_until_a_key_is_pressed() -> None:
    room = Room().start().play((0, code("RYGB")), (1, guess("RYGB")))
    seen, now = [], 100.0
    while room.table.deadline is not None:
        assert room.table.deadline <= now
        room.carry_out(room.table.handle(Ticked(now)))
        seen.append(room.shown[0].inverse)
        now += CHEER_SECONDS
    assert seen == [True, False, True, False]
    room.play((1, code("RYGB")), (0, guess("RYGB")))
    room.carry_out(room.table.handle(Ticked(now)))
    room.press(1, "middle")
    assert (room.shown[0].inverse, room.shown[1].inverse) == (True, False)


def test_after_the_game_one_can_go_back_to_the_lobby() -> None:
    room = Room().start(colours=6).series()
    effects = room.enter(0, {"move": "lobby"})
    assert kinds(effects) == ["Append", "Show", "Show", "Publish"]
    before = {"joined": [0, 1], "game": "mastermind", "choices": {"colours": 6}, "last": "A draw, 1 to 1"}
    assert room.kept[-1] == Opened("lobby", lobby.RULES, before, NAMES), "the same can be played again with a change"
    assert room.table.game.name == "lobby"
    assert room.table.game.view(room.table.state.game_state, None).after
    assert not Room().table.state.game_state.after


def test_after_the_game_nothing_else_is_possible() -> None:
    room = Room().start().series()
    assert "again, review or lobby" in room.refusal(0, guess("RRRR"))
    assert room.refusal(CHANCE, {"move": "again"})
    assert room.refusal(0, {"move": "again"}, 4)


STEPS: list[Step] = [(0, code("RYGB")), (1, guess("RRRR"))]


def test_a_journal_that_does_not_fit_is_named_and_the_table_stays_as_it_was() -> None:
    table = Table((MASTERMIND,), NAMES)
    table.begin()
    before = table.state
    rules = MASTERMIND.rules
    for opened, steps, what in (
        (Opened("whist", 1, {}, NAMES), [], "'whist'"),
        (Opened("mastermind", 77, {}, NAMES), [], "rules 77"),
        (Opened("mastermind", rules, {}, ("Ann", "Bob", "Cleo")), [], "3 seats"),
        (Opened("mastermind", rules, {"games": 3}, NAMES), [], "damaged: Option games"),
        (OPENED, [*STEPS, (0, guess("RRRR"))], "damaged: Move 3"),
        (OPENED, [(0, code("RRGB"))], "damaged: Move 1"),
        (Opened("lobby", lobby.RULES, {}, NAMES), [(0, {"move": "choose", "game": "whist"})], "damaged: Move 1"),
    ):
        with pytest.raises(JournalError, match=what):
            table.resume(opened, steps)
        assert table.state == before


def test_a_game_is_taken_up_where_it_was() -> None:
    room = Room().start().play(*STEPS)
    table = Table((MASTERMIND,), NAMES)
    effects = table.resume(OPENED, STEPS)
    assert table.state == room.table.state
    assert kinds(effects) == ["Show", "Show", "Publish"]
    assert {effect.place: table.screen(effect.place) for effect in effects if isinstance(effect, Show)} == room.shown


def test_a_game_that_is_over_is_taken_up_with_what_comes_next() -> None:
    room = Room().start().series()
    table = Table((MASTERMIND,), NAMES)
    table.resume(OPENED, [(entry.actor, entry.move) for entry in room.kept[3:] if isinstance(entry, Moved)])
    table.handle(Gestured(1, "middle"))
    assert "Again" in words(table.screen(1))


def test_a_table_put_back_after_a_failed_journal_has_done_nothing() -> None:
    room = Room().start()
    before = room.table.state
    room.table.handle(Answered(0, 1, code("RYGB")))
    room.table.put_back(before, 0.0)
    assert room.table.handle(Answered(0, 1, code("WOYG")))[0] == Append(Moved(1, 0, code("WOYG")))


def test_the_secrets_of_one_screen_are_on_no_other() -> None:
    for secrecy in ("open", "lift"):
        shown = set()
        for letters in ("RYGB", "WOYG", "BGYR"):
            room = Room(secrecy=secrecy).start()
            screens = []
            effects: list[Effect] = room.enter(0, code(letters))
            screens += [room.table.screen(1) for effect in effects if isinstance(effect, Show) and effect.place == 1]
            shown.add(repr((screens, room.events, [effect.view for effect in effects if isinstance(effect, Publish)])))
        assert len(shown) == 1
