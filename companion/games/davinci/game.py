"""Da Vinci Code as the catalog lists it."""

from companion.core.game import Game
from companion.games.davinci import book, face, prompts, refusals, rules, telling, undo, view

DAVINCI = Game(
    name="davinci",
    title="Da Vinci Code",
    rules=1,
    seats=(2, 4),
    settings=rules.SETTINGS,
    read_options=rules.read_options,
    setup=rules.setup,
    view=view.view,
    prompt=prompts.prompt,
    to_act=rules.to_act,
    chance=prompts.chance,
    apply=rules.apply,
    result=rules.result,
    explain=refusals.explain,
    tell=face.tell,
    face=face.face,
    lasting=undo.lasting,
    vocabulary=refusals.VOCABULARY,
    book=book.BOOK,
    material=telling.BOX,
)
