"""The editor: every mode, how symbols are dealt to keys, back at every depth, and what is confirmed."""

from itertools import islice, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion.core.keys import Gesture
from companion.core.prompt import NOW, Branch, Choose, Dial, Fill, Menu, Option, Prompt, Symbol, Wheel, every, same
from companion.ui.editor import Draft, Spelled, deal, secret_presses
from tests.core.prompts import BARRED, CHOOSE, COUNTS, DIAL, MENU, ONCE, PROMPTS
from tests.key_spelling import spell

GESTURES: dict[str, Gesture] = {"l": "left", "m": "middle", "r": "right", "b": "back", "u": "lift", "d": "lower"}
LAST_GROUP = (6, 7)
"""Of eight symbols, those of the last key."""
BY_KEYS = {name: prompt for name, prompt in PROMPTS.items() if name != "draw"}


def after(prompt: Prompt, keys: str) -> Draft | Spelled:
    """What some keys make, written "lmr", "b" for back."""
    now: Draft | Spelled = Draft(prompt)
    for key in keys:
        assert isinstance(now, Draft), f"complete before {key} of {keys}"
        now = now.without_last_step() if key == "b" else now.press(GESTURES[key])
    return now


def draft(prompt: Prompt, keys: str) -> Draft:
    now = after(prompt, keys)
    assert isinstance(now, Draft)
    return now


def symbols(count: int, label: str = "") -> tuple[Symbol, ...]:
    return tuple(Symbol(number, label or chr(65 + number), str(number)) for number in range(count))


def code(count: int, length: int, repeats: int = 1, label: str = "") -> Fill:
    return Fill("Code", "", "set", "code", symbols(count, label), length, repeats)


def test_entries_are_dealt_as_equally_as_they_go() -> None:
    found = [tuple(high - low for low, high in deal(0, count)) for count in range(11)]
    assert found[:6] == [(0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1), (2, 1, 1), (2, 2, 1)]
    assert found[6:] == [(2, 2, 2), (3, 2, 2), (3, 3, 2), (3, 3, 3), (4, 3, 3)]


@given(st.integers(0, 50), st.integers(0, 50))
def test_the_shares_are_in_order_and_leave_nothing_out(low: int, count: int) -> None:
    shares = deal(low, low + count)
    assert [entry for start, end in shares for entry in range(start, end)] == list(range(low, low + count))
    sizes = [end - start for start, end in shares]
    assert max(sizes) - min(sizes) <= 1


def test_a_guess_of_eight_colours_takes_nine_presses_repeats_or_not() -> None:
    prompt = code(8, 4, repeats=4)
    assert {len(spell(prompt, move)) for move in islice(every(prompt), 0, None, 11)} == {8 + 1}


def test_a_colour_stands_on_the_same_keys_at_every_place() -> None:
    prompt = code(8, 4)
    for first, second in permutations(range(8), 2):
        alone = spell(prompt, next(move for move in every(prompt) if move["code"][0] == second))[:2]
        later = spell(prompt, next(move for move in every(prompt) if move["code"][:2] == [first, second]))[2:4]
        if {first, second} == set(LAST_GROUP):  # its key takes the only colour that is left of it
            later = (later[0], alone[1])
        assert alone == later


def test_the_key_of_a_group_takes_the_only_symbol_that_is_left_of_it_but_for_a_secret() -> None:
    assert draft(code(8, 4), "rlr").chosen == LAST_GROUP
    secret = structs.replace(code(8, 4), secret=True)
    assert draft(secret, "rlr").chosen == LAST_GROUP[:1]


def test_a_key_without_a_meaning_changes_nothing() -> None:
    two = draft(code(8, 2), "r")
    assert two.press("middle") == two, "two are dealt to the outer keys"
    one = Choose("Sure?", "", (Option({"move": "go"}, "go", "Go"),), confirm=True)
    assert draft(one, "l") == Draft(one) == draft(one, "r")
    assert draft(one, "m") != Draft(one)


def test_what_may_not_stand_here_cannot_be_taken() -> None:
    prompt = code(8, 2)
    taken = draft(prompt, "ll")
    assert taken.chosen == (0,)
    assert taken.step.dead == {0}
    assert draft(prompt, "lll") != taken
    assert draft(prompt, "llll") == draft(prompt, "lll"), "the colour is used, so its key is dead"


def test_what_would_leave_no_legal_filling_cannot_be_taken_either() -> None:
    # Three places of three numbers, the first unlike the second and third, and no number more than twice: anything goes;
    # with all three pairs apart the last place is forced.
    ring = PROMPTS["apart"]
    now = draft(ring, "lm")
    assert now.step.dead == {0, 1}
    assert same(after(ring, "lmrm").move, {"move": "ring", "code": [0, 1, 2]})  # type: ignore[union-attr]


