"""A stuck key, from a pin that stays down to the entries in the journal, with an advanced clock."""

import random
from pathlib import Path

import pytest
from msgspec import structs

from companion.core.keys import Key
from companion.core.seat import CHANCE
from companion.games.catalog import CATALOG
from companion.seats.gestures import REPEAT_AFTER, STUCK
from companion.table.effects import Answered
from tests.advanced_loop import clock, run
from tests.laws.play import one_round
from tests.room import Room, configured, room


async def settled(line: Room) -> None:
    """Wait until the table has handled all inputs."""
    for _ in range(5):
        await clock().advance(0.02, step=0.01)  # longer than the lock-out of a key, shorter than a repeat
        await line.session.journal.open_game()


@pytest.mark.parametrize("key", ["left", "middle", "right"])
@pytest.mark.parametrize(("game", "seats"), one_round([("digitcode", 1), *((game.name, 2) for game in CATALOG)]))
def test_a_key_that_is_stuck_makes_no_entry_but_its_presss_own(game: str, seats: int, key: Key, tmp_path: Path) -> None:
    """A single player of Digit Code is asked again after every answer."""

    async def play() -> None:
        plain = configured(tmp_path, seats=seats)
        repeats = structs.replace(plain.table, repeat_ms=round(REPEAT_AFTER * 1000))
        async with room(structs.replace(plain, table=repeats), randbelow=random.Random(4).randrange) as line:
            moves = [{"move": "choose", "game": game}] if line.table.state.game_state.chosen != game else []
            for number, move in enumerate([*moves, {"move": "start"}], 1):
                line.put(Answered(0, number, move))
            await settled(line)
            while CHANCE in line.table.state.position.acting:
                await settled(line)  # the tiles of Break the Code are dealt one by one
            assert line.table.game.name == game
            await line.press(0, key, True)
            await settled(line)
            before = await line.session.journal.open_game()
            await clock().advance(STUCK + 1)
            await settled(line)
            await settled(line)
            assert line.watch.pause is not None, "it is told, and the game waits"
            await line.press(0, key, False)
            await clock().advance(20)
            await settled(line)
            assert line.watch.pause is None
            after = await line.session.journal.open_game()
            assert before is not None
            assert after is not None
            assert (after.opened, after.rows) == (before.opened, before.rows)

    run(play())
