"""What is kept is whole, and is used only for what it was made from."""

from pathlib import Path

import pytest

from tests.vm.cache import Cache, key, place


class _Maker:
    def __init__(self) -> None:
        self.times = 0

    def __call__(self, folder: Path) -> None:
        self.times += 1
        (folder / "made").write_text(str(self.times))


def _fails(folder: Path) -> None:
    (folder / "half").write_text("")
    raise OSError("the disk is full")


def test_it_is_made_once(tmp_path: Path) -> None:
    make, cache = _Maker(), Cache(tmp_path / "cache")
    first = cache.get("disk", key("a"), make)
    assert (cache.get("disk", key("a"), make), make.times) == (first, 1)
    assert (first / "made").read_text() == "1"


def test_of_something_else_it_is_made_anew_and_the_old_one_goes(tmp_path: Path) -> None:
    make, cache = _Maker(), Cache(tmp_path)
    old, other = cache.get("disk", key("a"), make), cache.get("base", key("a"), make)
    new = cache.get("disk", key("b"), make)
    assert (new / "made").read_text() == "3"
    assert (old.exists(), other.exists()) == (False, True)


def test_what_could_not_be_made_is_not_there(tmp_path: Path) -> None:
    make, cache = _Maker(), Cache(tmp_path)
    with pytest.raises(OSError, match="full"):
        cache.get("disk", key("a"), _fails)
    assert list(tmp_path.iterdir()) == []
    assert sorted(path.name for path in cache.get("disk", key("a"), make).iterdir()) == ["made"]


def test_what_could_not_be_made_leaves_the_old_one(tmp_path: Path) -> None:
    make, cache = _Maker(), Cache(tmp_path)
    old = cache.get("disk", key("a"), make)
    with pytest.raises(OSError, match="full"):
        cache.get("disk", key("b"), _fails)
    assert (cache.get("disk", key("a"), make), make.times) == (old, 1)


@pytest.mark.parametrize(
    ("one", "other"), [(("ab", "c"), ("a", "bc")), (("a",), ("a", "")), ((["a", "b"],), (["a"], "b"))]
)
def test_mixtures_have_names_of_their_own(one: tuple[str], other: tuple[str]) -> None:
    assert key(*one) != key(*other)


def test_it_is_where_the_environment_says() -> None:
    assert place({"COMPANION_CACHE": "/somewhere"}) == Path("/somewhere/vm")
    assert place({}).parts[-3:] == (".cache", "companion-build", "vm")
