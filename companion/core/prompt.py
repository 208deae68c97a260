"""What a seat is asked, as data: a small closed union, and the only validator there is.

A prompt holds every legal move in data form. It has no callback and no type of any game in it, so a waiting decision
survives a power cut, and whoever answers (keys, a bot, the web page, an outside program) is judged by one `check`.
A move is a JSON object with a key `move`; it is legal exactly when `every(prompt)` would list it.

The law: a move that passed `check` never makes the game's `apply` raise.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeGuard, assert_never

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.seat import Seat
from companion.core.words import listed, quoted

Move = dict[str, Any]
RandBelow = Callable[[int], int]
"""Takes n, gives a whole number from 0 to n - 1, each with equal chance; passed in, so that nothing here is random."""


_FEW_LETTERS: Final = 40
"""A refusal lists the letters of a text if there are at most so many."""
_FEW_CHOICES: Final = 13
"""A refusal lists at most so many values of a key, and then "…". A tile of Da Vinci Code has so many."""
_SHORT_LIST: Final = 70
"""What it lists of longer names has at most so many letters."""


class Symbol(Struct, frozen=True):
    """One value that a field of a move may take. `label`: its sign, at most 3 characters. `name`: the value in words."""

    value: str | int
    label: str
    name: str


class Option(Struct, frozen=True):
    """A whole move that can be chosen. `label`: for the box of a key (`screen.LABEL_WIDTH`). `text`: for a line of a list."""

    move: Move
    label: str
    text: str


NOW: Final = "\tnow"
"""The end of an option's text that holds already. A list begins there."""


class Choose(Struct, frozen=True, tag_field="kind", tag="choose"):
    """Choose one of some whole moves. `confirm`: the choice is asked back; `accept`: the box of the key that
    confirms, or, other than OK, of the key that takes a choice which is not asked back.
    `repeats`: the same is asked several times in a row and needs no decision, so a seat may let them all be made."""

    title: str
    help: str
    options: tuple[Option, ...]
    secret: bool = False
    confirm: bool = False
    accept: str = "OK"
    repeats: bool = False


class Fill(Struct, frozen=True, tag_field="kind", tag="fill"):
    """Fill a row of places with symbols: a code or a guess. The move is {"move": `move`, `field`: [values]}.

    `repeats`: how often a symbol may occur, `repeats_of`: the same for some, by their values; `apart`: pairs of places whose
    symbols must differ; `columns`: places a line. `repeat_rule`, `apart_rule` and `rising_rule` are the refusals if a move breaks
    one; with a `rising_rule` the places hold symbols in the order of `symbols`. `accept`: the box of the key that confirms.
    """

    title: str
    help: str
    move: str
    field: str
    symbols: tuple[Symbol, ...]
    length: int
    repeats: int
    repeat_rule: str = ""
    apart: tuple[tuple[int, int], ...] = ()
    apart_rule: str = ""
    columns: int = 0
    secret: bool = False
    accept: str = "OK"
    repeats_of: tuple[tuple[str | int, int], ...] = ()
    rising_rule: str = ""


class Wheel(Struct, frozen=True):
    """One field of a move and the values that it may take. `title`: the question for it ("Which tile?")."""

    field: str
    title: str
    symbols: tuple[Symbol, ...]


class Dial(Struct, frozen=True, tag_field="kind", tag="dial"):
    """Set some wheels: the move is {"move": `move`, **`fixed`, and a value for each wheel}.

    `barred`: values of all wheels that cannot go together; `barred_rule` is the refusal of such a move. `confirm`: the choice of
    a single wheel is asked back, as those of several are; `accept`: the box of the key that confirms.
    """

    title: str
    help: str
    move: str
    wheels: tuple[Wheel, ...]
    fixed: tuple[tuple[str, str | int], ...] = ()
    secret: bool = False
    barred: tuple[tuple[str | int, ...], ...] = ()
    barred_rule: str = ""
    accept: str = "OK"
    confirm: bool = False


