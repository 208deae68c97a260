"""The editor: a prompt and three keys become a move; and the dialog, what a player is doing with one question: entering a move,
looking at pages, or in the menu.

A prompt is answered step by step. In a step the choices still possible are dealt out to the three keys, as equally as they go; a
key narrows them to its share, until one is left. What does not fit above a key is a list: ◀ ▶ move in it, ● chooses. A text has a
keyboard (companion/ui/keyboard.py).

A secret costs the same number of presses whichever it is, so nobody learns it by counting clicks: each symbol takes
`secret_presses` (1 for up to three symbols, 2 for up to nine, 3 for up to 27), which is the fewest that three keys allow.

A dialog holds no game: what is asked and what can be looked at come in with every call, so a dialog is cheap to throw away. The
menu opens while ● is held: undo, help on the question, the pages to look at, and what the table offers. Nothing in it changes
what has been entered, undo excepted. What is looked for most is first or last, since the list goes round.

Invariants: every move of every prompt can be entered, and what is entered passes the prompt's check. Looking, help and the menu
never change what has been entered. A repeat of a held key moves on in the list in which its press moved, and does nothing else:
it completes no move and changes no question and no page.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, assert_never

from msgspec import Struct, structs

from companion.core.entry import Entry, EntryChoice
from companion.core.fonts.faces import text_width
from companion.core.keys import KEYS, REPEATS, Gesture, Key
from companion.core.prompt import (
    NOW,
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
from companion.core.screen import LABEL_WIDTH, LIST_WIDTH, Rendering, ScreenPage
from companion.ui.keyboard import opened

Mode = Literal["keypad", "list", "keyboard", "confirm"]

ON_A_KEY = 3
"""Letters of a label that may share its key with others."""
_LOOK: Final = "Look: "
"""Before the name of a page in the menu."""

Label = str | tuple[str, ...]
"""What a box says; several symbols are a group, which a press opens. Empty: no box."""


@lru_cache(maxsize=512)
def fits_box(label: Label) -> bool:
    """Whether a label fits a key's box. Symbols of one letter stand three pixels apart at least, longer ones four."""
    words = (label,) if isinstance(label, str) else label
    gap = 3 if all(len(word) == 1 for word in words) else 4
    return sum(text_width(word, "label") for word in words) + gap * (len(words) - 1) <= LABEL_WIDTH


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

    @property
    def step(self) -> EditStep:
        """What is asked next."""
        return _step(self.prompt, self.chosen)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been entered; moving in a list enters nothing."""
        return not self.chosen and not self.is_group_open

    @property
    def is_group_open(self) -> bool:
        """Whether a press has narrowed the choices of this step, so that a step back closes the group."""
        return self.high != 0 or self.keys != ()

    @property
    def leads_back(self) -> bool:
        """Whether a step back is all that holding ● does: it closes a group, leaves what a menu has led to while nothing is
        entered there, or takes the last letter away."""
        prompt, entered = leaf(self.prompt, self.chosen)
        return self.is_group_open or (self.chosen != () and (not entered or isinstance(prompt, Write)))

    @property
    def is_secret(self) -> bool:
        """Whether what is entered is a secret: neither the number of presses nor a covered screen may tell its symbols apart."""
        prompt, _ = leaf(self.prompt, self.chosen)
        return isinstance(prompt, Fill | Choose) and prompt.secret

    def span(self, now: EditStep) -> tuple[int, int]:
        """Which entries of a keypad are left: (from, to). `now`: the step."""
        return self.low, self.high or len(now.entries)

    def without_last_step(self) -> "Draft":
        """The draft without its last step: a group is closed, or the last choice is taken back."""
        if self.is_group_open:
            return Draft(self.prompt, self.chosen, keys=self.keys[:-1])
        before = Draft(self.prompt, self.chosen[:-1])
        in_list = self.chosen != () and before.step.mode == "list"
        return structs.replace(before, low=self.chosen[-1]) if in_list else before

    def press(self, gesture: Gesture) -> "Draft | Spelled":
        """The draft after a tap, or the move that it completed. What means nothing here changes nothing."""
        return self.press_at(self.step, gesture)

    def press_at(self, now: EditStep, gesture: Gesture) -> "Draft | Spelled":
        """`press`, where the step is known already."""
        match now.mode:
            case "confirm":
                if gesture == "middle" and now.move is not None:
                    return Spelled(now.move)
                return Draft(self.prompt, self.chosen[:-1]) if gesture == "left" else self
            case "list":
                return _turn(self, now, gesture)
            case "keypad":
                return _narrow(self, now, gesture)
            case "keyboard":
                return _type(self, gesture)
            case _:
                assert_never(now.mode)

    @property
    def so_far(self) -> Move | None:
        """The fields of the move that are entered; None of a secret, and before anything is known of an open move."""
        prompt, chosen = leaf(self.prompt, self.chosen)
        if prompt.secret or not self.chosen:
            return None
        match prompt:
            case Choose() if chosen:
                return prompt.options[chosen[0]].move
            case Dial():
                fields = [wheel.field for wheel in prompt.wheels]
                set_so_far = zip(fields, _values(prompt, chosen), strict=False)
                return {"move": prompt.move, **dict(prompt.fixed), **dict(set_so_far)}
            case _:
                return None

    @property
    def next_moves(self) -> tuple[Move, ...]:
        """The moves that the next press of a key would make, from ◀ to ▶: in the order in which they stand above the keys."""
        after = (self.press(key) for key in KEYS)
        return tuple(one.move for one in after if isinstance(one, Spelled))

    @property
    def entry(self) -> Entry:
        """What has been entered so far, for the rendering of the game."""
        now = self.step
        prompt, chosen = leaf(self.prompt, self.chosen)
        path: list[str] = []
        above, number = self.prompt, 0
        while isinstance(above, Menu) and number < len(self.chosen):
            branch = above.branches[self.chosen[number]]
            path.append(branch.text)
            above, number = branch.prompt, number + 1
        focus: EntryChoice | None = now.entries[self.low] if now.mode == "list" else None
        if isinstance(prompt, Choose) and chosen:
            focus = prompt.options[chosen[0]]
        group = now.entries[self.low : self.high] if now.mode == "keypad" and self.is_group_open else ()
        return Entry(prompt, tuple(path), _values(prompt, chosen), focus, group, now.mode == "confirm")


class Spelled(Struct, frozen=True):
    """The move is complete."""

    move: Move


def _type(draft: Draft, gesture: Gesture) -> Draft | Spelled:
    """A key of the keyboard: it opens a group, writes, or ends the text."""
    prompt, entered = leaf(draft.prompt, draft.chosen)
    if gesture not in KEYS:
        return draft
    assert isinstance(prompt, Write), "only a text has a keyboard"
    text, key = written(prompt, entered), KEYS.index(gesture)
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


def deal(low: int, high: int) -> "Shares":
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


Shares = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]


def shares(low: int, high: int, count: int) -> Shares:
    """What the keys ◀ ● ▶ have of a keypad with `count` choices, of which those from `low` to `high` - 1 are left. A single one,
    for which a secret asks once more, stays on the key that led to it."""
    if high - low != 1 or count == 1:
        return deal(low, high)
    parts = deal(0, count)
    while (low, high) not in parts:
        parts = deal(*next(part for part in parts if part[0] <= low < part[1]))
    before, here, after = (part if part == (low, high) else (low, low) for part in parts)
    return before, here, after


def secret_presses(count: int) -> int:
    """How many presses each of so many symbols of a secret takes: the fewest in which three keys tell them apart."""
    presses, told_apart = 1, 3
    while told_apart < count:
        presses, told_apart = presses + 1, told_apart * 3
    return presses


def _narrow(draft: Draft, now: EditStep, gesture: Gesture) -> Draft | Spelled:
    if gesture not in KEYS:
        return draft
    share = shares(*draft.span(now), len(now.entries))[KEYS.index(gesture)]
    low, high = share
    alive = [index for index in range(low, high) if index not in now.dead]
    if not alive:  # an empty share too
        return draft
    if len(alive) == 1 and not draft.is_secret:
        return _take(draft, now, alive[0])
    early = draft.is_secret and _presses(now, share) < secret_presses(len(now.entries))
    if high - low > 1 or (early and share != draft.span(now)):
        while not draft.is_secret:  # nobody presses a key twice that is the only one
            parts = [part for part in deal(low, high) if any(index in alive for index in range(*part))]
            if len(parts) > 1:
                break
            low, high = parts[0]
        return Draft(draft.prompt, draft.chosen, low, high)
    return _take(draft, now, low)


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
        return _take(taken, taken.step, 0)  # whoever takes such a way on has said it all
    if isinstance(entry, Option) and not _confirms(draft.prompt, taken.chosen):
        return Spelled(dict(entry.move))
    following = taken.step
    if following.mode == "confirm" and not _confirms(draft.prompt, taken.chosen):
        assert following.move is not None, "a step of confirmation has a move"
        return Spelled(following.move)
    return structs.replace(taken, low=_first(following))


def _first(step: EditStep) -> int:
    """Where a list begins: at what holds already."""
    found = (at for at, one in enumerate(step.entries) if isinstance(one, Option) and one.text.endswith(NOW))
    return next(found, 0) if step.mode == "list" else 0


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
        in_list = Draft(prompt, tuple(path)).step.mode == "list"
        low = _same_line(old, draft.low, new) if in_list else None
        return Draft(prompt, tuple(path), low or 0)
    if old == new:
        _, entered = leaf(draft.prompt, draft.chosen)
        return Draft(prompt, (*path, *entered), draft.low, draft.high, draft.keys)
    is_list_still = isinstance(old, Choose) and isinstance(new, Choose)
    above = Draft(prompt, tuple(path if is_list_still else path[:-1]))
    return structs.replace(above, low=_first(above.step))


def in_list_above(draft: Draft) -> Draft:
    """The draft where the list stands that led to its present question: the last menu that is a list. A list of switches is its
    own question."""
    for length in range(len(draft.chosen), -1, -1):
        above = Draft(draft.prompt, draft.chosen[:length])
        inner, entered = leaf(above.prompt, above.chosen)
        if isinstance(inner, Menu) and not entered and above.step.mode == "list":
            return Draft(draft.prompt, above.chosen, (*draft.chosen, draft.low)[length])
    return Draft(draft.prompt)


def _same_line(old: Menu, index: int, new: Menu) -> int | None:
    """The number of the branch of the same name: what stands before a tab, which separates the value."""
    name = _name(old, index)
    return next((at for at in range(len(new.branches)) if _name(new, at) == name), None)


def _name(menu: Menu, index: int) -> str:
    return menu.branches[index].text.partition("\t")[0]


MenuAction = Literal[
    "leave",
    "undo",
    "page",
    "rules",
    "take_back",
    "abandon",
    "switch_off",
    "new_code",
    "stand_in",
    "leave_out",
    "phone_codes",
    "hand_over",
    "play_again",
    "hint",
    "no_hints",
    "promise",
    "roll_rest",
]

EARLY: Final = ("roll_rest", "promise", "hint", "phone_codes")
"""The table's entries that come before the pages, since they help at once."""


