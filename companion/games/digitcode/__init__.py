"""Digit Code: six seven-segment digits, found by questions about their segments.

`rules` says what may be done and what happens then, `words` what is said about it, `screens` how it looks. `mind` is what a seat
could work out; only who thinks imports it.
"""

from typing import Final

from companion.core.game import Game, Pointing, Sheet
from companion.games.digitcode import possible, rules, screens, words

DIGITCODE: Final = Game(
    name="digitcode",
    title="Digit Code",
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
    ending=words.ending,
    points=Pointing(
        {"ask_line": ("line",), "ask_parity": ("place",), "ask_larger": ("places",), "ask_space": ("column", "row")},
        words.pointed_at,
    ),
    render=screens.render,
    why_irreversible=rules.why_irreversible,
    beside_protocol=rules.BESIDE_PROTOCOL,
    confirm_question=possible.confirm_question,
    sheet=Sheet(rules.with_sheet, possible.sheet),
    moves=rules.MOVES,
    book=screens.BOOK,
    sign="407 193",
    about="Ask how six digits are drawn, and solve.",
    minutes=25,
    kit={
        "places": "".join(rules.DIGIT_LETTERS),
        "columns": "".join(rules.COLUMN_LETTERS),
        "rows": "".join(rules.ROW_LETTERS),
        "segments": rules.DIGIT_SEGMENTS,
        "spots": rules.SEGMENT_SPOTS,
        "wrong": rules.MAX_WRONG_PROPOSALS,
    },
    package=__package__,
    levels={
        "beginner": "Settles one digit after the other.",
        "steady": "Keeps a sheet, and asks what narrows it most.",
        "best": "Counts every possible code, and looks further ahead.",
    },
    hints=True,
    reviews=True,
)
