"""Mastermind, the travel unit with sliding indicator arms.

`rules` says what may be done and what happens then, `words` what is said about it, `screens` how it looks. `mind` is what a seat
could work out; only who thinks imports it.
"""

from typing import Final

from companion.core.game import Game
from companion.core.recap import Recaps
from companion.games.mastermind import rules, screens, words

MASTERMIND: Final = Game(
    name="mastermind",
    title="Mastermind",
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
    happened=words.happened,
    announce=words.announce,
    render=screens.render,
    why_irreversible=rules.why_irreversible,
    moves=rules.MOVES,
    recaps=Recaps(rules.recap, screens.pieces),
    book=screens.BOOK,
    sign="● ● ○ ●",
    about="Find four hidden pegs within nine rows.",
    minutes=15,
    kit={
        "pegs": {str(peg.value): {"label": peg.label, "name": peg.name} for peg in rules.PEG_COLOURS},
        "holes": rules.PEGS_IN_CODE,
        "rows": rules.MAX_GUESSES,
        "arms": {"red": "red", "white": "white"},
    },
    package=__package__,
    levels={
        "novice": "Guesses codes that fit the last two rows, and forgets older ones.",
        "casual": "Guesses codes that fit the last three rows.",
        "steady": "Guesses codes that fit all rows.",
        "best": "Weighs what each guess would tell, and needs the fewest rows.",
    },
    hints=True,
    reviews=True,
)
