"""The editor: a prompt and three keys become a move.

A prompt is answered step by step. In a step the choices still possible are dealt out to the three keys, as equally as they go; a
key narrows them to its share, until one is left. What does not fit above a key is a list: ◀ ▶ move in it, ● chooses. A text has a
keyboard (companion/ui/keyboard.py).

A secret costs the same number of presses whichever it is, so nobody learns it by counting clicks: each symbol takes
`secret_presses` (1 for up to three symbols, 2 for up to nine, 3 for up to 27), which is the fewest that three keys allow.

Invariants: every move of every prompt can be entered, and what is entered passes the prompt's check.

Where a player was in a menu, when the same menu is asked again with other values in it.
"""

from functools import lru_cache
from typing import Literal, assert_never

from msgspec import Struct, structs

from companion.core.entry import Entry, EntryChoice
from companion.core.keys import KEYS, Gesture
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
    settings,
)
from companion.ui.keyboard import opened
from companion.ui.layout import fits_box

Mode = Literal["keypad", "list", "keyboard", "confirm"]

ON_A_KEY = 3
"""Letters of a label that may share its key with others."""


class EditStep(Struct, frozen=True):
    """What is chosen next: `title` says the task, then the choices, and how they are chosen.

    `dead`: choices that cannot be taken now, though they keep their place, so that a colour is always on the same keys.
    `move`: what ● would confirm; `accept`: what its box says then.
    """

    title: str
    entries: tuple[EntryChoice, ...]
    mode: Mode
    dead: frozenset[int] = frozenset()
    move: Move | None = None
    accept: str = "OK"


class Draft(Struct, frozen=True):
    """A move that is being entered. `chosen`: the number of the choice taken in each step so far; `low` and `high`: which choices
    of the present step are left (in a list `low` is the one in sight; `high` 0: all). `keys`: the groups of the keyboard that are
    open."""

    prompt: Prompt
    chosen: tuple[int, ...] = ()
    low: int = 0
    high: int = 0
    keys: tuple[int, ...] = ()


class Spelled(Struct, frozen=True):
    """The move is complete."""

    move: Move


def empty_draft(prompt: Prompt) -> Draft:
    """An empty draft: the first step is still to be taken."""
    return Draft(prompt)


def step(draft: Draft) -> EditStep:
    """What the draft asks next."""
    return _step(draft.prompt, draft.chosen)


def is_untouched(draft: Draft) -> bool:
    """Whether nothing has been entered; moving in a list enters nothing."""
    return not draft.chosen and not is_group_open(draft)


def is_group_open(draft: Draft) -> bool:
    """Whether a press has narrowed the choices of this step, so that a step back closes the group."""
    return draft.high != 0 or draft.keys != ()


def leads_back(draft: Draft) -> bool:
    """Whether a step back is all that holding ● does: it closes a group, leaves a list or what a list has led to while nothing is
    entered there, or takes the last letter away."""
    prompt, entered = leaf(draft.prompt, draft.chosen)
    before = Draft(draft.prompt, draft.chosen[:-1])
    in_list = draft.chosen != () and not entered and "list" in (step(draft).mode, step(before).mode)
    return is_group_open(draft) or in_list or (isinstance(prompt, Write) and draft.chosen != ())


def without_last_step(draft: Draft) -> Draft:
    """The draft without its last step: a group is closed, or the last choice is taken back."""
    if is_group_open(draft):
        return Draft(draft.prompt, draft.chosen, keys=draft.keys[:-1])
    before = Draft(draft.prompt, draft.chosen[:-1])
    in_list = draft.chosen != () and step(before).mode == "list"
    return structs.replace(before, low=draft.chosen[-1]) if in_list else before


def press(draft: Draft, gesture: Gesture) -> Draft | Spelled:
    """The draft after a tap, or the move that it completed. What means nothing here changes nothing."""
    return press_at(draft, step(draft), gesture)


def press_at(draft: Draft, now: EditStep, gesture: Gesture) -> Draft | Spelled:
    """`press`, where the draft's step is known already."""
    match now.mode:
        case "confirm":
            if gesture == "middle" and now.move is not None:
                return Spelled(now.move)
            return Draft(draft.prompt, draft.chosen[:-1]) if gesture == "left" else draft
        case "list":
            return _turn(draft, now, gesture)
        case "keypad":
            return _narrow(draft, now, gesture)
        case "keyboard":
            return _type(draft, gesture)
        case _:
            assert_never(now.mode)


def next_moves(draft: Draft) -> tuple[Move, ...]:
    """The moves that the next press of a key would make, from ◀ to ▶: in the order in which they stand above the keys."""
    after = (press(draft, key) for key in KEYS)
    return tuple(one.move for one in after if isinstance(one, Spelled))


