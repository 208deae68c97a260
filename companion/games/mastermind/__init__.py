"""Mastermind, the travel unit with sliding indicator arms, and other editions: Bulls and Cows is one of them.

`editions` says what a code is made of and what things are called, `rules` what may be done and what happens then, `words` what is
said about it, `screens` how it looks. `mind` is what a seat could work out; only who thinks imports it.
"""

from typing import Final

from companion.core.game import Game
from companion.core.recap import Recaps
from companion.games.mastermind import rules, screens, words
from companion.games.mastermind.editions import DIGITS, PEG_COLOURS

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
    ending=words.ending,
    announce=words.announce,
    render=screens.render,
    why_irreversible=rules.why_irreversible,
    moves=rules.MOVES,
    named=rules.named,
    beside_protocol=("words",),
    recaps=Recaps(rules.recap, screens.pieces),
    book=screens.book(rules.Options()),
    book_of=screens.book,
    sign="● ● ○ ●",
    about="Find a hidden code. Or play Bulls and Cows.",
    minutes=15,
    kit={"pieces": {str(piece.value): {"label": piece.label, "name": piece.name} for piece in (*PEG_COLOURS, *DIGITS)}},
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
