"""Import refuses each line that does not replay, with the reason, and takes the valid lines."""

import json
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.core.errors import RequestError, RuleError
from companion.history.json_lines import MAX_GAME_LINE_BYTES, decode_game_line, encode_game_line
from companion.history.replay import replay_game
from companion.journal.rows import SavedGame
from tests.history.games import AT, case_of, opened, steps

CASE = case_of("mastermind")
MADE = steps(CASE, 3)
GOOD = encode_game_line(replay_game(SavedGame(opened(CASE), AT, b"", MADE, abandoned=False)))
assert GOOD is not None


def changed(**keys: Any) -> bytes:
    return json.dumps({**json.loads(GOOD or b""), **keys}).encode()


def without_end() -> list[Any]:
    moves: list[Any] = json.loads(GOOD or b"")["moves"]
    return moves[:-1]


LINES = [
    (b"\n", "It is not JSON"),
    (b"{", "It is not JSON"),
    (b"\xff\xfe", "It is not JSON"),
    (b"[]", "It is not a game as `companion export` writes it"),
    (b'{"options": {"a": ' + b"[" * 100_000, "It is nested too deeply"),
    (b" " * (MAX_GAME_LINE_BYTES + 1), f"It is over {MAX_GAME_LINE_BYTES} bytes"),
    (changed(colour="red"), "it has the unknown key 'colour'"),
    (changed(format=2), "It is of format 2, and this version reads format 1"),
    (changed(game="mastermine"), "There is no game 'mastermine'; did you mean 'mastermind'"),
    (changed(rules=99), "It was played by rules 99 of Mastermind, and this version plays it by rules"),
    (changed(options={"color": 3}), "Mastermind has no option 'color'"),
    (changed(seats=3), "It names 2 players for 3 seats"),
    (changed(seats=3, players=["A", "B", "C"]), "Mastermind is for 1 to 2 seats, not 3"),
    (changed(players=["Ann", ""]), "A player's name has 1 to 12 letters"),
    (changed(players=["Ann", "B\u202eob"]), "letters that can be printed"),
    (
        changed(players=["Ann", "Zoë-李"]),
        "The screens cannot draw 李 of the player's name 'Zoë-李': write the name",
    ),
    (changed(at="yesterday"), '"at" is a date and time like'),
    (changed(at="2026-13-01T18:00:00Z"), '"at" is a date and time like'),
    (changed(moves=[{"actor": 7, "move": {"move": "guess"}}]), "Move 1 does not replay: There is no seat 7"),
    (changed(moves=[{"actor": -1, "move": {"move": "guess"}}]), "Move 1 does not replay: There is no seat -1"),
    (changed(moves=[{"actor": 0, "move": {"move": "guess"}}]), "What is asked now is set_code"),
    (changed(moves=without_end()), "Its moves do not end the game"),
    (changed(result={"scores": [1, 1], "winners": []}), "Its result does not agree: it says scores \\[1, 1\\]"),
]


@pytest.mark.parametrize(("line", "reason"), LINES, ids=range(len(LINES)))
def test_a_line_is_refused_with_its_reason(line: bytes, reason: str) -> None:
    with pytest.raises((RequestError, RuleError), match=reason):
        decode_game_line(line)


def test_an_illegal_move_is_refused_with_the_sentence_of_the_rule() -> None:
    moves = json.loads(GOOD or b"")["moves"]
    moves[0]["move"]["pegs"] = ["red"] * 4
    with pytest.raises(RuleError, match=r"^Move 1 does not replay: .*colour"):
        decode_game_line(changed(moves=moves))


def test_the_good_lines_of_a_bad_file_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, journal = tmp_path / "games.jsonl", tmp_path / "t.sqlite3"
    assert GOOD is not None
    other = changed(at="2026-03-02T18:00:00+00:00")
    marked = BOM_UTF8 + GOOD.replace(b"18:00", b"17:00")
    file.write_bytes(marked + b"{\n" + GOOD + b"x" * (3 * MAX_GAME_LINE_BYTES) + b"\n" + other)
    assert main(["import", str(file), "--journal", str(journal)]) == 1
    said = capsys.readouterr()
    assert said.out == "Imported: 3; there already: 0; refused: 2.\n"
    assert f"{file}, line 2 is refused: It is not JSON" in said.err
    assert f"{file}, line 4 is refused: It is over {MAX_GAME_LINE_BYTES} bytes." in said.err


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(tmp_path / "none"), "--journal", str(tmp_path / "t.sqlite3")]) == 1
    assert capsys.readouterr().err == f"The file {tmp_path / 'none'} cannot be read: No such file or directory.\n"
    assert not (tmp_path / "t.sqlite3").exists()
