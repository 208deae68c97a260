"""Mastermind as the catalog lists it."""

from companion.core.game import Game
from companion.games.mastermind import book, face, refusals, rules, undo, view

MASTERMIND = Game(
    name="mastermind",
    title="Mastermind",
    rules=1,
    seats=(2, 2),
    settings=rules.SETTINGS,
    read_options=rules.read_options,
    setup=rules.setup,
    view=view.view,
    prompt=view.prompt,
    to_act=rules.to_act,
    chance=view.chance,
    apply=rules.apply,
    result=rules.result,
    explain=refusals.explain,
    tell=face.tell,
    remark=face.remark,
    face=face.face,
    lasting=undo.lasting,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
)
