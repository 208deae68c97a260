"""A move in words, made from the prompt that allows it."""

from typing import assert_never

from companion.core.prompt import ChancePrompt, Choose, Dial, Fill, Menu, Move, Prompt, Symbol, Write, allows, same


def move_words(prompt: Prompt, move: Move) -> str:
    """A legal move in the words of its prompt: "Draw a black tile", "red, red, blue, blue", "Bob, 3rd, 7"."""
    match prompt:
        case Choose():
            text = next(option.text for option in prompt.options if same(move, option.move))
            return text.partition("\t")[0]
        case Fill():
            values = [_name(prompt.symbols, value) for value in move[prompt.field]]
            return ("" if all(len(name) == 1 for name in values) else ", ").join(values)
        case Dial():
            return ", ".join(_name(wheel.symbols, move[wheel.field]) for wheel in prompt.wheels)
        case Write():
            return str(move[prompt.field])
        case Menu():
            branch = next(branch for branch in prompt.branches if allows(branch.prompt, move))
            words = move_words(branch.prompt, move)
            if isinstance(branch.prompt, Choose | Menu):
                return words
            head, _, _ = branch.text.partition("\t")
            return f"{head}: {words}"
        case ChancePrompt():
            return prompt.title
        case _:
            assert_never(prompt)


def _name(symbols: tuple[Symbol, ...], value: object) -> str:
    return next(symbol.name for symbol in symbols if same(symbol.value, value))
