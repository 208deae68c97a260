"""Which keys enter a move: the editor's inverse, for scripts, tests and the table of presses in the documents."""

from companion.core.entry import EntryChoice
from companion.core.keys import Gesture
from companion.core.prompt import Branch, Choose, Dial, Fill, Menu, Move, Option, Prompt, Write, move_names, same
from companion.ui.editor import Draft, EditStep, Spelled, leaf, shares
from companion.ui.keyboard import KeyNode, keyboard, plain


def spell(asked: Prompt | Draft, move: Move) -> tuple[Gesture, ...]:
    """The gestures that enter `move` without detours: on an untouched draft, or after leaving the list in which a draft stands.
    Raises ValueError where none do."""
    draft = asked if isinstance(asked, Draft) else Draft(asked)
    leaving: list[Gesture] = []
    while draft.chosen and draft.leads_back:
        draft = draft.without_last_step()
        leaving.append("back")
    gestures = _spell(Draft(draft.prompt), move)
    if gestures is None:
        raise ValueError(f"{move} cannot be spelled")
    return (*leaving, *gestures)


def _spell(draft: Draft, move: Move) -> tuple[Gesture, ...] | None:
    """Try the entries of this step that may lead to `move`; there is rarely more than one."""
    now = draft.step
    if now.mode == "keyboard":
        return _typed(draft, move)
    if now.mode == "confirm":
        return ("middle",) if now.move is not None and same(now.move, move) else None
    for index, entry in enumerate(now.entries):
        if index in now.dead or not _leads(draft, entry, move):
            continue
        presses, after = _pressed_to(draft, now, index)
        if isinstance(after, Spelled):
            if same(after.move, move):
                return presses
            continue
        rest = _spell(after, move)
        if rest is not None:
            return (*presses, *rest)
    return None


def _typed(draft: Draft, move: Move) -> tuple[Gesture, ...] | None:
    prompt, _ = leaf(draft.prompt, draft.chosen)
    assert isinstance(prompt, Write), "only a text has a keyboard"
    paths = typing(prompt, str(move.get(prompt.field, "")))
    gestures: tuple[Gesture, ...] = ("left", "middle", "right")
    return None if paths is None else tuple(gestures[key] for path in paths for key in path)


def _leads(draft: Draft, entry: EntryChoice, move: Move) -> bool:
    """Whether the move may be what `entry`, a choice of the draft's step, leads to; so no wrong way is walked to its end."""
    match entry:
        case Option():
            return same(entry.move, move)
        case Branch():
            return _offers(entry.prompt, move)
        case _:
            prompt, chosen = leaf(draft.prompt, draft.chosen)
    if isinstance(prompt, Fill):
        wanted = move.get(prompt.field, [])[len(chosen) :]
        return bool(wanted) and same(entry.value, wanted[0])
    if isinstance(prompt, Dial):
        return same(entry.value, move.get(prompt.wheels[len(chosen)].field))
    return True


def _offers(prompt: Prompt, move: Move) -> bool:
    """Whether the move may be one of the prompt's: it is an option of it, the wheels have its values, or its name is that of what
    is filled or written."""
    match prompt:
        case Choose():
            return any(same(option.move, move) for option in prompt.options)
        case Menu():
            return any(_offers(branch.prompt, move) for branch in prompt.branches)
        case Dial():
            return move["move"] == prompt.move and _is_setting(prompt, move)
        case _:
            return move["move"] in move_names(prompt)


def _is_setting(prompt: Dial, move: Move) -> bool:
    """Whether the wheels can be set to what the move says, whether or not that may go together."""
    return all(same(value, move.get(field)) for field, value in prompt.fixed) and all(
        any(same(symbol.value, move.get(wheel.field)) for symbol in wheel.symbols) for wheel in prompt.wheels
    )


def _pressed_to(draft: Draft, now: EditStep, index: int) -> tuple[tuple[Gesture, ...], Draft | Spelled]:
    """The gestures that take entry number `index` of the draft's step, and what they lead to."""
    if now.mode == "list":
        ahead = (index - draft.low) % len(now.entries)
        behind = len(now.entries) - ahead
        turn: Gesture = "right" if ahead <= behind else "left"
        in_sight = Draft(draft.prompt, draft.chosen, index)
        return (*(turn for _ in range(min(ahead, behind))), "middle"), in_sight.press_at(now, "middle")
    presses: list[Gesture] = []
    gestures: tuple[Gesture, ...] = ("left", "middle", "right")
    at: Draft | Spelled = draft
    while isinstance(at, Draft) and at.chosen == draft.chosen:
        dealt = shares(*at.span(now), len(now.entries))
        presses.append(
            next(gesture for gesture, (low, high) in zip(gestures, dealt, strict=True) if low <= index < high)
        )
        at = at.press_at(now, presses[-1])
    return tuple(presses), at


def typing(prompt: Write, text: str) -> tuple[tuple[int, ...], ...] | None:
    """The keys for a text, letter by letter, and for its end; None if it cannot be typed."""
    presses: list[tuple[int, ...]] = []
    for length in range(1, len(text) + 1):
        found = _replaced(prompt, text[: length - 1], text[:length])
        if found is None:
            return None
        presses += found
    ends = [path for path, node in _leaves(keyboard(prompt, text)) if node.ends]
    return (*presses, ends[0]) if ends else None


def _replaced(prompt: Write, before: str, after: str) -> list[tuple[int, ...]] | None:
    """The fewest leaves that lead from a text to the same with one more letter: the letter, its case, its accent."""
    ways: list[tuple[str, list[tuple[int, ...]]]] = [(before, [])]
    seen = {before}
    while ways:
        text, paths = ways.pop(0)
        if text == after:
            return paths
        for path, node in _leaves(keyboard(prompt, text)):
            new = node.text
            if new is not None and new not in seen and len(new) == len(after) and plain(new[-1]) == plain(after[-1]):
                seen.add(new)
                ways.append((new, [*paths, path]))
    return None


def _leaves(node: KeyNode, path: tuple[int, ...] = ()) -> list[tuple[tuple[int, ...], KeyNode]]:
    """All keys that write or end, with the presses that lead to them."""
    if not node.nodes:
        return [] if node.is_dead else [(path, node)]
    return [leaf for key, child in enumerate(node.nodes) for leaf in _leaves(child, (*path, key))]
