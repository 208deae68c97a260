"""The machine at a table with simulated hardware: whole games, restarts in the middle of a thought, and a process that fails."""

import asyncio
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.session import MACHINE_FAILED
from companion.core.game import Step
from companion.core.keys import Key
from companion.core.prompt import Move, sample
from companion.core.seat import CHANCE
from companion.table.effects import Answered
from companion.table.table import TableState
from companion.thinking.client import COMMAND
from companion.ui.editor import MenuAction
from tests.room import Room, configured, room
from tests.until import next_turn, until

pytestmark = [pytest.mark.anyio, pytest.mark.process]

FAILING = Path(__file__).parent.parent / "thinking" / "failing.py"
MUTE = (sys.executable, str(FAILING), "mute")


def state_of(line: Room) -> TableState:
    return line.table.state


async def make(line: Room, seat: int, move: Move) -> None:
    """A move of a person, and what the daemon makes of it."""
    before = state_of(line)
    line.put(Answered(seat, before.number + 1, move))
    await until(lambda: moved(before, state_of(line)) and is_told(line), line.news)


def is_told(line: Room) -> bool:
    """Whether all effects are carried out: what everybody is told is what stands, so the journal has it."""
    state = state_of(line)
    return (line.view.get("game"), line.number) == (state.opened.game, state.number)


def moved(before: TableState, after: TableState) -> bool:
    return (before.opened, before.number) != (after.opened, after.number)


async def against_machines(line: Room, game: str, *levels: str, pace: str = "", **options: Any) -> None:
    """A person at the first place begins a game with machines at the next ones."""
    if len(line.configuration.names) > 2:
        await make(line, 0, {"move": "join"})
    for place in range(1, 1 + len(levels)):
        await make(line, 0, {"move": "add_machine", "seat": place, "level": "best"})
    if state_of(line).game_state.chosen != game:
        await make(line, 0, {"move": "choose", "game": game})
    for place, level in enumerate(levels, 1):
        if state_of(line).game_state.machines[place - 1].level != level:
            await make(line, 0, {"move": "add_machine", "seat": place, "level": level})
    if pace:
        await make(line, 0, {"move": "pace", "pace": pace})
    for name, value in options.items():
        await make(line, 0, {"move": "set", "option": name, "value": value})
    await make(line, 0, {"move": "start"})


async def until_asked(line: Room, seat: int = 0) -> None:
    """Wait until a person is to move, or the game is over."""

    def asked() -> bool:
        table = line.table
        acting = table.game.to_act(table.state.game_state)
        return is_told(line) and (seat in acting or not acting)

    await until(asked, line.news)


async def play_on(line: Room, pick: Callable[[int], int], choose: Callable[[Room], Move] | None = None) -> None:
    """The person's moves to the end of the game, by luck or as `choose` says."""
    table = line.table
    while True:
        await until_asked(line)
        if table.state.position.result is not None:
            return
        prompt = table.prompt(0)
        assert prompt is not None
        await make(line, 0, sample(prompt, pick) if choose is None else choose(line))


def crack(line: Room) -> Move:
    """A person who knows the code, so that the game is short."""
    state = state_of(line).game_state
    pegs = list(state.code) if state.code is not None else ["red", "yellow", "green", "blue"]
    return {"move": "set_code" if state.code is None else "guess", "pegs": pegs}


@pytest.mark.parametrize(
    ("game", "levels", "options"),
    [
        ("mastermind", ("casual",), {"indication": "manual"}),
        ("davinci", ("best", "beginner"), {"advanced": True}),
        ("digitcode", ("steady",), {}),
        pytest.param("passcode", ("hasty", "random"), {}, marks=pytest.mark.slow),
    ],
)
async def test_a_person_and_machines_play_a_whole_game(
    game: str, levels: tuple[str, ...], options: dict[str, Any], tmp_path: Path
) -> None:
    pick = random.Random(7).randrange
    async with room(configured(tmp_path, seats=1 + len(levels)), randbelow=pick) as line:
        await against_machines(line, game, *levels, **options)
        opened = state_of(line).opened
        assert [machine.level for machine in opened.machines] == list(levels)
        assert opened.names[1:] == ("Machine", "Machine2")[: len(levels)]
        right_arms = game == "mastermind"
        await play_on(line, pick, honest(pick) if right_arms else None)
        table = line.table
        assert table.state.position.result is not None
        made = {actor for actor, _ in state_of(line).steps}
        assert set(range(1, 1 + len(levels))) <= made, "every machine has moved"
        await make(line, 0, {"move": "again"})
        again = state_of(line).opened
        assert [machine.level for machine in again.machines] == list(levels)
        assert {one.seed for one in again.machines}.isdisjoint({one.seed for one in opened.machines}), "new luck"
        await until_asked(line)


