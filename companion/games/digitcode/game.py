"""Digit Code as the catalog lists it."""

from companion.core.game import Game
from companion.games.digitcode import book, confirm, options, prompts, refusals, render, rules, text, undo, view

DIGITCODE = Game(
    name="digitcode",
    title="Digit Code",
    rules=1,
    seats=options.SEATS,
    settings=options.SETTINGS,
    read_options=options.read_options,
    setup=rules.setup,
    view=view.view,
    prompt=prompts.prompt,
    to_act=rules.to_act,
    chance=prompts.chance,
    apply=rules.apply,
    result=rules.result,
    explain=refusals.explain,
    describe=text.describe,
    render=render.render,
    why_irreversible=undo.why_irreversible,
    doubt=confirm.doubt,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
)