class MenuEntry(Struct, frozen=True):
    """One entry of the menu that opens when ● is held. `page`: the page that it leads to, or the place that it is about."""

    text: str
    action: MenuAction
    page: int = 0


class Dialog(Struct, frozen=True):
    """`draft`: the move being entered, None where nothing is asked. `page`: which page is looked at; None: the entry, or the
    first page while this seat waits. `menu`: the entry of the menu in sight; None while it is closed. `scrolling`: the list in
    which the last key moved; its repeats move on while that list is in sight.
    """

    draft: Draft | None = None
    page: int | None = None
    menu: MenuEntry | None = None
    scrolling: tuple[EntryChoice | MenuEntry, ...] = ()

    @property
    def prompt(self) -> Prompt | None:
        """What is asked; None where nothing is."""
        return None if self.draft is None else self.draft.prompt


class AfterGesture(NamedTuple):
    """What a gesture leads to: the dialog after it; the move that it completed, or the menu's entry that the table has to open;
    and why it did nothing, in a few words, where it did nothing."""

    dialog: Dialog
    done: Move | MenuEntry | None = None
    dead: str = ""


def asked(dialog: Dialog, prompt: Prompt | None) -> Dialog:
    """The dialog when the table's state has changed. A half-entered move stays as long as the same is asked; who waits goes on
    looking at pages, or in the menu."""
    if prompt is None:
        return dialog if dialog.draft is None else Dialog()
    if dialog.draft is not None and dialog.draft.prompt == prompt:
        return dialog
    return Dialog(Draft(prompt))


