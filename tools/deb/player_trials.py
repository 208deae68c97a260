"""The trials of what a player asks the installed package for: the machine as a player, and the puzzle of the day."""

from pathlib import Path
from typing import Final

from tools.deb.checks import Packages, see, told
from tools.deb.debian_root import Root

_ASK_MACHINE: Final = Path(__file__).with_name("ask_machine.py")
_SERVICE_USER: Final = ("setpriv", "--reuid=companion", "--regid=companion", "--clear-groups", "--no-new-privs")


def the_machine_plays(root: Root, packages: Packages) -> str:
    """The process that the daemon starts for the machine's seats, as the service's user."""
    said = told(root, *_SERVICE_USER, "/opt/companion/bin/python3", "-P", "-c", _ASK_MACHINE.read_text()).strip()
    see(said == "machine\tevery move, lower priority, limited, oom 500, exit 0", f"the machine's process: {said}")
    return "the machine's process plays every level of every game, at a lower priority, with limited memory, the first to go"


def the_puzzle_of_the_day_opens(root: Root, packages: Packages) -> str:
    """In every game that has puzzles, by the command."""
    for game in ("mastermind", "davinci", "digitcode"):
        # Who asks for the answer has not solved it, and the exit status says so.
        answer = root.run("sh", "-c", f"echo answer | companion puzzle {game} --date 2026-01-31")
        said = answer.stdout
        see(answer.returncode == 1 and "The answer is" in said, f"the puzzle of {game} says:\n{said}")
    return "the puzzle of the day opens in three games, and tells its answer"
