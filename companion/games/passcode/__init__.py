"""Passcode, the card game of four codes that a die writes.

`rules` says what may be done and what happens then, `words` what is said about it, `screens` how it looks. `mind` is what a seat
could work out; only who thinks imports it.
"""

from typing import Final

from companion.core.game import Game
from companion.core.recap import Recaps
from companion.games.passcode import box, rules, screens, words

PASSCODE: Final = Game(
    name="passcode",
    title="Passcode",
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
    named=words.named,
    open_phases=("codes", "turning", "first"),
    render=screens.render,
    recaps=Recaps(rules.recap, screens.pieces),
    why_irreversible=rules.why_irreversible,
    moves=rules.MOVES,
    book=screens.BOOK,
    box=box.BOX,
    beside_protocol=rules.BESIDE_PROTOCOL,
    sign="⚂ ⚅ ⚀",
    about="Roll codes, and crack them card by card.",
    minutes=20,
    kit={
        "cards": {
            rules.KEY_CARD: {"sign": "K", "word": rules.KEY_CARD},
            rules.FAIL_CARD: {"sign": "✗", "word": rules.FAIL_CARD},
        },
        "fails": rules.FAILS_TO_LOCK_OUT,
    },
    package=__package__,
    levels={
        "hasty": "Looks at the next digit of its code only.",
        "greedy": "Looks at the whole rest of its code.",
        "steady": "Reckons with the chances of cards and die alone.",
        "best": "Remembers every card that it has seen, and minds the others.",
    },
    hints=True,
    reviews=True,
    weighs_if=lambda move: move.get("pile") != "discard",
)
