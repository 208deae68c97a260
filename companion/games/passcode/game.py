"""Passcode as the catalog lists it.

If the only card of the discard pile is used, rules 2 start the pile again at the end of the turn (P8), rules 1 did when the card
was taken.
"""

from dataclasses import replace
from functools import partial

from companion.core.game import Game
from companion.games.passcode import (
    box,
    marks,
    options,
    prompts,
    refusals,
    render,
    rules,
    rules_book,
    state,
    text,
    view,
)
from companion.games.passcode.screens.how_to_play import HOW_TO_PLAY

_NOW = Game(
    name="passcode",
    title="Passcode",
    rules=state.RULES_VERSION,
    seats=options.SEATS,
    settings=options.SETTINGS,
    read_options=options.read_options,
    setup=rules.setup,
    view=view.view,
    prompt=prompts.prompt,
    to_act=state.to_act,
    chance=prompts.chance,
    apply=rules.apply,
    result=state.result,
    explain=refusals.explain,
    describe=text.describe,
    render=render.render,
    recap=state.recap,
    pieces=marks.pieces,
    thrower=view.thrower,
    why_irreversible=state.why_irreversible,
    vocabulary=refusals.VOCABULARY,
    book=rules_book.BOOK,
    how_to_play=HOW_TO_PLAY,
    rolls_in_sequence=view.rolls_in_sequence,
    box=box.BOX,
    beside_protocol=view.BESIDE_PROTOCOL,
    package=__package__,
    levels={
        "hasty": "Looks at the next digit of its code only.",
        "greedy": "Looks at the whole rest of its code.",
        "steady": "Reckons with the chances of cards and die, not with the others.",
        "best": "Remembers every card that it has seen, and minds the others.",
    },
    weighed=("draw",),
    weighs_if=lambda move: move.get("pile") != "discard",
)

PASSCODE = replace(_NOW, older=(replace(_NOW, rules=1, setup=partial(rules.setup, rules=1)),))