def honest(pick: Callable[[int], int]) -> Callable[[Room], Move]:
    """Any move, but right arms: else a game begins again and again."""

    def choose(line: Room) -> Move:
        table = line.table
        view = table.game.view(table.state.game_state, 0)
        if view.phase == "arms":
            row, code = view.rows[-1].pegs, view.code
            red = sum(one == other for one, other in zip(row, code, strict=True))
            common = sum(min(row.count(colour), code.count(colour)) for colour in set(row))
            return {"move": "pull_arms", "red": red, "white": common - red}
        prompt = table.prompt(0)
        assert prompt is not None
        return sample(prompt, pick)

    return choose


async def test_no_process_is_started_for_people(tmp_path: Path) -> None:
    async with room(configured(tmp_path), machine_command=("/nonexistent",)) as line:
        await make(line, 0, {"move": "start"})
        assert state_of(line).machines == ()
        assert not line.session.thinking.is_running
        assert line.event != MACHINE_FAILED


async def test_the_process_goes_with_the_game(tmp_path: Path) -> None:
    async with room(configured(tmp_path)) as line:
        machine = line.session.thinking
        await against_machines(line, "mastermind", "best")
        await until(lambda: machine.is_running, next_turn)
        await play_on(line, random.Random(1).randrange, crack)
        await make(line, 0, {"move": "lobby"})
        await until(lambda: not machine.is_running, next_turn)
        assert [one.place for one in state_of(line).game_state.machines] == [1], "it is proposed again"


async def test_a_thought_that_a_restart_cuts_off_leads_to_the_same_move(tmp_path: Path) -> None:
    """The machine is cut off while it thinks; after the restart it does what it would have done in the first place."""
    options: dict[str, Any] = {"first_codemaker": 1}
    async with room(configured(tmp_path), machine_command=MUTE) as line:
        await against_machines(line, "mastermind", "best", **options)
        assert line.table.game.to_act(state_of(line).game_state) == (1,)
        opened = state_of(line).opened
    made: list[tuple[Step, ...]] = []
    for _ in range(2):
        # The same journal twice: the first restart's move is not kept, since the daemon goes before its answer.
        copy = tmp_path / f"again{len(made)}"
        copy.mkdir()
        for file in tmp_path.glob("journal.sqlite3*"):
            (copy / file.name).write_bytes(file.read_bytes())
        async with room(configured(copy)) as line:
            assert state_of(line).opened == opened
            await until_asked(line)
            made.append(state_of(line).steps)
    assert made[0] == made[1]
    assert [actor for actor, _ in made[0]] == [1]


async def test_a_process_that_is_killed_is_started_once_more_and_goes_on(tmp_path: Path) -> None:
    flag = tmp_path / "failed once"
    script = (
        "import os, pathlib, sys\n"
        f"flag = pathlib.Path({str(flag)!r})\n"
        "if flag.exists():\n"
        f"    os.execv({COMMAND[0]!r}, {list(COMMAND)!r})\n"
        "flag.touch()\n"
        "sys.exit(9)\n"
    )
    async with room(configured(tmp_path), machine_command=(sys.executable, "-c", script)) as line:
        await against_machines(line, "mastermind", "novice", first_codemaker=1)
        await until_asked(line)
        assert flag.exists()
        assert [actor for actor, _ in state_of(line).steps] == [1]
        assert line.event != MACHINE_FAILED


@pytest.mark.parametrize("how", ["at once", "asked", "babble", ""])
async def test_a_process_that_fails_twice_or_cannot_be_started_is_told_in_a_sentence(how: str, tmp_path: Path) -> None:
    command = (sys.executable, str(FAILING), how) if how else ("/nonexistent",)
    async with room(configured(tmp_path), machine_command=command) as line:
        await against_machines(line, "mastermind", "novice", first_codemaker=1)
        await until(lambda: line.event == MACHINE_FAILED, line.news)
        assert state_of(line).steps == ()
        assert not line.session.thinking.is_running


async def test_leaving_the_game_ends_a_thought(tmp_path: Path) -> None:
    """The lone person abandons: the machine agrees, and its process is gone though it was thinking."""
    async with room(configured(tmp_path), machine_command=MUTE) as line:
        await against_machines(line, "mastermind", "best", first_codemaker=1)
        machine = line.session.thinking
        await until(lambda: machine.is_running, next_turn)
        await menu(line, "abandon")
        await press(line, "right")  # Yes
        await until(lambda: not machine.is_running, next_turn)
        assert state_of(line).opened.game == "lobby"


async def test_the_machine_agrees_to_taking_a_move_back_and_thinks_anew(tmp_path: Path) -> None:
    async with room(configured(tmp_path), machine_command=MUTE) as line:
        await against_machines(line, "mastermind", "best")
        await make(line, 0, {"move": "set_code", "pegs": ["red", "yellow", "green", "blue"]})
        await until(lambda: line.session.thinking.is_running, next_turn)
        await menu(line, "take_back")
        await until(lambda: state_of(line).steps == (), line.news)
        assert line.table.game.to_act(state_of(line).game_state) == (0,)
        assert state_of(line).number == 2, "the move and its taking back are both in the journal"


