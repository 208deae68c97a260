"""The questions that keys ask with their last letter: who may ask what a move is worth confirms them, and can ask there."""

from typing import Final, assert_never

from msgspec import structs

from companion.core.prompt import ChancePrompt, Choose, Dial, Fill, Menu, Prompt, Write
from companion.hints.promise_words import may_promise

_TITLES: Final = {"ask_line": "Count this line?", "ask_space": "Is it filled?"}
"""What is asked, where the question of the entry is only which one."""
ASK_LABEL: Final = "Ask"


def asked_back(game: str, prompt: Prompt) -> Prompt:
    """The prompt for the keys of such a seat. It allows the same moves."""
    match prompt:
        case Menu(branches=branches):
            return structs.replace(
                prompt,
                branches=tuple(structs.replace(branch, prompt=asked_back(game, branch.prompt)) for branch in branches),
            )
        case Dial(wheels=(_,), move=move) if may_promise(game, {"move": move}):
            return structs.replace(prompt, confirm=True, title=_TITLES.get(move, prompt.title), accept=ASK_LABEL)
        case Choose(options=options) if len(options) > 1 and all(may_promise(game, one.move) for one in options):
            return structs.replace(prompt, confirm=True, accept=ASK_LABEL)
        case Choose() | Dial() | Fill() | Write() | ChancePrompt():
            return prompt
        case _:
            assert_never(prompt)