class Write(Struct, frozen=True, tag_field="kind", tag="write"):
    """Write a short text: the move is {"move": `move`, `field`: text}.

    The text has 1 to `longest` of `letters`; a blank may stand only between two others.
    """

    title: str
    help: str
    move: str
    field: str
    letters: str
    longest: int
    secret: bool = False


class Branch(Struct, frozen=True):
    """One way on from a menu. `label`: for the box of a key (`screen.LABEL_WIDTH`). `text`: for a line of a list."""

    label: str
    text: str
    prompt: "Prompt"


class Menu(Struct, frozen=True, tag_field="kind", tag="menu"):
    """Choose which kind of move to make, then make it."""

    title: str
    help: str
    branches: tuple[Branch, ...]
    secret: bool = False


class Lot(Struct, frozen=True):
    """One outcome of luck and its weight, a whole number from 1."""

    move: Move
    weight: int


class ChancePrompt(Struct, frozen=True, tag_field="kind", tag="draw"):
    """Chance draws one of some lots: a tile, a card, an orientation of the die.

    `die`: the lots are what a die shows, so a die on the table may be asked instead of the machine's random numbers.
    `thrower`: the seat that throws it; None if anybody may.
    """

    title: str
    lots: tuple[Lot, ...]
    die: bool = False
    thrower: Seat | None = None
    help: str = ""
    secret: bool = False


Prompt = Choose | Fill | Write | Dial | Menu | ChancePrompt


def check(prompt: Prompt, move: object) -> None:
    """Raises RuleError, with a sentence for the player, unless `move` is one that `prompt` allows."""
    if not allows(prompt, move):
        raise RuleError(_refusal(prompt, move))


def allows(prompt: Prompt, move: object) -> bool:
    """Whether `move` is one that `prompt` allows."""
    match prompt:
        case Choose():
            return any(same(move, option.move) for option in prompt.options)
        case ChancePrompt():
            return any(same(move, lot.move) for lot in prompt.lots)
        case Menu():
            return any(allows(branch.prompt, move) for branch in prompt.branches)
        case Fill():
            return _has_keys(move, prompt.move, (prompt.field,)) and not _filling_fault(prompt, move[prompt.field])
        case Write():
            return _has_keys(move, prompt.move, (prompt.field,)) and not _text_fault(prompt, move[prompt.field])
        case Dial():
            wheels = tuple([wheel.field for wheel in prompt.wheels])
            return (
                _has_keys(move, prompt.move, (*(field for field, _ in prompt.fixed), *wheels))
                and all(same(move[field], value) for field, value in prompt.fixed)
                and all(any(same(move[one.field], symbol.value) for symbol in one.symbols) for one in prompt.wheels)
                and tuple([move[field] for field in wheels]) not in prompt.barred
            )
        case _:
            assert_never(prompt)


def allows_part(prompt: Prompt, part: Move) -> bool:
    """Whether some move that `prompt` offers openly has these fields. What is chosen in secret, and what is written, has none."""
    if prompt.secret:
        return False
    match prompt:
        case Choose():
            return any(_has_part(option.move, part) for option in prompt.options)
        case Menu():
            return any(allows_part(branch.prompt, part) for branch in prompt.branches)
        case Dial():
            values: dict[str, list[str | int]] = {"move": [prompt.move]}
            values |= {field: [value] for field, value in prompt.fixed}
            values |= {wheel.field: [symbol.value for symbol in wheel.symbols] for wheel in prompt.wheels}
            return all(any(same(value, one) for one in values.get(field, ())) for field, value in part.items())
        case Fill() | Write() | ChancePrompt():
            return False
        case _:
            assert_never(prompt)


