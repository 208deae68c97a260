"""Passcode as the catalog lists it."""

from companion.core.game import Game
from companion.games.passcode import asking, book, face, options, refusals, rules, state, telling, undo, view

PASSCODE = Game(
    name="passcode",
    title="Passcode",
    rules=1,
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
    lasting=undo.lasting,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
    material=telling.BOX,
)
