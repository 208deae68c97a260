"""Hints at a table with simulated hardware: the process that thinks about them, after a restart too, and one that fails."""

import asyncio
import sys
from pathlib import Path

import pytest

from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.table.effects import Gestured, HintGiven
from companion.table.transaction import NO_HINT
from tests.app.test_machine import FAILING, make, state_of, until_asked
from tests.key_spelling import spell
from tests.room import Room, configured, room
from tests.table.room import menu_of
from tests.until import next_turn, until

pytestmark = [pytest.mark.anyio, pytest.mark.process]


def press_entry(line: Room, action: str) -> None:
    """The first place opens its menu and chooses an entry."""
    table = line.table
    entries = menu_of(table, 0)
    at = next(number for number, entry in enumerate(entries) if entry.action == action)
    gestures: list[Gesture] = ["back"]
    gestures += ["right"] * at
    gestures.append("middle")
    for gesture in gestures:
        line.put(Gestured(0, gesture, asyncio.get_running_loop().time()))


async def hint(line: Room) -> str:
    """Ask for a hint, and wait for it."""
    press_entry(line, "hint")
    await until(lambda: state_of(line).advice_at(0) is not None, next_turn)
    advice = state_of(line).advice_at(0)
    assert advice is not None
    return advice.words


CODE: Move = {"move": "set_code", "pegs": ["red", "blue", "green", "white"]}


async def begin(line: Room, *choices: Move) -> None:
    """The first place switches hints on, chooses this in the lobby and begins a game, in which it is asked first."""
    for move in ({"move": "help", "help": "hint", "on": True}, *choices, {"move": "start"}):
        await make(line, 0, move)
    await until_asked(line)


async def crack_both(line: Room) -> None:
    """Two games of a series, each cracked in one row."""
    for maker in (0, 1):
        await make(line, maker, CODE)
        await make(line, 1 - maker, {**CODE, "move": "guess"})


async def test_a_process_thinks_about_hints_and_promises_and_again_after_a_restart(tmp_path: Path) -> None:
    async with room(configured(tmp_path)) as line:
        await begin(
            line,
            {"move": "help", "help": "worth", "on": True},
            {"move": "choose", "game": "digitcode"},
            {"move": "set", "option": "master", "value": "table"},
        )
        first = await hint(line)
        assert first.startswith("Try: ")
        await until(lambda: line.event == "Player 1 asks for a hint.", line.news)
        line.put(Gestured(0, "middle"))
        draft = state_of(line).places[0].dialog.draft
        assert draft is not None
        for gesture in (*spell(draft, {"move": "ask_line", "line": "B"})[:-1], "right"):
            line.put(Gestured(0, gesture))
        await until(lambda: (known := state_of(line).places[0].estimate) is not None and known.words != "", next_turn)
        promise = state_of(line).places[0].estimate
        assert promise is not None
        assert "465,120 possible codes" in promise.words
        assert line.session.thinking.is_running
    async with room(configured(tmp_path)) as line:
        await until_asked(line)
        assert state_of(line).advice_at(0) is None, "a hint is nobody's move, so the journal has none"
        assert await hint(line) == first


@pytest.mark.parametrize("how", ["at once", "babble", "mute"])
async def test_whatever_becomes_of_the_process_the_game_goes_on_and_the_table_ends(how: str, tmp_path: Path) -> None:
    async with room(configured(tmp_path), machine_command=(sys.executable, str(FAILING), how)) as line:
        await begin(line)
        press_entry(line, "hint")
        fails = how != "mute"
        await until(lambda: (state_of(line).places[0].notices == (NO_HINT,)) if fails else is_noticed(line), next_turn)
        await make(line, 0, CODE)


def is_noticed(line: Room) -> bool:
    """Whether the first place reads that the machine thinks."""
    return state_of(line).places[0].notices not in ((), (NO_HINT,))


async def test_no_hint_of_one_game_comes_up_in_the_next(tmp_path: Path) -> None:
    async with room(configured(tmp_path), machine_command=(sys.executable, str(FAILING), "mute")) as line:
        await begin(line, {"move": "set", "option": "games", "value": 2})
        hints = line.session.thinking
        press_entry(line, "hint")
        await until(lambda: is_noticed(line), next_turn)
        await crack_both(line)
        thinking = hints.is_running
        await make(line, 0, {"move": "lobby"})
        assert (thinking, hints.is_running) == (True, False)
        await make(line, 0, {"move": "start"})
        number = state_of(line).number
        line.put(HintGiven(0, number, "Try: Red. It was the code of the game before."))
        await make(line, 0, CODE)
        assert all(own.advice is None for own in state_of(line).places)


async def test_a_finished_game_is_reviewed_by_a_process(tmp_path: Path) -> None:
    async with room(configured(tmp_path)) as line:
        await begin(line, {"move": "set", "option": "games", "value": 2})
        await crack_both(line)
        line.put(Gestured(0, "middle"))  # has read how the game ended
        line.put(Gestured(0, "middle"))  # asks for the review
        await until(lambda: state_of(line).advice_at(0) is not None, next_turn)
        advice = state_of(line).advice_at(0)
        assert advice is not None
        assert advice.review[0].startswith("Turning point")
