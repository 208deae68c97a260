"""The command `companion arena`: its table, its file of games, and how it is stopped."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.arena import Contest, entrants, line_ups, outcomes
from companion.games.catalog import find_game

SHORT = ["--option", "levels=[3]", "--seed", "4"]


@pytest.mark.process
def test_the_same_command_gives_the_same_games_whatever_the_number_of_processes() -> None:
    game = find_game("passcode")
    playing = line_ups(game, entrants(game, ("best", "random", "greedy")), 2)
    contest = Contest("passcode", {"levels": [3]}, playing, 4, 7, 10, "2026-01-31T20:15:00+00:00")
    alone = list(outcomes(contest, 1))
    assert [outcome.number for outcome in alone] == list(range(12))
    assert alone == list(outcomes(contest, 1)) == list(outcomes(contest, 2))
    other = Contest("passcode", {"levels": [3]}, playing, 4, 8, 10, contest.at)
    assert alone != list(outcomes(other, 1))


# Two random players of Digit Code would play for hours.
@pytest.mark.parametrize("game", ["mastermind", "davinci", "passcode"])
def test_the_games_of_a_file_are_taken_in_again(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, journal = tmp_path / "games.jsonl", str(tmp_path / "journal.sqlite3")
    short = ["--option", "levels=[3]"] if game == "passcode" else []
    bots = ["random", "random"]
    assert cli.main(["arena", game, "--games", "3", "--jobs", "1", "--bots", *bots, *short, "--log", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"{game}, 2 seats, 3 games, seed 0\n")
    assert cli.main(["import", str(file), "--journal", journal]) == 0
    assert capsys.readouterr().out == "Imported: 3; there already: 0; refused: 0.\n"
    assert cli.main(["export", "--journal", journal]) == 0
    assert sorted(capsys.readouterr().out.splitlines()) == sorted(file.read_text().splitlines())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["chess", "--bots", "random"], "There is no game 'chess'"),
        (["passcode", "--bots", "random", "--games", "0"], "--games is a whole number from 1, not 0."),
        (["passcode", "--bots", "random", "--jobs", "0"], "--jobs is a whole number from 1, not 0."),
        (["passcode", "--bots", "random", "--time-limit", "0"], "--time-limit is a number of seconds above 0"),
        (["passcode", "--bots", "random", "--time-limit", "nan"], "--time-limit is a number of seconds above 0"),
        (["passcode", "--bots", "random", "--option", "levels"], "An option is NAME=VALUE"),
        (["passcode", "--bots", "random", "--option", "levels=[9]"], "Option levels must be some of 3, 4, 5 and 6"),
        (["passcode", "--bots", "random", "--option", "lives=3"], "lives"),
        (
            ["passcode", "--bots", "random", "--log", "/nowhere/x.jsonl"],
            "cannot be written: there is no folder /nowhere",
        ),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    given: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["arena", *given]) == 1
    said = capsys.readouterr()
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.process
def test_faults_of_a_program_are_told_after_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ends.py"
    file.write_text("raise SystemExit(5)")
    program = f"cmd:{shlex.join([sys.executable, str(file)])}"
    log = tmp_path / "games.jsonl"
    bots = ["--games", "5", "--jobs", "1", "--bots", program, "greedy", "--log", str(log)]
    assert cli.main(["arena", "passcode", *bots, *SHORT]) == 0
    said = capsys.readouterr()
    assert "    0     0.0%" in said.out
    assert "  100.0%" in said.out
    assert said.err.count("ended with exit status 5") == 3
    assert said.err.endswith("There were 2 more faults like these.\n")
    assert log.read_text() == "", "a game that was broken off is no finished game"


@pytest.mark.process
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_ctrl_c_counts_and_keeps_what_was_played(tmp_path: Path, jobs: int) -> None:
    """A program at a seat sends Ctrl-C to the command, in the middle of a game after the third."""
    log = tmp_path / "games.jsonl"
    program = tmp_path / "interrupts.py"
    program.write_text(
        f"""
import json, os, signal, sys
from pathlib import Path
for line in sys.stdin:
    asked = json.loads(line)
    begun = Path({str(tmp_path / "begun")!r})
    if asked["view"]["phase"] == "draw" and not (begun / str(os.getpid())).exists():
        begun.mkdir(exist_ok=True)
        (begun / str(os.getpid())).touch()
        if len(list(begun.iterdir())) == {3 + 8 * jobs}:
            os.kill(int(os.environ["ARENA"]), signal.SIGINT)
    prompt = asked["prompt"]
    while prompt["kind"] == "menu":
        prompt = prompt["branches"][0]["prompt"]
    if prompt["kind"] == "choose":
        move = prompt["options"][0]["move"]
    else:
        move = {{"move": prompt["move"], **dict(prompt["fixed"]), "number": 1}}
    print(json.dumps({{"move": move}}), flush=True)
"""
    )
    # A run of the tests in the background of a shell has SIGINT ignored, which a started program would inherit.
    listens = "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = f"{listens}; os.environ['ARENA'] = str(os.getpid()); from companion.cli import main; sys.exit(main(sys.argv[1:]))"
    bots = [f"cmd:{shlex.join([sys.executable, str(program)])}", "hasty"]
    given = ["arena", "passcode", "--games", "100000", "--jobs", str(jobs), "--bots", *bots, "--log", str(log), *SHORT]
    command = [sys.executable, "-c", start, *given]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ}, check=False)
    assert ended.returncode == 1, ended.stderr
    last = ended.stderr.splitlines()[-1]
    played = len(log.read_text().splitlines())
    assert last == f"Stopped after {played} of 100000 games; these were counted."
    assert played > 0
    assert f"passcode, 2 seats, {played} game" in ended.stdout
    assert "Traceback" not in ended.stderr