def _type(draft: Draft, gesture: Gesture) -> Draft | Spelled:
    """A key of the keyboard: it opens a group, writes, or ends the text."""
    prompt, entered = leaf(draft.prompt, draft.chosen)
    if gesture not in ("left", "middle", "right"):
        return draft
    assert isinstance(prompt, Write), "only a text has a keyboard"
    text, key = written(prompt, entered), ("left", "middle", "right").index(gesture)
    nodes = opened(prompt, text, draft.keys).nodes
    if key >= len(nodes) or nodes[key].is_dead:
        return draft
    node = nodes[key]
    if node.ends:
        return Spelled({"move": prompt.move, prompt.field: text})
    if node.text is None:
        return Draft(draft.prompt, draft.chosen, keys=(*draft.keys, key))
    menus = draft.chosen[: len(draft.chosen) - len(entered)]
    return Draft(draft.prompt, (*menus, *map(prompt.letters.index, node.text)))


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


def secret_presses(count: int) -> int:
    """How many presses each of so many symbols of a secret takes: the fewest in which three keys tell them apart."""
    presses, told_apart = 1, 3
    while told_apart < count:
        presses, told_apart = presses + 1, told_apart * 3
    return presses


def _narrow(draft: Draft, now: EditStep, gesture: Gesture) -> Draft | Spelled:
    if gesture not in ("left", "middle", "right"):
        return draft
    share = deal(*span(draft, now))[("left", "middle", "right").index(gesture)]
    low, high = share
    alive = [index for index in range(low, high) if index not in now.dead]
    if not alive:  # an empty share too
        return draft
    if len(alive) == 1 and not is_secret(draft):
        return _take(draft, now, alive[0])
    early = is_secret(draft) and _presses(now, share) < secret_presses(len(now.entries))
    if high - low > 1 or (early and share != span(draft, now)):
        return Draft(draft.prompt, draft.chosen, low, high)
    return _take(draft, now, low)


def is_secret(draft: Draft) -> bool:
    """Whether what is entered is a secret: neither the number of presses nor a covered screen may tell its symbols apart."""
    prompt, _ = leaf(draft.prompt, draft.chosen)
    return isinstance(prompt, Fill | Choose) and prompt.secret


def _presses(now: EditStep, share: tuple[int, int]) -> int:
    """How many presses lead from all choices to that share."""
    at, presses = (0, len(now.entries)), 0
    while at != share:
        at = next(part for part in deal(*at) if part[0] <= share[0] < part[1])
        presses += 1
    return presses


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


def _step(prompt: Prompt, chosen: tuple[int, ...]) -> EditStep:
    match prompt:
        case Choose(options=options):
            if chosen:
                option = options[chosen[0]]
                return EditStep(option.text, (), "confirm", move=dict(option.move), accept=prompt.accept)
            return EditStep(prompt.title, options, _mode(options))
        case Menu(branches=branches):
            if chosen:
                return _step(branches[chosen[0]].prompt, chosen[1:])
            return EditStep(prompt.title, branches, _mode(branches))
        case Fill():
            if len(chosen) == prompt.length:
                values = [prompt.symbols[index].value for index in chosen]
                move: Move = {"move": prompt.move, prompt.field: values}
                return EditStep(prompt.title, (), "confirm", move=move, accept=prompt.accept)
            return EditStep(prompt.title, prompt.symbols, _mode(prompt.symbols), _dead(prompt, chosen))
        case Dial(wheels=wheels):
            values = [wheel.symbols[index].value for wheel, index in zip(wheels, chosen, strict=False)]
            if len(chosen) == len(wheels):
                fields = dict(zip((wheel.field for wheel in wheels), values, strict=True))
                move = {"move": prompt.move, **dict(prompt.fixed), **fields}
                return EditStep(prompt.title, (), "confirm", move=move, accept=prompt.accept)
            wheel = wheels[len(chosen)]
            return EditStep(wheel.title, wheel.symbols, _mode(wheel.symbols), _off(prompt, tuple(values)))
        case Write():
            return EditStep(prompt.title, (), "keyboard")
        case ChancePrompt():
            raise AssertionError("chance has no keys")
        case _:
            assert_never(prompt)


def written(prompt: Write, chosen: tuple[int, ...]) -> str:
    """The text so far."""
    return "".join(prompt.letters[index] for index in chosen)


def leaf(prompt: Prompt, chosen: tuple[int, ...]) -> tuple[Prompt, tuple[int, ...]]:
    """The prompt that is being answered below menus, and what was chosen in it."""
    while isinstance(prompt, Menu) and chosen:
        prompt, chosen = prompt.branches[chosen[0]].prompt, chosen[1:]
    return prompt, chosen