def needs_pages(dialog: Dialog, gesture: Gesture) -> bool:
    """Whether the effect of a gesture depends on the pages and the menu, so that they have to be drawn for it."""
    return dialog.menu is not None or dialog.draft is None or dialog.page is not None or gesture == "back"


def take_gesture(dialog: Dialog, gesture: Gesture, pages: int, menu: tuple[MenuEntry, ...] = ()) -> AfterGesture:
    """The dialog after a gesture. `pages`: how many there are to look at; `menu`: its entries. Both count only where the gesture
    `needs_pages`."""
    if gesture in REPEATS:
        return AfterGesture(_repeat(dialog, REPEATS[gesture], menu))
    dialog = structs.replace(dialog, scrolling=())
    if dialog.menu is not None:
        return _in_menu(dialog, dialog.menu, gesture, menu)
    if dialog.page is not None or (dialog.draft is None and gesture != "back"):
        return _turn_page(dialog, gesture, pages)
    if dialog.draft is not None and gesture != "back":
        return _enter(dialog, dialog.draft, gesture)
    if dialog.draft is not None and dialog.draft.leads_back:
        return AfterGesture(structs.replace(dialog, draft=dialog.draft.without_last_step()))
    return AfterGesture(structs.replace(dialog, menu=menu[0]) if menu else dialog)


