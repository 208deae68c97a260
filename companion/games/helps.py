"""The helps that a player can switch on, each by itself, and the questions of one who may ask what a move is worth.

Every help is private to the player who has it. That it is switched on is public. No mind is needed here.
"""

from typing import Any, Final, Literal, assert_never, get_args

from msgspec import structs

from companion.core.game import AnyGame
from companion.core.prompt import ChancePrompt, Choose, Dial, Fill, Menu, Prompt, Write

Help = Literal["count", "worth", "hint", "sheet"]
"""count: how many secrets are still possible. worth: what the move being entered is expected to tell. hint: a move, and why.
sheet: the game's helping sheet on the own screen, in a game that has one."""

Helps = tuple[Help, ...]
"""Those of one player, in the order of HELPS."""

HELPS: Final[Helps] = get_args(Help)

HELP_TITLES: Final[dict[Help, str]] = {
    "count": "How many left",
    "worth": "Worth of a move",
    "hint": "Suggest a move",
    "sheet": "Helping sheet",
}

_WORDS: Final[dict[Help, str]] = {"count": "count", "worth": "worth", "hint": "hints", "sheet": "sheet"}


def ordered(helps: frozenset[Help] | set[Help]) -> Helps:
    """The same in the order of HELPS."""
    return tuple(one for one in HELPS if one in helps)


def switched(helps: Helps, switch: Help, *, on: bool) -> Helps:
    """With one of them switched on or off."""
    others = {*helps} - {switch}
    return ordered(others | {switch} if on else others)


def offered_helps(game: AnyGame) -> Helps:
    """Those that there are in a game: its sheet, and answers of the process that thinks where its mind has hints."""
    return tuple(one for one in HELPS if (game.sheet is not None if one == "sheet" else game.hints))


def asks_process(helps: Helps) -> bool:
    """Whether one of them is an answer of the process that thinks; the sheet needs none."""
    return any(one != "sheet" for one in helps)


def options_with(helps: Helps, game: AnyGame, options: Any) -> Any:
    """The options of a game by which the screen of a player is drawn who has these helps."""
    return game.sheet.options(options) if "sheet" in helps and game.sheet is not None else options


def helps_words(helps: Helps, offered: Helps) -> str:
    """What a player has switched on of those that are offered, for a list: "off", "all", or "count, hints"."""
    if not helps:
        return "off"
    return "all" if helps == offered else ", ".join(_WORDS[one] for one in helps)


def asked_back(game: AnyGame, prompt: Prompt) -> Prompt:
    """The prompt for the keys of such a seat. It allows the same moves."""
    match prompt:
        case Menu(branches=branches):
            return structs.replace(
                prompt,
                branches=tuple(structs.replace(branch, prompt=asked_back(game, branch.prompt)) for branch in branches),
            )
        case Dial(wheels=(_,), move=move) if game.weighs({"move": move}):
            words = game.moves.words(move)
            return structs.replace(prompt, confirm=True, title=words.back or prompt.title)
        case Choose(options=options) if options and all(game.weighs(one.move) for one in options):
            words = game.moves.words(options[0].move["move"])
            return structs.replace(prompt, confirm=True, accept=words.accept)
        case Choose() | Dial() | Fill() | Write() | ChancePrompt():
            return prompt
        case _:
            assert_never(prompt)
