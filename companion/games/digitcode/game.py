"""Digit Code as the catalog lists it."""

from companion.core.game import Game
from companion.games.digitcode import asking, book, doubt, face, options, refusals, rules, undo, view, words

DIGITCODE = Game(
    name="digitcode",
    title="Digit Code",
    rules=1,
    seats=options.SEATS,
    settings=options.SETTINGS,
    read_options=options.read_options,
    setup=rules.setup,
    view=view.view,
    prompt=asking.prompt,
    to_act=rules.to_act,
    chance=asking.chance,
    apply=rules.apply,
    result=rules.result,
    explain=refusals.explain,
    tell=words.tell,
    face=face.face,
    lasting=undo.lasting,
    doubt=doubt.doubt,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
)