def test_what_would_leave_nothing_for_a_later_place_cannot_be_taken() -> None:
    last_unlike_all = structs.replace(code(2, 3, 2), apart=((0, 2), (1, 2)))
    assert Draft(last_unlike_all, (0,)).step.dead == {1}, "after two unlike symbols none is left for the third place"


def test_a_key_that_alone_is_left_is_not_asked_for_again() -> None:
    prompt = code(12, 3)  # The key ◀ has A to D, of which C and D are used.
    for secret, left in ((False, (0, 2)), (True, (0, 4))):
        now = Draft(structs.replace(prompt, secret=secret), (2, 3)).press("left")
        assert isinstance(now, Draft)
        assert now.span(now.step) == left, "of a secret every symbol takes the same presses"


def test_a_list_takes_no_dead_entry() -> None:
    prompt = code(4, 2, label="wide")
    assert Draft(prompt).step.mode == "list"
    taken = draft(prompt, "m")
    assert taken.chosen == (0,)
    assert taken.press("middle") == taken
    assert draft(prompt, "mrm").chosen == (0, 1)


def test_a_list_goes_round() -> None:
    prompt = code(4, 1, label="wide")
    assert [draft(prompt, keys).low for keys in ("", "r", "rr", "rrrr", "l", "ll", "llll")] == [0, 1, 2, 0, 3, 2, 0]
    assert draft(prompt, "lm").chosen == (3,)


def test_labels_decide_between_keypad_and_list() -> None:
    for entries, mode in (
        (symbols(10), "keypad"),
        (symbols(10, "ABC"), "keypad"),
        (symbols(10, "ABCD"), "list"),
        (symbols(3, "ABCDEFG"), "keypad"),
        (tuple(Symbol(n, "ABCDEFGH", "ABCDEFGH") for n in range(3)), "list"),
        (symbols(4, "ABCDEFG"), "list"),
    ):
        assert Draft(Fill("", "", "set", "code", entries, 1, 1)).step.mode == mode
        assert Draft(Dial("", "", "set", (Wheel("x", "x", entries),))).step.mode == mode


def test_a_code_waits_for_ok_and_can_be_undone() -> None:
    full = draft(ONCE, "lm")
    now = full.step
    assert (now.mode, now.move) == ("confirm", {"move": "set", "code": ["a", "b"]})
    assert full.press("middle") == Spelled({"move": "set", "code": ["a", "b"]})
    assert full.press("right") == full
    assert full.press("left") == full.without_last_step() == draft(ONCE, "l")


def test_a_dial_of_two_waits_for_ok_and_one_wheel_does_not() -> None:
    assert draft(DIAL, "lr").step.mode == "confirm"
    assert after(DIAL, "lrm") == Spelled({"move": "pull", "seat": 1, "red": 0, "who": "c"})
    one = Dial("", "", "turn", (Wheel("to", "to", symbols(2)),))
    assert after(one, "l") == Spelled({"move": "turn", "to": 0})


def test_what_is_barred_on_a_dial_keeps_its_key_and_cannot_be_taken() -> None:
    assert Draft(BARRED).step.dead == {2}, "with it nothing is left for the other wheel"
    assert draft(BARRED, "r") == Draft(BARRED)
    assert draft(BARRED, "m").step.dead == {2}
    assert draft(BARRED, "mr") == draft(BARRED, "m")
    assert draft(BARRED, "l").step.dead == frozenset()
    assert after(BARRED, "mmm") == Spelled({"move": "set", "x": 1, "y": 1})


@pytest.mark.parametrize("confirm", [False, True])
def test_a_choice_is_made_at_once_unless_it_is_to_be_confirmed(confirm: bool) -> None:
    prompt = Choose("Which?", "", CHOOSE.options, confirm=confirm)
    if confirm:
        asked = draft(prompt, "l").step
        assert (asked.mode, asked.title, asked.move) == ("confirm", "Stop", {"move": "stop"})
        assert draft(prompt, "lb") == Draft(prompt)
    assert after(prompt, "lm" if confirm else "l") == Spelled({"move": "stop"})


def test_a_way_on_with_one_option_is_taken_at_once() -> None:
    only = Choose("Stop", "", (Option({"move": "stop"}, "stop", "Stop"),))
    prompt = Menu("What?", "", (Branch("stop", "Stop", only), Branch("code", "A code", ONCE)))
    assert after(prompt, "l") == Spelled({"move": "stop"})
    assert draft(prompt, "r").step.title == "Code"
    sure = Choose("Stop", "", only.options, confirm=True)
    asked = draft(Menu("What?", "", (Branch("stop", "Stop", sure), Branch("code", "A code", ONCE))), "l")
    assert asked.step.mode == "confirm", "one that wants a confirmation still gets it"


