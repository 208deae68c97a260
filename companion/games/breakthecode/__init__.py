"""Break the Code, also known as Tagiron: hidden rows of number tiles, and question cards that all share.

`rules` says what may be done and what happens then, `words` what is said about it, `screens` how it looks, `possible` which rows
agree with what was said. `mind` is what a seat could work out; only who thinks imports it.
"""

from typing import Final

from companion.core.game import Game, Pointing, Sheet
from companion.games.breakthecode import box, possible, rules, screens, words

BREAKTHECODE: Final = Game(
    name="breakthecode",
    title="Break the Code",
    rules=1,
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
    points=Pointing({"ask": ("card",)}, words.pointed_at),
    named=words.named,
    render=screens.render,
    why_irreversible=rules.why_irreversible,
    confirm_question=possible.confirm_question,
    beside_protocol=rules.BESIDE_PROTOCOL,
    sheet=Sheet(rules.with_sheet, possible.sheet),
    moves=rules.MOVES,
    book=screens.BOOK,
    box=box.BOX,
    sign="▯0 ▮3 5",
    about="Ask about the tiles, and name the row.",
    minutes=20,
    kit={
        "places": "".join(rules.PLACES),
        "tiles": list(rules.TILE_KINDS),
        "copies": rules.COPIES,
        "cards": {card.name: {"label": card.label, "asks": card.asks} for card in rules.CARDS.values()},
        "colours": rules.COLOUR_WORDS,
    },
    package=__package__,
    levels={
        "beginner": "Asks any card, and guesses only when it is certain.",
        "steady": "Asks what tells most, and guesses only when it is certain.",
        "best": "Looks ahead, and minds what the others may know.",
    },
    hints=True,
    reviews=True,
)
