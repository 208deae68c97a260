"""Which keys enter a move: the editor's inverse, for scripts, tests and the table of presses in the documents."""

from companion.core.keys import Gesture
from companion.core.prompt import Branch, Dial, Fill, Move, Option, Prompt, Write, move_names, same
from companion.ui.editor import (
    Draft,
    EditStep,
    Spelled,
    deal,
    empty_draft,
    leads_back,
    leaf,
    press_at,
    span,
    step,
    without_last_step,
)
from companion.ui.keyboard import typing


def spell(asked: Prompt | Draft, move: Move) -> tuple[Gesture, ...]:
    """The gestures that enter `move` without detours: on an untouched draft, or after leaving the list in which a draft stands.
    Raises ValueError where none do."""
    draft = asked if isinstance(asked, Draft) else empty_draft(asked)
    leaving: list[Gesture] = []
    while draft.chosen and leads_back(draft):
        draft = without_last_step(draft)
        leaving.append("back")
    gestures = _spell(empty_draft(draft.prompt), move)
    if gestures is None:
        raise ValueError(f"{move} cannot be spelled")
    return (*leaving, *gestures)


def _spell(draft: Draft, move: Move) -> tuple[Gesture, ...] | None:
    """Try the entries of this step that may lead to `move`; there is rarely more than one."""
    now = step(draft)
    if now.mode == "keyboard":
        return _typed(draft, move)
    if now.mode == "confirm":
        return ("middle",) if now.move is not None and same(now.move, move) else None
    for index, entry in enumerate(now.entries):
        if index in now.dead:
            continue
        match entry:
            case Option() if not same(entry.move, move):
                continue
            case Branch() if move["move"] not in move_names(entry.prompt):
                continue
            case _:
                pass
        presses, after = _pressed_to(draft, now, index)
        if isinstance(after, Spelled):
            if same(after.move, move):
                return presses
            continue
        rest = _spell(after, move) if _leads(after, move) else None
        if rest is not None:
            return (*presses, *rest)
    return None


def _typed(draft: Draft, move: Move) -> tuple[Gesture, ...] | None:
    prompt, _ = leaf(draft.prompt, draft.chosen)
    assert isinstance(prompt, Write), "only a text has a keyboard"
    paths = typing(prompt, str(move.get(prompt.field, "")))
    gestures: tuple[Gesture, ...] = ("left", "middle", "right")
    return None if paths is None else tuple(gestures[key] for path in paths for key in path)


def _leads(draft: Draft, move: Move) -> bool:
    """Whether the values chosen so far are those of the move, so that no wrong filling is walked to its end."""
    prompt, chosen = leaf(draft.prompt, draft.chosen)
    if isinstance(prompt, Fill):
        wanted = move.get(prompt.field, [])
        return all(same(prompt.symbols[index].value, value) for index, value in zip(chosen, wanted, strict=False))
    if isinstance(prompt, Dial):
        return all(
            same(wheel.symbols[index].value, move.get(wheel.field))
            for wheel, index in zip(prompt.wheels, chosen, strict=False)
        )
    return True


def _pressed_to(draft: Draft, now: EditStep, index: int) -> tuple[tuple[Gesture, ...], Draft | Spelled]:
    """The gestures that take entry number `index` of the draft's step, and what they lead to."""
    if now.mode == "list":
        ahead = (index - draft.low) % len(now.entries)
        behind = len(now.entries) - ahead
        turn: Gesture = "right" if ahead <= behind else "left"
        in_sight = Draft(draft.prompt, draft.chosen, index)
        return (*(turn for _ in range(min(ahead, behind))), "middle"), press_at(in_sight, now, "middle")
    presses: list[Gesture] = []
    gestures: tuple[Gesture, ...] = ("left", "middle", "right")
    at: Draft | Spelled = draft
    while isinstance(at, Draft) and at.chosen == draft.chosen:
        shares = deal(*span(at, now))
        presses.append(
            next(gesture for gesture, (low, high) in zip(gestures, shares, strict=True) if low <= index < high)
        )
        at = press_at(at, now, presses[-1])
    return tuple(presses), at
