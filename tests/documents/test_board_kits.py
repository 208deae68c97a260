"""What the boards of the pages are drawn with is what the records of the games say."""

from tools import web_types
from tools.board_kits import FILE, text


def test_the_file_of_the_boards_is_that_of_the_code() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "make schemas writes it anew"


def test_the_types_of_the_pages_are_those_of_the_records() -> None:
    assert web_types.FILE.read_text(encoding="utf-8") == web_types.text(), "make schemas writes it anew"
