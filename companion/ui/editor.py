"""The editor: a prompt and three keys become a move.

A prompt is answered step by step. In a step the symbols still possible are dealt out to the three keys, as equally as they
go; a key narrows them to its share, until one is left. Eight colours so take two presses each, whichever it is, so that
nobody learns a code by counting clicks. What does not fit above a key is leafed through with ◀ ▶ and taken with ●.
Holding ● is back: one narrowing, or one step.

The law: every move of every prompt can be spelled, and what is spelled passes the prompt's check.
"""

from typing import Literal, assert_never

from msgspec import Struct

from companion.core.keys import Gesture
from companion.core.prompt import (
    Branch,
    ChancePrompt,
    Choose,
    Dial,
    Fill,
    Menu,
    Move,
    Option,
    Prompt,
    Symbol,
    Write,
    allowed,
    may_follow,
    settings,
)

EntryStrip = Symbol | Option | Branch
Mode = Literal["keypad", "carousel", "confirm"]

ON_A_KEY = 3
"""Letters of a label that shares its key with others; a label alone on a key has SOLE."""
SOLE = 7
BLANK = "_"
"""How a blank is shown among letters."""
END = Symbol("", "OK", "that is all")
"""The last entry of a text: it ends there."""


class EditStep(Struct, frozen=True):
    """What is chosen next: `title` in a few words, the entries to choose from, and how.

    `dead`: entries that cannot be taken now, though they keep their place, so that a colour is always on the same keys.
    `move`: what ● would confirm.
    """

    title: str
    entries: tuple[EntryStrip, ...]
    mode: Mode
    dead: frozenset[int] = frozenset()
    move: Move | None = None


class Draft(Struct, frozen=True):
    """A move being spelled. `chosen`: the number of the entry taken in each step so far; `low` and `high`: which entries of
    the present step are left (in a carousel `low` is the one in sight; `high` 0: all)."""

    prompt: Prompt
    chosen: tuple[int, ...] = ()
    low: int = 0
    high: int = 0


class Spelled(Struct, frozen=True):
    """The move is complete."""

    move: Move


def begin(prompt: Prompt) -> Draft:
    """An empty draft. A menu's, a code's or a choice's first step is still to be taken."""
    return Draft(prompt)


def step(draft: Draft) -> EditStep:
    """What the draft asks next."""
    return _step(draft.prompt, draft.chosen)


def is_untouched(draft: Draft) -> bool:
    """Whether nothing has been entered, so that back leads out of the draft."""
    return draft == Draft(draft.prompt)


def press(draft: Draft, gesture: Gesture) -> Draft | Spelled:
    """The draft after a gesture, or the move that it completed. What means nothing here changes nothing."""
    now = step(draft)
    if gesture == "back":
        return _back(draft, now)
    match now.mode:
        case "confirm":
            if gesture == "middle" and now.move is not None:
                return Spelled(now.move)
            return Draft(draft.prompt, draft.chosen[:-1]) if gesture == "left" else draft
        case "carousel":
            return _turn(draft, now, gesture)
        case "keypad":
            return _narrow(draft, now, gesture)
        case _:
            assert_never(now.mode)


def deal(low: int, high: int) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """The shares (from, to) of the keys ◀ ● ▶ in the entries from `low` to `high` - 1, as equal as they go.

    One entry goes to ●, two go to ◀ and ▶; an empty share is a key without a meaning.
    """
    count = high - low
    if count == 1:
        sizes = (0, 1, 0)
    elif count == 2:
        sizes = (1, 0, 1)
    else:
        third, rest = divmod(count, 3)
        sizes = (third + (rest > 0), third + (rest > 1), third)
    first = low + sizes[0]
    second = first + sizes[1]
    return (low, first), (first, second), (second, high)


def span(draft: Draft, now: EditStep) -> tuple[int, int]:
    """Which entries of a keypad are left: (from, to)."""
    return draft.low, draft.high or len(now.entries)


def _narrow(draft: Draft, now: EditStep, gesture: Gesture) -> Draft | Spelled:
    if gesture not in ("left", "middle", "right"):
        return draft
    share = deal(*span(draft, now))[("left", "middle", "right").index(gesture)]
    low, high = share
    if now.dead.issuperset(range(low, high)):  # an empty share too
        return draft
    return _take(draft, now, low) if high - low == 1 else Draft(draft.prompt, draft.chosen, low, high)


def _turn(draft: Draft, now: EditStep, gesture: Gesture) -> Draft | Spelled:
    count = len(now.entries)
    match gesture:
        case "left":
            return Draft(draft.prompt, draft.chosen, (draft.low - 1) % count)
        case "right":
            return Draft(draft.prompt, draft.chosen, (draft.low + 1) % count)
        case "middle":
            return draft if draft.low in now.dead else _take(draft, now, draft.low)
        case _:
            return draft