def _enter(dialog: Dialog, draft: Draft, gesture: Gesture) -> AfterGesture:
    after = draft.press(gesture)
    if isinstance(after, Spelled):
        return AfterGesture(structs.replace(dialog, draft=Draft(draft.prompt)), after.move)
    now = draft.step
    if after == draft and now.mode != "list":
        return AfterGesture(dialog, dead=_why_dead(draft))
    scrolling = now.entries if gesture in ("left", "right") and now.mode == "list" else ()
    return AfterGesture(structs.replace(dialog, draft=after, scrolling=scrolling))


def _why_dead(draft: Draft) -> str:
    """Why a key does nothing in this step of an entry."""
    now = draft.step
    if now.dead and any(index in now.dead for index in range(draft.low, draft.high or len(now.entries))):
        # Of a secret, everybody may read the title, so it does not tell which of two rules it is. The body does.
        prompt, _ = leaf(draft.prompt, draft.chosen)
        only_once = not (isinstance(prompt, Fill) and (prompt.apart or prompt.rising_rule))
        return "Used already" if only_once else "Not allowed here"
    return "This key does nothing"


def entry_number(entry: MenuEntry, menu: tuple[MenuEntry, ...]) -> int:
    """Where an entry stands in the menu as it is now: the same, else the first of that name, else the first."""
    alike = (number for number, one in enumerate(menu) if (one.text, one.action) == (entry.text, entry.action))
    same = (number for number, one in enumerate(menu) if one == entry)
    return next(same, next(alike, 0))


