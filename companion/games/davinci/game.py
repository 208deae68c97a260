"""Da Vinci Code as the catalog lists it.

Rules 2 line up the rows of advanced play once all have taken their tiles (D14); by rules 1 each tile was placed as it came.
"""

from dataclasses import replace
from functools import partial

from companion.core.game import Game
from companion.games.davinci import book, drawing, face, prompts, refusals, rules, telling, told, undo, view

_NOW = Game(
    name="davinci",
    title="Da Vinci Code",
    rules=rules.RULES,
    seats=(2, 4),
    settings=rules.SETTINGS,
    read_options=rules.read_options,
    setup=rules.setup,
    view=view.view,
    prompt=prompts.prompt,
    to_act=rules.to_act,
    chance=prompts.chance,
    apply=rules.apply,
    result=rules.result,
    explain=refusals.explain,
    tell=face.tell,
    remark=told.remark,
    recap=rules.recap,
    pieces=drawing.pieces,
    face=face.face,
    lasting=undo.lasting,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
    material=telling.BOX,
)

DAVINCI = replace(_NOW, older=(replace(_NOW, rules=1, setup=partial(rules.setup, rules=1)),))