def _take(draft: Draft, now: EditStep, index: int) -> Draft | Spelled:
    entry = now.entries[index]
    taken = Draft(draft.prompt, (*draft.chosen, index))
    if isinstance(entry, Branch) and isinstance(entry.prompt, Choose) and len(entry.prompt.options) == 1:
        return _take(taken, step(taken), 0)  # whoever takes such a way on has said it all
    if isinstance(entry, Option) and not _confirms(draft.prompt, taken.chosen):
        return Spelled(dict(entry.move))
    following = step(taken)
    if following.mode == "confirm" and not _confirms(draft.prompt, taken.chosen):
        assert following.move is not None, "a step of confirmation has a move"
        return Spelled(following.move)
    return taken


def _back(draft: Draft, now: EditStep) -> Draft:
    if now.mode == "keypad" and draft.high:
        return Draft(draft.prompt, draft.chosen)
    return Draft(draft.prompt, draft.chosen[:-1])


def _step(prompt: Prompt, chosen: tuple[int, ...]) -> EditStep:
    match prompt:
        case Choose(options=options):
            if chosen:
                return EditStep(options[chosen[0]].text, (), "confirm", move=dict(options[chosen[0]].move))
            return EditStep(prompt.title, options, _mode(options))
        case Menu(branches=branches):
            if chosen:
                return _step(branches[chosen[0]].prompt, chosen[1:])
            return EditStep(prompt.title, branches, _mode(branches))
        case Fill():
            if len(chosen) == prompt.length:
                values = [prompt.symbols[index].value for index in chosen]
                return EditStep(prompt.title, (), "confirm", move={"move": prompt.move, prompt.field: values})
            return EditStep(prompt.title, prompt.symbols, _mode(prompt.symbols), _dead(prompt, chosen))
        case Dial(wheels=wheels):
            values = [wheel.symbols[index].value for wheel, index in zip(wheels, chosen, strict=False)]
            if len(chosen) == len(wheels):
                fields = dict(zip((wheel.field for wheel in wheels), values, strict=True))
                return EditStep(prompt.title, (), "confirm", move={"move": prompt.move, **dict(prompt.fixed), **fields})
            wheel = wheels[len(chosen)]
            return EditStep(wheel.title, wheel.symbols, _mode(wheel.symbols), _off(prompt, tuple(values)))
        case Write(letters=letters):
            text = written(prompt, chosen)
            if len(chosen) > len(text):
                return EditStep(prompt.title, (), "confirm", move={"move": prompt.move, prompt.field: text})
            entries = (*(Symbol(letter, BLANK if letter == " " else letter, letter) for letter in letters), END)
            may = [may_follow(prompt, text, letter) for letter in letters]
            ends = text != "" and not text.endswith(" ")
            dead = frozenset(index for index, can in enumerate((*may, ends)) if not can)
            return EditStep(prompt.title, entries, _mode(entries), dead)
        case ChancePrompt():
            raise AssertionError("chance has no keys")
        case _:
            assert_never(prompt)


def written(prompt: Write, chosen: tuple[int, ...]) -> str:
    """The text so far."""
    return "".join(prompt.letters[index] for index in chosen if index < len(prompt.letters))


def leaf(prompt: Prompt, chosen: tuple[int, ...]) -> tuple[Prompt, tuple[int, ...]]:
    """The prompt that is being answered below menus, and what was chosen in it."""
    while isinstance(prompt, Menu) and chosen:
        prompt, chosen = prompt.branches[chosen[0]].prompt, chosen[1:]
    return prompt, chosen


def _dead(prompt: Fill, before: tuple[int, ...]) -> frozenset[int]:
    """The symbols that may not stand in the next place, or would leave no legal filling for the rest."""
    return frozenset(
        index
        for index in range(len(prompt.symbols))
        if not (allowed(prompt, before, index) and _can_end(prompt, (*before, index)))
    )


def _off(prompt: Dial, before: tuple[str | int, ...]) -> frozenset[int]:
    """The symbols of the next wheel with which no setting of all wheels is left."""
    if not prompt.barred:
        return frozenset()
    symbols = prompt.wheels[len(before)].symbols
    return frozenset(
        index for index, symbol in enumerate(symbols) if not any(settings(prompt, (*before, symbol.value)))
    )


def _can_end(prompt: Fill, before: tuple[int, ...]) -> bool:
    if len(before) == prompt.length:
        return True
    return any(
        allowed(prompt, before, index) and _can_end(prompt, (*before, index)) for index in range(len(prompt.symbols))
    )


def _mode(entries: tuple[EntryStrip, ...]) -> Mode:
    widest = max(len(entry.label) for entry in entries)
    fits = widest <= ON_A_KEY or (len(entries) <= 3 and widest <= SOLE)
    return "keypad" if fits else "carousel"


def _confirms(prompt: Prompt, chosen: tuple[int, ...]) -> bool:
    """Whether the complete move waits for one more ●: all that cannot be taken back and takes several presses."""
    inner, _ = leaf(prompt, chosen)
    match inner:
        case Choose(confirm=confirm):
            return confirm
        case Fill():
            return True
        case Dial(wheels=wheels):
            return len(wheels) > 1
        case Menu() | Write() | ChancePrompt():
            return False
        case _:
            assert_never(inner)
