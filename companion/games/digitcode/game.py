"""Digit Code as the catalog lists it."""

from companion.core.game import Game
from companion.games.digitcode import (
    how_to_play,
    options,
    possible,
    prompts,
    refusals,
    render,
    rules,
    rules_book,
    state,
    text,
    view,
)

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
    to_act=state.to_act,
    chance=prompts.chance,
    apply=rules.apply,
    result=state.result,
    explain=refusals.explain,
    describe=text.describe,
    render=render.render,
    why_irreversible=state.why_irreversible,
    confirm_question=prompts.confirm_question,
    with_sheet=options.with_sheet,
    sheet=possible.sheet,
    vocabulary=refusals.VOCABULARY,
    book=rules_book.BOOK,
    how_to_play=how_to_play.HOW_TO_PLAY,
    package=__package__,
    levels={
        "beginner": "Settles one digit after the other.",
        "steady": "Keeps a sheet of possible digits, and asks what narrows it most.",
        "best": "Counts every possible code, and looks further ahead.",
    },
    weighed=("ask_line", "ask_parity", "ask_larger", "ask_space", "propose"),
)
