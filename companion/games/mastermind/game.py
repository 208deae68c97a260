"""Mastermind as the catalog lists it.

Rules 2 refuse arms that no code could give (M14); by rules 1 they voided the game as any wrong arms do.
"""

from dataclasses import replace
from functools import partial

from companion.core.game import Game
from companion.games.mastermind import book, refusals, render, rules, undo, view

_NOW = Game(
    name="mastermind",
    title="Mastermind",
    rules=2,
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
    describe=render.describe,
    announce=render.announce,
    render=render.render,
    why_irreversible=undo.why_irreversible,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
)

MASTERMIND = replace(_NOW, older=(replace(_NOW, rules=1, prompt=partial(view.prompt, barred=())),))