@lru_cache(maxsize=256)
def _dead(prompt: Fill, before: tuple[int, ...]) -> frozenset[int]:
    """The symbols that may not stand in the next place, or would leave no legal filling for the rest. A key asks for them several
    times."""
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


def _mode(entries: tuple[EntryChoice, ...]) -> Mode:
    """Up to three choices stand above the keys; more of them only if their labels are short enough to share a key."""
    few = len(entries) <= 3 and all(fits_box(sole_label(entry)) for entry in entries)
    return "keypad" if few or all(len(entry.label) <= ON_A_KEY for entry in entries) else "list"


def sole_label(choice: EntryChoice) -> str:
    """The label of a choice that has a key of its own: a symbol's name, if its box has room for it."""
    return choice.name if isinstance(choice, Symbol) and fits_box(choice.name) else choice.label


def entry(draft: Draft) -> Entry:
    """What has been entered so far, for the rendering of the game."""
    now = step(draft)
    prompt, chosen = leaf(draft.prompt, draft.chosen)
    path: list[str] = []
    above, number = draft.prompt, 0
    while isinstance(above, Menu) and number < len(draft.chosen):
        branch = above.branches[draft.chosen[number]]
        path.append(branch.text)
        above, number = branch.prompt, number + 1
    focus: EntryChoice | None = now.entries[draft.low] if now.mode == "list" else None
    if isinstance(prompt, Choose) and chosen:
        focus = prompt.options[chosen[0]]
    group = now.entries[draft.low : draft.high] if now.mode == "keypad" and is_group_open(draft) else ()
    return Entry(prompt, tuple(path), _values(prompt, chosen), focus, group, now.mode == "confirm")


def _values(prompt: Prompt, chosen: tuple[int, ...]) -> tuple[str | int, ...]:
    match prompt:
        case Fill():
            return tuple(prompt.symbols[index].value for index in chosen)
        case Dial():
            return tuple(wheel.symbols[index].value for wheel, index in zip(prompt.wheels, chosen, strict=False))
        case Write():
            return tuple(written(prompt, chosen))
        case _:
            return ()


def _confirms(prompt: Prompt, chosen: tuple[int, ...]) -> bool:
    """Whether the complete move waits for one more ●: all that cannot be taken back and takes several presses."""
    inner, _ = leaf(prompt, chosen)
    match inner:
        case Choose(confirm=confirm):
            return confirm
        case Fill():
            return True
        case Dial(wheels=wheels, confirm=confirm):
            return confirm or len(wheels) > 1
        case Menu() | Write() | ChancePrompt():
            return False
        case _:
            assert_never(inner)


def rebased(draft: Draft, prompt: Prompt) -> Draft:
    """The same place in another prompt: in each menu the branch of the same name, and in its list the same line. What was being
    entered below the menus stays if the same is asked."""
    old, new = draft.prompt, prompt
    path: list[int] = []
    for index in draft.chosen:
        if not isinstance(old, Menu) or not isinstance(new, Menu):
            break
        at = _same_line(old, index, new)
        if at is None:
            return Draft(prompt, tuple(path))
        path.append(at)
        old, new = old.branches[index].prompt, new.branches[at].prompt
    if isinstance(old, Menu) and isinstance(new, Menu):
        in_list = step(Draft(prompt, tuple(path))).mode == "list"
        low = _same_line(old, draft.low, new) if in_list else None
        return Draft(prompt, tuple(path), low or 0)
    same_question = type(old) is type(new) and (old == new or isinstance(old, Choose))
    if not same_question:
        return Draft(prompt, tuple(path[:-1]))
    _, entered = leaf(draft.prompt, draft.chosen)
    if old == new:
        return Draft(prompt, (*path, *entered), draft.low, draft.high, draft.keys)
    return Draft(prompt, tuple(path))


def in_list_above(draft: Draft) -> Draft:
    """The draft where the list stands that led to its present question: the last menu that is a list. A list of switches is its
    own question."""
    for length in range(len(draft.chosen), -1, -1):
        above = Draft(draft.prompt, draft.chosen[:length])
        inner, entered = leaf(above.prompt, above.chosen)
        if isinstance(inner, Menu) and not entered and step(above).mode == "list":
            return Draft(draft.prompt, above.chosen, (*draft.chosen, draft.low)[length])
    return empty_draft(draft.prompt)


def _same_line(old: Menu, index: int, new: Menu) -> int | None:
    """The number of the branch of the same name: what stands before a tab, which separates the value."""
    name = _name(old, index)
    return next((at for at in range(len(new.branches)) if _name(new, at) == name), None)


def _name(menu: Menu, index: int) -> str:
    return menu.branches[index].text.partition("\t")[0]