def every(prompt: Prompt) -> Iterator[Move]:
    """Every legal move, in a fixed order. A Fill of 465,120 codes is walked, never built."""
    match prompt:
        case Choose():
            yield from (dict(option.move) for option in prompt.options)
        case ChancePrompt():
            yield from (dict(lot.move) for lot in prompt.lots)
        case Fill():
            for values in _fillings(prompt, ()):
                yield {"move": prompt.move, prompt.field: values}
        case Write():
            for length in range(1, prompt.longest + 1):
                yield from ({"move": prompt.move, prompt.field: text} for text in _texts(prompt, length))
        case Dial():
            for setting in settings(prompt):
                fields = zip((wheel.field for wheel in prompt.wheels), setting, strict=True)
                yield {"move": prompt.move, **dict(prompt.fixed), **dict(fields)}
        case Menu():
            for branch in prompt.branches:
                yield from every(branch.prompt)
        case _:
            assert_never(prompt)


def weights(prompt: Prompt, limit: int) -> list[int]:
    """The weights of the first `limit` moves of `every(prompt)`; 1 each but for a Draw."""
    if isinstance(prompt, ChancePrompt):
        return [lot.weight for lot in prompt.lots[:limit]]
    return [1 for _ in islice(every(prompt), limit)]


def sample(prompt: Prompt, pick: RandBelow) -> Move:
    """One legal move by luck. A Draw by its weights; a Fill with equal chance for each filling; of a Menu a branch first."""
    match prompt:
        case Choose():
            return dict(prompt.options[pick(len(prompt.options))].move)
        case ChancePrompt():
            left = pick(sum(lot.weight for lot in prompt.lots))
            for lot in prompt.lots:
                left -= lot.weight
                if left < 0:
                    return dict(lot.move)
            raise AssertionError("the weights add up")
        case Fill():
            # Rejection keeps the chances equal where a symbol drawn early would leave fewer for the rest.
            while True:
                indices = [pick(len(prompt.symbols)) for _ in range(prompt.length)]
                if all(allowed(prompt, tuple(indices[:place]), indices[place]) for place in range(prompt.length)):
                    return {"move": prompt.move, prompt.field: [prompt.symbols[index].value for index in indices]}
        case Write():
            text = ""
            for _ in range(1 + pick(prompt.longest)):
                following = [letter for letter in prompt.letters if may_follow(prompt, text, letter)]
                text += following[pick(len(following))]
            return {"move": prompt.move, prompt.field: text.strip()}
        case Dial():
            while True:
                chosen = {wheel.field: wheel.symbols[pick(len(wheel.symbols))].value for wheel in prompt.wheels}
                if tuple(chosen.values()) not in prompt.barred:
                    return {"move": prompt.move, **dict(prompt.fixed), **chosen}
        case Menu():
            return sample(prompt.branches[pick(len(prompt.branches))].prompt, pick)
        case _:
            assert_never(prompt)


def allowed(prompt: Fill, before: tuple[int, ...], index: int) -> bool:
    """Whether symbol number `index` may stand in the next place, after the symbols numbered `before`."""
    place = len(before)
    if before.count(index) >= most_of(prompt, index) or (prompt.rising_rule and before and index < before[-1]):
        return False
    return not any(second == place and before[first] == index for first, second in prompt.apart)


def most_of(prompt: Fill, index: int) -> int:
    """How often symbol number `index` may occur."""
    value = prompt.symbols[index].value
    return next((most for one, most in prompt.repeats_of if one == value), prompt.repeats)


