"""Da Vinci Code as the catalog lists it.

Rules 2 line up the rows of advanced play once all have taken their tiles (D14); by rules 1 each tile was placed as it came.
"""

from dataclasses import replace
from functools import partial

from companion.core.game import Game
from companion.games.davinci import book, box, drawing, prompts, refusals, render, rules, text, undo, view

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
    describe=render.describe,
    announce=text.announce,
    recap=rules.recap,
    pieces=drawing.pieces,
    render=render.render,
    why_irreversible=undo.why_irreversible,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
    material=box.BOX,
)

DAVINCI = replace(_NOW, older=(replace(_NOW, rules=1, setup=partial(rules.setup, rules=1)),))
