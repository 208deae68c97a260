"""The block in config.txt is added and removed, and no other byte changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import ConfigError
from companion.pi.boot_settings import (
    BLOCK_BEGIN,
    BLOCK_END,
    block_settings,
    settings_outside,
    with_block,
    without_block,
)

NEEDS = ("dtparam=i2c_arm=on,i2c_arm_baudrate=100000", "dtoverlay=")
OTHER = ("dtparam=spi=on",)
LINES = st.sampled_from(
    ["dtparam=audio=on", "[pi4]", "[all]", "# a comment", "", " ", "enable_uart=1\r", "\x85", "\xff"]
)
FILES = st.tuples(st.lists(LINES | st.text("ab=[]# \r\x0b\x85é", max_size=8)), st.booleans()).map(
    lambda made: "\n".join(made[0]) + "\n" * made[1]
)


@given(FILES)
def test_taking_the_block_out_gives_the_file_that_there_was(text: str) -> None:
    assert without_block(with_block(text, NEEDS)) == text
    assert with_block(text, NEEDS).endswith(text)


@given(FILES)
def test_it_is_written_once_and_replaced_by_another(text: str) -> None:
    once = with_block(text, NEEDS)
    assert with_block(once, NEEDS) == once
    assert block_settings(once) == NEEDS
    assert with_block(once, OTHER) == with_block(text, OTHER)
    assert with_block(once, ()) == text


@given(FILES, FILES)
def test_a_block_that_was_moved_comes_back_to_the_top(before: str, after: str) -> None:
    before += "" if before.endswith("\n") or not before else "\n"
    moved = before + with_block(after, NEEDS)
    assert without_block(moved) == before + after
    assert with_block(moved, OTHER).endswith(before + after)


@pytest.mark.parametrize(
    "text", [f"{BLOCK_BEGIN}\n[all]\n", f"{BLOCK_END}\n", f"{BLOCK_BEGIN}\n{BLOCK_BEGIN}\n{BLOCK_END}\n"]
)
def test_a_broken_block_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"config\.txt:[12]: the block .*; take the lines .* out by hand"):
        with_block(text, NEEDS)


def test_what_is_outside_is_told_with_its_place_and_filter() -> None:
    text = with_block("# x\ndtparam=audio=on\n[pi4]\n[gpio4=1]\narm_boost=1\n[none]\na=1\n[ALL]\nb=2", NEEDS)
    found = [(line.number, line.text, line.section) for line in settings_outside(text)]
    assert found == [(7, "dtparam=audio=on", ""), (10, "arm_boost=1", "[pi4] [gpio4=1]"), (14, "b=2", "")]
