"""Mutants: small changes that compile, where they are promised and nowhere else."""

from pathlib import Path

from tools.mutants import AREAS, changes, drawn

ROOT = Path(__file__).parents[2]
SOURCE = b'''
"""A text with 1 < 2."""

@dataclass(frozen=True)
class Row(Base[1], frozen=True):
    count: Literal[4] = 7

def found(rows: list[int], name: str = "\xc3\xa4") -> bool:
    if not rows and name:
        print(f"{1 < 2}")
    return swap(rows, name) if rows[0] >= 3 else max(1, 2)
'''


def test_every_change_of_the_syntax_tree_is_one_mutant_and_texts_types_and_decorators_have_none() -> None:
    mutants = {(mutant.kind, mutant.old, mutant.new) for mutant in changes("row.py", SOURCE)}
    assert mutants == {
        ("constant", "7", "(8)"),
        ("condition", "not rows and name", "(not (not rows and name))"),
        ("and/or", "not rows and name", "(not rows or name)"),
        ("not", "not rows", "(rows)"),
        ("arguments", "swap(rows, name)", "(swap(name, rows))"),
        ("constant", "0", "(1)"),
        ("comparison", "rows[0] >= 3", "(rows[0] < 3)"),
        ("comparison", "rows[0] >= 3", "(rows[0] > 3)"),
        ("condition", "rows[0] >= 3", "(not rows[0] >= 3)"),
        ("constant", "3", "(4)"),
        ("constant", "1", "(2)"),
        ("constant", "2", "(3)"),
    }


def test_mutants_of_a_seed_are_always_the_same_stand_where_they_say_and_compile() -> None:
    mutants = drawn(ROOT, 5, 40, "pod_wire")
    assert mutants == drawn(ROOT, 5, 40, "pod_wire")
    assert mutants != drawn(ROOT, 6, 40, "pod_wire")
    for mutant in mutants:
        source = (ROOT / mutant.path).read_bytes()
        assert source[mutant.start : mutant.end] == mutant.old.encode()
        compile(source[: mutant.start] + mutant.new.encode() + source[mutant.end :], mutant.path, "exec")


def test_every_area_is_there() -> None:
    folders = [folder for area in AREAS.values() for folder in area]
    assert [folder for folder in folders if not (ROOT / "companion" / folder).is_dir()] == []
