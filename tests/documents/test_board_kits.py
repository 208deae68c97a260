"""What the boards of the pages are drawn with is what the records of the games say."""

from tools.board_kits import FILE, text


def test_the_file_of_the_boards_is_that_of_the_code() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "make schemas writes it anew"