async def menu(line: Room, action: MenuAction) -> None:
    """Hold ● at the first place, and take this entry of the menu that opens."""
    table = line.table
    await press(line, "middle", hold=True)
    while True:
        entry = table.state.places[0].dialog.menu
        assert entry is not None
        if entry.action == action:
            break
        await press(line, "right")
    await press(line, "middle")


async def press(line: Room, key: Key, *, hold: bool = False) -> None:
    before = state_of(line)
    await line.press(0, key, True)
    if not hold:
        await line.press(0, key, False)
    await until(lambda: state_of(line) is not before, next_turn)
    if hold:
        await line.press(0, key, False)


async def test_a_move_waits_until_its_time(tmp_path: Path) -> None:
    """With so slow a pace nothing comes within this test, though the choice is made. The lobby chooses a pace for each game."""
    waits = [await _chosen_after(tmp_path / pace, pace) / 6000 for pace in ("quick", "slow")]
    assert 0.4 <= waits[0] < 1.0 < 1.6 <= waits[1]
    async with room(configured(tmp_path / "slow")) as line:
        await until_asked(line)
        assert [actor for actor, _ in state_of(line).steps] == [1]


async def _chosen_after(tmp_path: Path, pace: str) -> float:
    """Seconds from the start of a game to the machine's first move, which is chosen and not made yet."""
    async with room(configured(tmp_path, machine_pace=6000.0)) as line:
        before, machine = asyncio.get_running_loop().time(), line.session.thinking
        await against_machines(line, "mastermind", "novice", pace=pace, first_codemaker=1)
        await until(lambda: machine.move_due is not None, next_turn)
        assert state_of(line).steps == ()
        assert machine.move_due is not None
        return machine.move_due - before


async def test_a_move_of_the_machine_waits_while_a_proposal_is_open(tmp_path: Path) -> None:
    """Else it would end the proposal of a person before anybody could answer."""
    async with room(configured(tmp_path, seats=3), machine_command=MUTE) as line:
        table = line.table
        for place in (0, 2):
            await make(line, place, {"move": "join"})
        await make(line, 0, {"move": "choose", "game": "digitcode"})
        await make(line, 0, {"move": "add_machine", "seat": 1, "level": "best"})
        await make(line, 0, {"move": "start"})
        await make(line, 0, {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]})
        await menu(line, "take_back")
        await until(lambda: state_of(line).proposal is not None, next_turn)
        asked: Move = {"move": "ask_line", "line": "P"}
        line.put(Answered(1, state_of(line).number + 1, asked))
        # Inputs are taken in order, so the move was held back when the key behind it has chosen "No".
        chosen = state_of(line).places[2].agreement
        await line.press(2, "left", True)
        await line.press(2, "left", False)
        await until(lambda: state_of(line).places[2].agreement != chosen, next_turn)
        assert len(state_of(line).steps) == 1
        await line.press(2, "middle", True)
        await line.press(2, "middle", False)
        await until(lambda: table.state.steps[1:] == ((1, asked),), line.news)
        assert table.state.proposal is None


async def read_notice(line: Room) -> None:
    before = state_of(line).places[0].notices
    await line.press(0, "left", True)
    await until(lambda: state_of(line).places[0].notices != before, next_turn)
    await line.press(0, "left", False)


async def wrong_claim(line: Room) -> None:
    """Machines play at two of three places of Da Vinci Code, until the first of them is wrong and the second is to act."""
    for place in (1, 2):
        await make(line, 0, {"move": "add_machine", "seat": place, "level": "best"})
    await make(line, 0, {"move": "start"})
    pick = random.Random(3).randrange
    while True:
        await until(lambda: CHANCE not in state_of(line).position.acting and is_told(line), line.news)
        state = state_of(line)
        actor = state.position.acting[0]
        if state.announced and actor == 2 and state.steps[-1][0] != 2:
            return
        assert actor != CHANCE
        while state_of(line).places[0].notices:
            await read_notice(line)
        prompt = line.table.state.position.question(actor)
        assert prompt is not None
        await make(line, actor, sample(prompt, pick))


@pytest.mark.parametrize("read", [True, False])
async def test_a_move_of_the_machine_waits_while_a_person_reads_what_was_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: bool
) -> None:
    """Until the person has read it, or for so many seconds."""
    monkeypatch.setattr("companion.app.session.READING_SECONDS", 3600.0 if read else 1.0)
    async with room(configured(tmp_path, seats=3, machine_pace=0.01), machine_command=MUTE) as line:
        await make(line, 0, {"move": "join"})
        await make(line, 0, {"move": "choose", "game": "davinci"})
        await wrong_claim(line)
        before = state_of(line)
        prompt = before.position.question(2)
        assert prompt is not None
        line.put(Answered(2, before.number + 1, sample(prompt, random.Random(1).randrange)))
        await until(lambda: line.session._held is not None, next_turn)
        if read:
            assert state_of(line).number == before.number
            while state_of(line).places[0].notices:
                await read_notice(line)
        await until(lambda: state_of(line).number > before.number, line.news)
