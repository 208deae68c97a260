"""Where a player was in a menu, when the same menu is asked again with other values in it."""

from companion.core.prompt import Choose, Menu, Prompt
from companion.ui.editor import Draft, empty_draft, leaf, step


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