def _in_menu(dialog: Dialog, entry: MenuEntry, gesture: Gesture, menu: tuple[MenuEntry, ...]) -> AfterGesture:
    closed = structs.replace(dialog, menu=None)
    if not menu:
        return AfterGesture(closed)
    at = entry_number(entry, menu)
    match gesture:
        case "left" | "right":
            after = menu[(at + (1 if gesture == "right" else -1)) % len(menu)]
            return AfterGesture(structs.replace(dialog, menu=after, scrolling=menu))
        case "middle":
            chosen = menu[at]
            if chosen.action == "undo" and dialog.draft is not None:
                return AfterGesture(structs.replace(closed, draft=dialog.draft.without_last_step()))
            if chosen.action == "page":
                return AfterGesture(structs.replace(closed, page=chosen.page))
            return AfterGesture(closed, chosen)
        case _:
            return AfterGesture(closed)


def _repeat(dialog: Dialog, key: Key, menu: tuple[MenuEntry, ...]) -> Dialog:
    """The next choice of the list in which the press of that key has moved, while that list is in sight."""
    if not dialog.scrolling:
        return dialog
    if dialog.menu is not None:
        return _in_menu(dialog, dialog.menu, key, menu).dialog if dialog.scrolling == menu else dialog
    if dialog.draft is None or dialog.page is not None or dialog.scrolling != dialog.draft.step.entries:
        return dialog
    after = dialog.draft.press(key)
    return structs.replace(dialog, draft=after) if isinstance(after, Draft) else dialog


def _turn_page(dialog: Dialog, gesture: Gesture, pages: int) -> AfterGesture:
    page = dialog.page or 0
    match gesture:
        case "left" | "right" if pages > (1 if gesture == "right" else 2):
            return AfterGesture(structs.replace(dialog, page=(page + (1 if gesture == "right" else -1)) % pages))
        case "middle" | "back" if dialog.page is not None:
            return AfterGesture(structs.replace(dialog, page=None))
        case "left" | "right":
            return AfterGesture(dialog, dead="No other page")
        case _:
            return AfterGesture(dialog, dead="Not your turn")


def is_confirming(dialog: Dialog) -> bool:
    """Whether a whole move is in sight, and ● would make it."""
    in_sight = dialog.page is None and dialog.menu is None
    return in_sight and dialog.draft is not None and dialog.draft.step.mode == "confirm"


def menu_entries(
    dialog: Dialog, rendering: Rendering, help_pages: int, more: tuple[MenuEntry, ...]
) -> tuple[MenuEntry, ...]:
    """The entries in their order. `help_pages`: how many pages of help follow the rendering's own; `more`: the table's."""
    entries = [entry for entry in more if entry.action == "leave"]
    if dialog.draft is not None and not dialog.draft.is_untouched:
        entries.append(MenuEntry("Undo my last choice", "undo"))
    if help_pages:
        entries.append(MenuEntry("What am I asked?", "page", len(rendering.pages)))
    entries += [entry for entry in more if entry.action in EARLY]
    # The first page is mostly on the screen already, so it comes after the others.
    numbers = (*range(1, len(rendering.pages)), 0)
    entries += [MenuEntry(f"{_LOOK}{_page_name(rendering.pages, number)}", "page", number) for number in numbers]
    return (*entries, *(entry for entry in more if entry.action not in ("leave", *EARLY)))


def _page_name(pages: tuple[ScreenPage, ...], number: int) -> str:
    """What a page is called, by its label where its name is too long; those of one name are numbered, as in: Rows 2/3."""
    whole = _numbered([page.name for page in pages], number)
    if text_width(f"{_LOOK}{whole}") <= LIST_WIDTH:
        return whole
    return _numbered([page.label or page.name for page in pages], number)


def _numbered(names: list[str], number: int) -> str:
    name, alike = names[number], names.count(names[number])
    return f"{name} {names[: number + 1].count(name)}/{alike}" if alike > 1 else name
