"""Passcode as the catalog lists it.

Rules 2 start a discard pile of which the only card was used at the end of the turn (P8); rules 1 did as it was taken.
"""

from dataclasses import replace
from functools import partial

from companion.core.game import Game
from companion.games.passcode import asking, book, drawn, face, options, refusals, rules, state, telling, undo, view

_NOW = Game(
    name="passcode",
    title="Passcode",
    rules=state.RULES,
    seats=options.SEATS,
    settings=options.SETTINGS,
    read_options=options.read_options,
    setup=rules.setup,
    view=view.view,
    prompt=asking.prompt,
    to_act=state.to_act,
    chance=asking.chance,
    apply=rules.apply,
    result=state.result,
    explain=refusals.explain,
    tell=face.tell,
    face=face.face,
    recap=state.recap,
    pieces=drawn.pieces,
    thrower=view.thrower,
    lasting=undo.lasting,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
    material=telling.BOX,
)

PASSCODE = replace(_NOW, older=(replace(_NOW, rules=1, setup=partial(rules.setup, rules=1)),))
