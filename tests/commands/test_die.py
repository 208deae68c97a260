"""The command `companion die`: every source by its name, and the marking sheet."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import cli
from companion.devices.dice.marking import marking_sheet
from companion.journal.journal import Journal
from companion.journal.rows import RollToLog
from companion.table.effects import Moved, Opened

SOURCES = ("machine", "page", "button", "coded", "nest", "pod", "hand")


def test_each_source_of_rolls_is_counted_by_itself_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite3"
    journal = Journal.open(path, str)
    journal.append(Opened("passcode", 1, {}, ("Ann", "Bob")))
    rolled = [source for times, source in enumerate(SOURCES, 1) for _ in range(times)]
    for number, source in enumerate(rolled, 1):
        journal.append(Moved(number, "chance", {"move": "roll", "top": 3, "front": 2}), RollToLog(source, 3, 2))
    journal.close()
    assert cli.main(["die", "--journal", str(path)]) == 0
    counted = re.findall(r"^(.+): (\d+) rolls?$", capsys.readouterr().out, re.MULTILINE)
    counts = {int(number): name for name, number in counted}
    assert sorted(counts) == list(range(1, len(SOURCES) + 1))
    assert counts == {
        1: "Random numbers",
        2: "The die in the page",
        3: "The roll key",
        4: "The die that a module reads",
        5: "The die in the nest",
        6: "The die on a pod",
        7: "A die of your own",
    }


def test_the_sheet_is_written_or_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "marking.svg"
    assert cli.main(["die", "sheet", "--size", "25", "--out", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == marking_sheet(25)
    assert capsys.readouterr().out == f"{path}: the marking of a die of 25 mm; print it at 100 %.\n"
    assert cli.main(["die", "sheet"]) == 0
    assert ElementTree.fromstring(capsys.readouterr().out).get("width") == "297mm"


@pytest.mark.parametrize("size", ["11", "46", "nan", "-1", "1e9"])
def test_a_size_that_cannot_be_is_one_sentence(size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "marking.svg"
    assert cli.main(["die", "sheet", f"--size={size}", "--out", str(path)]) == 1
    assert not path.exists()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.endswith("choose a size from 12 to 45.\n")


def test_a_sheet_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["die", "sheet", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path} cannot be written: it is a folder; name a file.\n"