def settings(prompt: Dial, before: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The values of all wheels that may go together and begin with `before`, in a fixed order."""
    if len(before) == len(prompt.wheels):
        if before not in prompt.barred:
            yield before
        return
    for symbol in prompt.wheels[len(before)].symbols:
        yield from settings(prompt, (*before, symbol.value))


def may_follow(prompt: Write, text: str, letter: str) -> bool:
    """Whether `letter` may stand next after `text`: there is room, and a blank has others round it."""
    room = prompt.longest - len(text)
    return room > 0 and (letter != " " or (room > 1 and text != "" and not text.endswith(" ")))


def same(one: object, other: object) -> bool:
    """Whether two JSON values are equal, where true is not 1 and 1.0 is not 1."""
    if type(one) is str or type(one) is int:  # most of what is compared
        return type(one) is type(other) and one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def is_secret(prompt: Prompt) -> bool:
    """Whether something that `prompt` asks for is secret."""
    return prompt.secret or (isinstance(prompt, Menu) and any(is_secret(branch.prompt) for branch in prompt.branches))


def move_names(prompt: Prompt) -> tuple[str, ...]:
    """The names of the moves that are possible now, each once."""
    match prompt:
        case Choose():
            found = [option.move["move"] for option in prompt.options]
        case ChancePrompt():
            found = [lot.move["move"] for lot in prompt.lots]
        case Fill() | Write() | Dial():
            found = [prompt.move]
        case Menu():
            found = [name for branch in prompt.branches for name in move_names(branch.prompt)]
        case _:
            assert_never(prompt)
    return tuple(dict.fromkeys(found))


def _has_part(move: Move, part: Move) -> bool:
    return all(field in move and same(move[field], value) for field, value in part.items())


def _has_keys(move: object, name: str, fields: tuple[str, ...]) -> TypeGuard[Move]:
    return (
        isinstance(move, dict)
        and len(move) == len(fields) + 1
        and move.get("move") == name
        and all(field in move for field in fields)
    )


def _refusal(prompt: Prompt, move: object) -> str:
    """Why a prompt does not allow a move. Of what chance may draw, the sentence tells nothing."""
    if not isinstance(move, dict) or not isinstance(name := move.get("move"), str):
        return 'A move is an object with a key "move" that names it.'
    leaves = tuple(_leaves(prompt, name))
    if not leaves:
        return f'What is asked now is {listed(move_names(prompt), "or")} ("{prompt.title}"), not {quoted(name)}.'
    for leaf in leaves:
        match leaf:
            case Fill(field=field):
                return _key_fault(name, move, (field,), (field,)) or _filling_fault(leaf, move[field])
            case Write(field=field):
                return _key_fault(name, move, (field,), (field,)) or _text_fault(leaf, move[field])
            case _:
                pass
    ways = [way for leaf in leaves for way in _ways(leaf, name)]
    needed = tuple(key for key in ways[0] if all(key in way for way in ways))
    if reason := _key_fault(name, move, needed, tuple(dict.fromkeys(key for way in ways for key in way))):
        return reason
    if isinstance(prompt, ChancePrompt):
        drawn = listed(f"{key} {quoted(value)}" for key, value in move.items() if key != "move")
        return f"Chance cannot bring {drawn or quoted(name)} now."
    given = [key for key in move if key != "move"]
    for key in given:
        legal = _distinct(choice for way in ways for choice in way.get(key, ()))
        if not legal:
            return _key_fault(name, move, (), tuple(ways[0]))
        ways = [way for way in ways if any(same(move[key], choice) for choice in way.get(key, ()))]
        if not ways:
            return f"The {key} can be {_choices(legal)} here, not {quoted(move[key])}."
    if all(len(way) > len(given) for way in ways):
        return _key_fault(name, move, tuple(ways[0]), tuple(ways[0]))
    barred = (leaf.barred_rule for leaf in leaves if isinstance(leaf, Dial))
    return next(filter(None, barred), "These values cannot go together.")


def _leaves(prompt: Prompt, name: str) -> Iterator[Prompt]:
    """The prompts inside a menu, or the prompt itself, that have a move of this name."""
    if isinstance(prompt, Menu):
        for branch in prompt.branches:
            yield from _leaves(branch.prompt, name)
    elif name in move_names(prompt):
        yield prompt


def _ways(prompt: Prompt, name: str) -> Iterator[dict[str, tuple[Any, ...]]]:
    """The keys that a move of this name may have beside its name, with the values of each."""
    match prompt:
        case Dial():
            fixed = {field: (value,) for field, value in prompt.fixed}
            yield {**fixed, **{wheel.field: tuple(symbol.value for symbol in wheel.symbols) for wheel in prompt.wheels}}
        case Choose() | ChancePrompt():
            moves = (one.move for one in (prompt.options if isinstance(prompt, Choose) else prompt.lots))
            for move in moves:
                if move["move"] == name:
                    yield {key: (value,) for key, value in move.items() if key != "move"}
        case _:
            raise AssertionError("a filling and a text are judged whole")


def _key_fault(name: str, move: Move, needed: tuple[str, ...], known: tuple[str, ...]) -> str:
    """Which key a move lacks or has too many; empty if neither."""
    for key in needed:
        if key not in move:
            return f"The move {name} needs the key {quoted(key)}."
    for key in move:
        if key != "move" and key not in known:
            takes = f'beside "move" it takes {listed(map(quoted, known))}' if known else 'it takes "move" alone'
            return f"The move {name} has no key {quoted(key)}: {takes}."
    return ""


def _filling_fault(prompt: Fill, values: object) -> str:
    """Why a row of places cannot be filled so; empty if it can."""
    if not isinstance(values, list | tuple):
        return f"The {prompt.field} must be a list of {prompt.length}, not {quoted(values)}."
    if len(values) != prompt.length:
        return f"The {prompt.field} must be a list of {prompt.length}, not of {len(values)}."
    indices: list[int] = []
    for value in values:
        index = next((i for i, symbol in enumerate(prompt.symbols) if same(symbol.value, value)), None)
        if index is None:
            in_play = listed((symbol.value for symbol in prompt.symbols), "or")
            return f"The {prompt.field} can be {in_play}, not {quoted(value)}."
        indices.append(index)
    if any(indices.count(index) > most_of(prompt, index) for index in indices):
        return prompt.repeat_rule or "Too many are alike."
    if prompt.rising_rule and indices != sorted(indices):
        return prompt.rising_rule
    if any(indices[first] == indices[second] for first, second in prompt.apart):
        return prompt.apart_rule or "Two that must differ are alike."
    return ""


def _text_fault(prompt: Write, text: object) -> str:
    """Why a text cannot be written; empty if it can."""
    if not isinstance(text, str) or not 1 <= len(text) <= prompt.longest:
        return f"The {prompt.field} must be a text of 1 to {prompt.longest} letters."
    for letter in text:
        if letter not in prompt.letters:
            few = f"; the letters are {prompt.letters.strip()}" if len(prompt.letters) <= _FEW_LETTERS else ""
            return f"{quoted(letter)} cannot stand in {prompt.field}{few}."
    if text != " ".join(text.split()):
        return f"In {prompt.field} a blank stands alone, between two letters."
    return ""


def _distinct(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if not any(same(value, one) for one in found):
            found.append(value)
    return found


def _choices(values: list[Any]) -> str:
    """Values as a refusal lists them, as they are written in JSON."""
    written = [json.dumps(value) for value in values]
    shown = written[:_FEW_CHOICES]
    while len(shown) > 1 and sum(len(one) + 2 for one in shown) > _SHORT_LIST:
        shown.pop()
    return listed(written, "or") if len(shown) == len(written) else f"{', '.join(shown)} …"


def _fillings(prompt: Fill, before: tuple[int, ...]) -> Iterator[list[str | int]]:
    if len(before) == prompt.length:
        yield [prompt.symbols[index].value for index in before]
        return
    for index in range(len(prompt.symbols)):
        if allowed(prompt, before, index):
            yield from _fillings(prompt, (*before, index))


def _texts(prompt: Write, length: int, text: str = "") -> Iterator[str]:
    """The texts of that length which begin with `text`."""
    if len(text) == length:
        yield text
        return
    for letter in prompt.letters:
        if may_follow(prompt, text, letter) and (letter != " " or len(text) + 1 < length):
            yield from _texts(prompt, length, text + letter)