@pytest.mark.parametrize("name", BY_KEYS)
def test_back_leads_out_from_every_depth(name: str) -> None:
    """From whatever keys made, some presses of back lead to an untouched draft, each of them one thing less."""
    for keys in product("lmr", repeat=5):
        now: Draft | Spelled = Draft(BY_KEYS[name])
        for key in keys:
            assert isinstance(now, Draft)
            following = now.press(GESTURES[key])
            if isinstance(following, Spelled):
                break
            now = following
        assert isinstance(now, Draft)
        depth = 0
        while not now.is_untouched:
            before, now = now, now.without_last_step()
            assert (len(now.chosen), now.high, len(now.keys)) < (len(before.chosen), before.high, len(before.keys))
            depth += 1
            assert depth < 20
        assert now.without_last_step() == Draft(BY_KEYS[name])


def test_back_takes_one_narrowing_then_one_step() -> None:
    prompt = code(8, 3)
    assert draft(prompt, "llmb") == draft(prompt, "ll")
    assert draft(prompt, "llb") == Draft(prompt)
    assert draft(prompt, "lb") == Draft(prompt)


def test_lifting_the_screen_enters_nothing() -> None:
    for keys, lift in product(("", "l", "ll", "llmmrl"), "ud"):
        assert draft(code(8, 3), keys + lift) == draft(code(8, 3), keys)


@pytest.mark.parametrize("name", BY_KEYS)
def test_spelling_is_the_inverse_of_the_editor(name: str) -> None:
    prompt = BY_KEYS[name]
    spelled = {}
    for move in every(prompt):
        gestures = spell(prompt, move)
        now: Draft | Spelled = Draft(prompt)
        for gesture in gestures:
            assert isinstance(now, Draft)
            now = now.press(gesture)
        assert isinstance(now, Spelled)
        assert same(now.move, move)
        spelled[gestures] = move
    assert len(spelled) == COUNTS[name], "no two moves are spelled alike"


def test_what_is_not_legal_cannot_be_spelled() -> None:
    for move in ({"move": "set", "code": ["a", "a"]}, {"move": "set", "code": ["a", "z"]}, {"move": "other"}):
        with pytest.raises(ValueError, match="cannot be spelled"):
            spell(MENU, move)


def test_every_symbol_of_a_secret_takes_the_same_number_of_presses() -> None:
    """The fewest that three keys allow; else the number of clicks would tell symbols apart."""
    for count, presses in ((1, 1), (3, 1), (4, 2), (8, 2), (9, 2), (10, 3), (27, 3)):
        prompt = Fill("Code", "", "set", "code", symbols(count), 1, 1, secret=True)
        assert secret_presses(count) == presses
        assert {len(spell(prompt, move)) for move in every(prompt)} == {presses + 1}
        public = Fill("Code", "", "set", "code", symbols(count), 1, 1)
        assert all(len(spell(public, move)) <= presses + 1 for move in every(public))


def test_a_symbol_that_a_secret_asks_for_again_stays_on_its_key() -> None:
    for count in range(4, 28):
        prompt = Fill("Code", "", "set", "code", symbols(count), 1, 1, secret=True)
        for move in every(prompt):
            *presses, before, last, _ = spell(prompt, move)
            now: Draft | Spelled = Draft(prompt)
            for gesture in (*presses, before):
                assert isinstance(now, Draft)
                now = now.press(gesture)
            assert isinstance(now, Draft)
            low, high = now.span(now.step)
            assert high - low > 1 or last == before


def test_a_list_begins_at_what_holds_already() -> None:
    names = ("first", "second", "third", "fourth")
    options = tuple(Option({"move": name}, name, name + (NOW if name == "third" else "")) for name in names)
    prompt = Menu("What?", "", tuple(Branch(name, name, Choose(name, "", options)) for name in ("One", "Two")))
    opened = draft(prompt, "l")
    assert opened.step.mode == "list"
    assert opened.entry.focus == options[2]
    assert draft(prompt, "lr").entry.focus == options[3]


def test_a_rendering_learns_what_has_been_entered() -> None:
    assert Draft(ONCE).entry.values == ()
    assert draft(ONCE, "l").entry.values == ("a",)
    full = draft(ONCE, "lm").entry
    assert (full.values, full.complete, full.prompt) == (("a", "b"), True, ONCE)
    opened = draft(code(8, 2), "r").entry
    assert [choice.label for choice in opened.group] == ["G", "H"]
    assert draft(DIAL, "r").entry.values == (2,)


def test_a_rendering_learns_what_is_in_sight_of_a_list_and_which_branches_were_taken() -> None:
    seen = draft(MENU, "r").entry
    assert seen.prompt == MENU
    assert seen.focus == MENU.branches[1]
    below = draft(MENU, "rrm").entry
    assert (below.path, below.prompt) == (("The arms",), DIAL)
