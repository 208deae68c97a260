"""Da Vinci Code, the tiles whose backs show their colour.

`rules` says what may be done and what happens then, `words` what is said about it, `screens` how it looks. `mind` is what a seat
could work out; only who thinks imports it.
"""

from typing import Final

from companion.core.game import Game, Pointing
from companion.core.recap import Recaps
from companion.games.davinci import box, rules, screens, words

DAVINCI: Final = Game(
    name="davinci",
    title="Da Vinci Code",
    rules=2,
    seats=rules.SEATS,
    settings=rules.SETTINGS,
    read_options=rules.read_options,
    setup=rules.setup,
    view=rules.view,
    prompt=rules.prompt,
    to_act=rules.to_act,
    chance=rules.chance,
    apply=rules.apply,
    result=rules.result,
    describe=words.describe,
    announce=words.announce,
    happened=words.happened,
    ending=words.ending,
    named=words.named,
    points=Pointing({"deduce": ("seat", "position")}, words.pointed_at),
    open_phases=("deal",),
    recaps=Recaps(rules.recap, screens.pieces),
    render=screens.render,
    why_irreversible=rules.why_irreversible,
    moves=rules.MOVES,
    book=screens.BOOK,
    box=box.BOX,
    sign="3 ▮ 7 ▯",
    about="Say which numbers the others hide.",
    series="rounds",
    minutes=15,
    kit={"backs": {"black": "●", "white": "○"}, "dash": {"value": rules.DASH, "label": "–", "name": "dash"}},
    package=__package__,
    levels={
        "beginner": "Goes by the order of a row alone, and forgets wrong claims.",
        "casual": "Counts what is possible, and recalls two wrong claims.",
        "best": "Remembers all that was said, and weighs whether to go on.",
    },
    hints=True,
    reviews=True,
)
