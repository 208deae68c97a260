"""`python -m tests.vm`: make the disk, boot it, and judge what the guests report.

Exit status 0 only when every check of the plan was reported as ok. Anything else, a package that cannot be had included, is 1.
"""

import argparse
import asyncio
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from tests.vm.cache import Cache, key, place
from tests.vm.debian import NEEDED, Debian
from tests.vm.kernel import kernel
from tests.vm.machine import boot, payload
from tests.vm.plan import PLANS, PRESSES, Guest
from tests.vm.report import complaints
from tests.vm.root import base, disk
from tests.vm.score import Score, record, write
from tests.vm.tools import RigError, run, say, timed

HERE = Path(__file__).parents[2]
ATTEMPTS = 4
SECONDS = 1200.0
"""Until a guest is ended."""


def main() -> int:
    """Run the rig; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm", description=__doc__)
    parser.add_argument("--deb", type=Path, metavar="FILE", help="the package (default: built now, as `make deb` does)")
    parser.add_argument("--guest", choices=list(PLANS), help="boot this one alone (default: all)")
    parser.add_argument(
        "--console", type=Path, metavar="FILE", help="where the kernels' consoles go, a file for each guest"
    )
    parsed = parser.parse_args()
    guests = tuple(PLANS) if parsed.guest is None else (parsed.guest,)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="companion-vm-") as folder:
        try:
            wrong = _run(Path(folder), parsed.deb, parsed.console or Path(folder) / "console.txt", guests)
        except RigError as error:
            wrong = [str(error)]
    for sentence in wrong:
        say(sentence)
    count = sum(len(PLANS[guest]) for guest in guests)
    verdict = f"not passed, for {len(wrong)} reasons" if wrong else f"all {count} checks passed"
    say(f"{verdict}, in {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


def _run(work: Path, package: Path | None, console: Path, guests: Sequence[Guest]) -> list[str]:
    debian, cache = Debian(), Cache(place(os.environ))
    timed("programs", lambda: debian.install(NEEDED))
    deb = package or timed("package", lambda: _package(work))
    core = timed("kernel", lambda: kernel(debian, cache))
    below = timed("Debian", lambda: base(debian, cache, deb))
    root = timed("disk", lambda: disk(cache, core, below, deb))
    score = timed("score", lambda: _score(cache))
    image = work / "payload.img"
    _load(work / "payload", score, image)

    def judged(guest: Guest) -> list[str]:
        return _judged(guest, core, root, image, console.with_name(f"{console.stem}-{guest}{console.suffix}"))

    with ThreadPoolExecutor() as pool:
        return timed("guests", lambda: list(chain.from_iterable(pool.map(judged, guests))))


def _judged(guest: Guest, core: Path, root: Path, image: Path, console: Path) -> list[str]:
    """Boot a guest, pass on what it reports, and say what is wrong with that."""
    lines: list[str] = []

    def said(line: str) -> None:
        sys.stdout.write(f"{guest}: {line}\n")
        sys.stdout.flush()
        lines.append(line)

    ended = boot(guest, core, root, image, console, seconds=SECONDS, said=said)
    wrong = [f"{guest}: {complaint}" for complaint in complaints(lines, PLANS[guest], ended=ended)]
    if wrong and console.exists():
        say("\n".join([f"{guest}: the console's end:", *console.read_text(errors="replace").splitlines()[-40:]]))
    return wrong


def _package(work: Path) -> Path:
    run([sys.executable, "-m", "tools.deb", "--dist", work / "dist"], cwd=HERE)
    return next((work / "dist").glob("codebreakers-companion_*_amd64.deb"))


def _score(cache: Cache) -> Path:
    """What is played: recorded anew when the companion or the player changed."""
    sources = sorted([*HERE.glob("companion/**/*.py"), *HERE.glob("hardware/boards/*"), *HERE.glob("tests/*.py")])
    made_from = key(*(file.read_bytes() for file in sources), (HERE / "tests/vm/score.py").read_bytes(), str(PRESSES))

    def make(folder: Path) -> None:
        (folder / "score.json").write_bytes(write(_recorded()))

    return cache.get("score", made_from, make) / "score.json"


def _recorded() -> Score:
    """The simulated table's keys wait for real milliseconds, which a machine that is busy with other things can stretch until
    a press is another one; then the recording is made again. Whether presses are lost is the guest's to show."""
    why = ""
    for _ in range(ATTEMPTS):
        try:
            with tempfile.TemporaryDirectory() as journals:
                return asyncio.run(record(Path(journals), PRESSES))
        except AssertionError as error:
            why = str(error)
            say("the recording at the simulated table did not go as it should")
    raise RigError(f"The simulated table could not be recorded {ATTEMPTS} times; try 'make test'. At last: {why}")


def _load(folder: Path, score: Path, image: Path) -> None:
    """The payload: the guest's programs and the score."""
    shutil.copytree(HERE / "tests" / "vm", folder / "tests" / "vm", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (HERE / "tests").glob("*.py"):
        shutil.copy(file, folder / "tests")
    shutil.copy(HERE / "tests" / "firmware" / "rig" / "machine.py", _made(folder / "tests" / "firmware" / "rig"))
    for module in ("micropython_unix", "micropython_run"):
        found = importlib.util.find_spec(module)
        if found is None or found.origin is None:
            raise RigError(
                "There is no MicroPython for the pod; 'make vm-test' installs it with the development tools."
            )
        shutil.copy(found.origin, _made(folder / "lib"))
    shutil.copy(HERE / "tools" / "deb" / "ask_machine.py", folder)
    shutil.copy(score, folder / "score.json")
    payload(folder, image)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


if __name__ == "__main__":
    sys.exit(main())
