"""The law of sounds: every move, every turn and the end are heard, and nothing of what a seat does on its own screen.

`SoundCues` is given what is published and who ran out of time, so no sound can tell a secret: test_secrecy holds the views.
"""

import random
from itertools import islice

from companion.app.sounds import SoundCues
from companion.core.keys import Gesture
from companion.core.sound import SoundCue
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, Gestured, Opened
from companion.table.table import Table
from tests.laws.play import Case, every_case, game

STEPS = 40
"""Long games are heard for so many moves, and at their end."""
PRIVATE: tuple[Gesture, ...] = ("back", "lift", "lower")
"""What a hand can do that makes no move, whatever stands on the screen."""


@every_case
def test_moves_turns_and_the_end_are_heard(case: Case) -> None:
    """Every move of a seat, and nothing of luck's but a turn; the end of a round and of the game once."""
    steps = list(game(case, seed=31))[-1].steps
    table, cues, pick = Table(CATALOG, case.names), SoundCues(), random.Random(5).randrange
    opened = Opened(case.game.name, case.game.rules, case.given, case.names)
    assert cues.after(table.resume(opened, ())) == (), "switched on, a table is silent"
    for number, (actor, move) in islice(enumerate(steps[:-1], 1), STEPS):
        before = table.state.position.recap
        sounds = cues.after(table.handle(Answered(actor, number, move)))
        names = [cue.sound for cue in sounds]
        if table.state.position.recap not in (None, before):
            assert names.pop() == "end"
        if actor == "chance":
            assert names in ([], ["turn"])
        else:
            assert names in (["accepted"], ["accepted", "turn"])
            assert sounds[0].places is not None
            assert opened.places[actor] in sounds[0].places
        for gesture in PRIVATE:
            assert cues.after(table.handle(Gestured(pick(case.seats), gesture))) == ()
    table, cues = Table(CATALOG, case.names), SoundCues()
    cues.after(table.resume(opened, steps[:-1]))
    actor, move = steps[-1]
    assert cues.after(table.handle(Answered(actor, len(steps), move))) == (SoundCue("end"),)
