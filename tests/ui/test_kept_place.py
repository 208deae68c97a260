"""A menu that is asked again with other values leaves its player where that player was."""

from msgspec import structs

from companion.core.prompt import Branch, Choose, Menu, Option, Write
from companion.ui.editor import Draft, in_list_above, rebased


def menu(first: str, *, more: bool = False) -> Menu:
    """A menu with a list behind its first branch; `first`: the value of the list's first line."""
    values = Choose("Which?", "", tuple(Option({"move": "set", "value": value}, value, value) for value in "ab"))
    lines = [Branch("change", f"First\t{first}", values), Branch("change", "Second\tno", values)]
    if more:
        lines.insert(0, Branch("change", "New\tno", values))
    lines += [Branch("change", f"Line {number}\t-", values) for number in range(3)]
    stop = Choose("Stop", "", (Option({"move": "stop"}, "Stop", "Stop"),))
    return Menu(
        "What?", "", (Branch("Change", "Change", Menu("Change", "", tuple(lines))), Branch("Stop", "Stop", stop))
    )


def test_a_list_stays_at_its_line_though_values_change_and_lines_come() -> None:
    draft = Draft(menu("a"), (0,), 1)
    assert rebased(draft, menu("b")) == Draft(menu("b"), (0,), 1)
    assert rebased(draft, menu("b", more=True)) == Draft(menu("b", more=True), (0,), 2)
    assert rebased(Draft(menu("a", more=True), (0,), 0), menu("a")) == Draft(menu("a"), (0,), 0), "a line that is gone"


def test_what_is_open_below_a_line_stays_open() -> None:
    assert rebased(Draft(menu("a"), (0, 1)), menu("b")) == Draft(menu("b"), (0, 1))


def test_what_is_entered_stays_while_the_same_is_asked() -> None:
    def naming(value: str, longest: int) -> Menu:
        name = Write("Name?", "", "name", "name", "ABC", longest)
        return Menu("What?", "", (*menu(value).branches, Branch("Name", "Name", name)))

    begun = Draft(naming("a", 5), (2,)).press("middle")
    assert isinstance(begun, Draft)
    assert len(begun.chosen) == 2, "a letter"
    assert rebased(begun, naming("b", 5)) == structs.replace(begun, prompt=naming("b", 5))
    assert rebased(begun, naming("b", 4)) == Draft(naming("b", 4))


def test_another_question_is_begun_anew() -> None:
    sit = Choose("Sit?", "", (Option({"move": "join"}, "Sit", "Sit"),))
    assert rebased(Draft(menu("a"), (0,), 1), sit) == Draft(sit)
    assert rebased(Draft(sit), menu("a")) == Draft(menu("a"))


def test_after_a_choice_the_list_is_where_it_was_chosen() -> None:
    draft = Draft(menu("a"), (0,), 1)
    opened = draft.press("middle")
    assert isinstance(opened, Draft)
    assert in_list_above(opened) == draft
    assert in_list_above(Draft(menu("a"))) == Draft(menu("a"))
