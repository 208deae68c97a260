"""Passcode as the catalog lists it.

Rules 2 start a discard pile of which the only card was used at the end of the turn (P8); rules 1 did as it was taken.
"""

from dataclasses import replace
from functools import partial

from companion.core.game import Game
from companion.games.passcode import book, box, drawing, options, prompts, refusals, render, rules, state, undo, view

_NOW = Game(
    name="passcode",
    title="Passcode",
    rules=state.RULES,
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
    describe=render.describe,
    render=render.render,
    recap=state.recap,
    pieces=drawing.pieces,
    thrower=view.thrower,
    why_irreversible=undo.why_irreversible,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
    material=box.BOX,
)

PASSCODE = replace(_NOW, older=(replace(_NOW, rules=1, setup=partial(rules.setup, rules=1)),))
