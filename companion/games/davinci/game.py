"""Da Vinci Code as the catalog lists it."""

from companion.core.game import Game
from companion.games.davinci import (
    announcement,
    box,
    marks,
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
from companion.games.davinci.screens.how_to_play import HOW_TO_PLAY

DAVINCI = Game(
    name="davinci",
    title="Da Vinci Code",
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
    recap=state.recap,
    pieces=marks.pieces,
    render=render.render,
    why_irreversible=state.why_irreversible,
    vocabulary=refusals.VOCABULARY,
    book=rules_book.BOOK,
    how_to_play=HOW_TO_PLAY,
    box=box.BOX,
    package=__package__,
    levels={
        "beginner": "Goes by the order of a row alone, and forgets wrong claims.",
        "casual": "Counts what is possible, and remembers the last two wrong claims.",
        "best": "Remembers all that was said, and weighs whether to go on.",
    },
    weighed=("deduce",),
)
