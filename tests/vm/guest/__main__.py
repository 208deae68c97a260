"""The guest's day: a table's from the sandbox to the last stop, a pod's, or a Raspberry Pi's. The kernel's command line says
which."""

import http.client
import os
import signal
import subprocess
import time
from pathlib import Path

from companion.core.picture import BLANK, Picture
from tests.vm.guest.crashes import crash
from tests.vm.guest.hands import SLOW, Hands
from tests.vm.guest.lobby import Bursts
from tests.vm.guest.panels import Glasses, panels
from tests.vm.guest.pins import Pins
from tests.vm.guest.pods import pods
from tests.vm.guest.raspberry import raspberry
from tests.vm.guest.sandbox import sandbox
from tests.vm.guest.service import NAME, TABLE, log, main_pid, shown, systemctl, until
from tests.vm.guest.tap import Tap
from tests.vm.plan import GAME, HUNG, KILLED, LOBBY, OTHER_CHIPS, PLANS, PRESSES, START, STOPPED
from tests.vm.score import Part, Score, read

TABLE_TOML = f"""\
board = "six-seats"
{SLOW}
# A Raspberry Pi 4B; /proc is hidden from the service.
revision = 0xC03114
"""
PULLED = 2
"""The seat whose panel is taken out."""


def main() -> None:
    """Do all that is planned. A report that breaks off is the host's to judge; what the service said last comes with it."""
    words = Path("/proc/cmdline").read_text().split()
    guest = next(name for name in PLANS if f"vm.guest={name}" in words)
    tap = Tap(PLANS[guest])
    done = False
    try:
        for module in ("configfs", "gpio-sim", "cuse"):
            subprocess.run(["modprobe", module], check=True)
        systemctl("stop", NAME)
        subprocess.run(["modprobe", "--remove", "i2c-dev"], check=True)
        score, pictures = read(Path("/opt/vm/score.json").read_bytes())
        pins, glasses = Pins(score.keys, others=OTHER_CHIPS if guest == "raspberry" else 0), panels()
        tap.note("figure: the rig stands")
        match guest:
            case "pod":
                pods(tap, pins, glasses, pictures, score.pod)
            case "table":
                _day(tap, pins, glasses, score, pictures)
            case "raspberry":
                raspberry(tap, pins, glasses, Hands(pins, glasses, pictures), score.sitting)
        done = True
    finally:
        if not done:
            tap.note(log())
    tap.end()


def _day(tap: Tap, pins: Pins, glasses: Glasses, score: Score, pictures: tuple[Picture, ...]) -> None:
    hands = Hands(pins, glasses, pictures)
    TABLE.write_text(TABLE_TOML)
    sandbox(tap, pins)
    _start(tap, hands, score.sitting)
    _lobby(tap, pins, hands, score)
    _game(tap, hands, glasses, score)
    crash(tap, hands, glasses, signal.SIGKILL, score.killed, KILLED)
    crash(tap, hands, glasses, signal.SIGSTOP, score.hung, HUNG)
    systemctl("stop", NAME)
    dark = all(picture == BLANK for picture in glasses.pictures)
    result = shown("Result")
    tap.check(STOPPED[0], dark and result == "success", f"dark: {dark}, {result}\n{log()}")
    tap.check(STOPPED[1], not glasses.complaints, glasses.complaints)


def _start(tap: Tap, hands: Hands, lobby: Part) -> None:
    began = time.monotonic()
    said = systemctl("start", "companion.socket", NAME)
    stands = hands.stands(lobby.start)
    shows = time.monotonic() - began
    active = until(lambda: shown("ActiveState") == "active", 180)
    tap.check(START[0], active, f"{said}\n{log()}")
    tap.note(f"figure: start: all six lobbies after {shows:.1f} s, ready after {time.monotonic() - began:.1f} s")
    page = http.client.HTTPConnection("127.0.0.1", 8080, timeout=90)
    page.request("GET", "/table", headers={"Host": "localhost:8080"})
    status = page.getresponse().status
    pid = main_pid()
    apart = os.readlink(f"/proc/{pid}/ns/net") != os.readlink("/proc/1/ns/net")
    links = [line.split(":")[0].strip() for line in Path(f"/proc/{pid}/net/dev").read_text().splitlines()[2:]]
    tap.check(START[1], status == 200 and apart and links == ["lo"], f"{status}, {apart}, {links}")
    tap.check(START[2], stands, hands.differences(lobby.start))


def _lobby(tap: Tap, pins: Pins, hands: Hands, score: Score) -> None:
    """Every press is counted by what it does to the screens, and none may do anything else."""
    bursts = Bursts(pins, hands)
    bursts.wrong = hands.play(score.sitting)
    tap.note(f"figure: sitting down: {hands.figures()}")
    bursts.play(score.lobby, score.bursts)
    tap.note(bursts.wrong)
    for seat, name in enumerate(LOBBY):
        tap.check(name, not bursts.wrong and bursts.seen[seat] == PRESSES, f"{bursts.seen[seat]} are seen")
    tap.note(f"figure: lobby, bursts of 24 presses: {hands.figures()}")


def _game(tap: Tap, hands: Hands, table: Glasses, score: Score) -> None:
    wrong = hands.play(score.game)
    tap.check(GAME[0], not wrong, wrong)
    tap.note(f"figure: game: {hands.figures()}")
    first, *rest = score.pulled.steps
    table.glasses[PULLED].pull()
    hands.gesture(first.seat, first.gesture)
    wanted = f"seat {PULLED + 1}: screen not answering (I2C bus 1, multiplexer 0x70 channel {PULLED}, address 0x3C)"
    told = until(lambda: wanted in shown("StatusText"), 90)
    tap.check(GAME[1], told, f"{shown('StatusText')}\n{log()}")
    began = time.monotonic()
    table.glasses[PULLED].put_back()
    stands = hands.stands(first.shows)
    tap.note(f"figure: a panel put back is right after {time.monotonic() - began:.1f} s")
    wrong = "" if stands else hands.differences(first.shows)
    wrong = wrong or hands.play(Part(first.shows, tuple(rest)))
    tap.check(GAME[2], not wrong and "playing" in shown("StatusText"), f"{wrong}\n{shown('StatusText')}\n{log()}")


main()
