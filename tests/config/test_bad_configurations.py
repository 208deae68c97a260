"""What a person is told of a wrong configuration: of every fault its line, its key, its kind and the values that it names."""

import os
import re
from pathlib import Path

import pytest
from msgspec import Struct

from companion.config.configuration import load, simulated
from companion.config.cross_checks import HostSoftware
from companion.config.document import MAX_FILE_BYTES
from companion.config.validation import MOST_SEATS
from companion.core.errors import ConfigError

ENVIRON = {"HOME": "/home/ada"}


class Bad(Struct, frozen=True):
    """One case of bad_configurations.txt. `files`: table.toml and what stands beside it."""

    name: str
    files: dict[str, str]
    host: HostSoftware | None
    says: tuple[str, ...]


def cases() -> list[Bad]:
    text = (Path(__file__).parent / "bad_configurations.txt").read_text()
    return [case(part) for part in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]]


def case(text: str) -> Bad:
    head, *parts = re.split(r"^--- ", text, flags=re.MULTILINE)
    name, _, table = head.partition("\n")
    files = {"table.toml": table}
    host = None
    says: list[str] = []
    for part in parts:
        title, _, body = part.partition("\n")
        match title.split():
            case ["file", file]:
                files[file] = body
            case ["host", release, library]:
                host = HostSoftware(release, {"none": None, "original": "original", "rpi-lgpio": "rpi-lgpio"}[library])
            case ["says"]:
                says = [line for line in body.split("\n") if line]
            case _:
                raise ValueError(title)
    return Bad(name, files, host, tuple(says))


BAD = cases()
KINDS = (
    "no such key",
    "no board",
    "no file",
    "is missing",
    "must be",
    "not TOML",
    "there are",
    "already",
    "reserved",
    "needs",
)


def essence(finding: str) -> tuple[str, str, str, set[str]]:
    """The file and line, the key, the kind of fault, and the names and numbers that it gives; not its wording."""
    place, _, rest = finding.partition(": ")
    key, _, reason = rest.partition(": ")
    kind = next((kind for kind in KINDS if kind in finding), "")
    return place, key if reason else "", kind, set(re.findall(r'"[^"]*"|\d+|[a-z]+_[a-z_]+|/[\w/.]+', reason))


@pytest.mark.parametrize("bad", BAD, ids=[bad.name for bad in BAD])
def test_says(bad: Bad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in bad.files.items():
        Path(name).write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(Path("table.toml"), ENVIRON, bad.host)
    assert [essence(one) for one in caught.value.findings] == [essence(one) for one in bad.says], caught.value.findings


def test_every_sentence_is_a_sentence_with_a_remedy() -> None:
    assert len(BAD) > 80
    for bad in BAD:
        for sentence in bad.says:
            assert re.fullmatch(r"(table|my|two-seats)\.toml:\d+: .+; .+[.?]|.*this is not TOML.+\.", sentence), (
                sentence
            )


def test_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError) as caught:
        load(Path("table.toml"), ENVIRON)
    assert caught.value.findings == ("table.toml: there is no such file; write one, or name another with --config.",)


def test_no_file_that_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.toml").mkdir()
    with pytest.raises(ConfigError) as caught:
        load(Path("table.toml"), ENVIRON)
    reason = "it cannot be read (Is a directory); make it a file that this user may read."
    assert caught.value.findings == (f"table.toml: {reason}",)


def test_toml_that_breaks_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text("board = 'two-seats'\n[web")
    with pytest.raises(ConfigError) as caught:
        load(Path("table.toml"), ENVIRON)
    reason = "this is not TOML at the end (expected ']' at the end of a table declaration); complete the line."
    assert caught.value.findings == (f"table.toml:2: {reason}",)


def test_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_bytes(b"board = 'two-seats'\n# M\xfcller\n")
    with pytest.raises(ConfigError) as caught:
        load(Path("table.toml"), ENVIRON)
    assert caught.value.findings == ("table.toml:2: byte 23 of the file is not UTF-8; save it as UTF-8 text.",)


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 9000 + "]" * 9000, "a = " + "9" * 5000, "a = {" * 3000, "a = 2026-99-99", "\0", "=", "[[a]]\n[a]"],
)
def test_no_text_raises_another_error(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(ConfigError):
        load(file, ENVIRON)


@pytest.mark.parametrize("name", ["a\\u0000.toml", "a" * 300 + ".toml", "/dev/null/a.toml", "./", "."])
def test_no_board_raises_another_error(name: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'board = "{name}"\n')
    with pytest.raises(ConfigError):
        load(file, ENVIRON)


def test_a_journal_that_can_be_nowhere() -> None:
    with pytest.raises(ConfigError) as caught:
        simulated(2, {})
    reason = (
        "is missing, and neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME says where it could be; write it in full."
    )
    assert caught.value.findings == (f"companion play: journal.path: {reason}",)


def test_more_simulated_seats_than_there_are() -> None:
    with pytest.raises(ConfigError) as caught:
        simulated(7, ENVIRON)
    assert caught.value.findings == (
        "companion play: seats[6]: the board has only 6 seats; "
        'take this one out, write kind = "phone", or choose a larger board.',
    )


def test_a_file_without_an_end_is_not_read_to_it(tmp_path: Path) -> None:
    """Nor a pipe that nobody writes to, nor a folder."""
    table = tmp_path / "table.toml"
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "long.toml").write_bytes(b"#" * (MAX_FILE_BYTES + 1))
    for board, says in {
        "/dev/zero": "/dev/zero: it is a device or a socket; write the path of a file.",
        "/dev/null": "/dev/null: it is a device or a socket; write the path of a file.",
        "pipe.toml": "pipe.toml:1: seats: is missing; write [[seats]] once for each seat of the board.",
        "folder.toml": "folder.toml: it cannot be read (Is a directory); make it a file that this user may read.",
        "long.toml": f"long.toml: it is longer than {MAX_FILE_BYTES} bytes, and no such file is; write the path of another.",
    }.items():
        table.write_text(f'board = "{board}"\n')
        with pytest.raises(ConfigError) as caught:
            load(table, ENVIRON)
        assert caught.value.findings == (says,)
    with pytest.raises(ConfigError) as caught:
        load(Path("/dev/zero"), ENVIRON)
    assert caught.value.findings == ("/dev/zero: it is a device or a socket; write the path of a file.",)


def test_a_file_of_the_greatest_length_is_read(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    text = b'board = "bench"\n[[seats]]\n#'
    table.write_bytes(text + b"#" * (MAX_FILE_BYTES - len(text)))
    assert len(load(table, ENVIRON).names) == 1


def test_more_seats_than_any_table_has_are_one_sentence_and_not_judged_each(tmp_path: Path) -> None:
    table, board = tmp_path / "table.toml", tmp_path / "board.toml"
    many = "[[seats]]\nname = 7\n" * 10_000
    says = f"seats[{MOST_SEATS}]: there are 10000, and a table has at most {MOST_SEATS}; take out the others."
    table.write_text(f'board = "bench"\n{many}')
    with pytest.raises(ConfigError) as caught:
        load(table, ENVIRON)
    assert caught.value.findings == (f"{table}:{2 + 2 * MOST_SEATS}: {says}",)
    board.write_text(many)
    table.write_text('board = "board.toml"\n[[seats]]\n')
    with pytest.raises(ConfigError) as caught:
        load(table, ENVIRON)
    assert caught.value.findings == (f"board.toml:{1 + 2 * MOST_SEATS}: {says}",)
