"""Mastermind as the catalog lists it."""

from companion.core.game import Game
from companion.games.mastermind import (
    announcement,
    how_to_play,
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

MASTERMIND = Game(
    name="mastermind",
    title="Mastermind",
    rules=2,
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
    announce=announcement.announce,
    render=render.render,
    why_irreversible=state.why_irreversible,
    vocabulary=refusals.VOCABULARY,
    book=rules_book.BOOK,
    how_to_play=how_to_play.HOW_TO_PLAY,
    package=__package__,
    levels={
        "novice": "Guesses codes that fit the last two rows, and forgets older ones.",
        "casual": "Guesses codes that fit the last three rows.",
        "steady": "Guesses codes that fit all rows.",
        "best": "Weighs what each guess would tell, and needs the fewest rows.",
    },
    weighed=("guess",),
)
