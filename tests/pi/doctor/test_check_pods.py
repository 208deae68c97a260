"""The doctor on pods: which are plugged in, and whether each has the expected role."""

import errno
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.devices.pods.flash import PodAnswer
from companion.pi.doctor.check import DoctorCheck
from companion.pi.doctor.examine import examine
from companion.pod_wire import pod_messages
from tests.pi.hosts import TABLE, assert_found, four_seats, host, put


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    return four_seats(tmp_path)


def six_pods(pi: Path, *serials: str, die: str = "") -> None:
    seats = "".join(f'[[seats]]\npod = "{serial}"\n' for serial in serials)
    put(pi, "etc/companion/table.toml", TABLE.replace("four-seats", "six-pods") + seats + die)


def two_pods(answer: PodAnswer | OSError | None, pi: Path) -> Iterable[DoctorCheck]:
    """What is found of A, which is right, and of B, which answers so."""
    six_pods(pi, "A", "B")
    one = host(pi, serials={"A": "/dev/ttyACM0", "B": "/dev/ttyACM1"}, roles={"/dev/ttyACM1": answer})
    return examine(one, None)


def test_a_pods_number_is_the_same_in_small_letters(pi: Path) -> None:
    """As `companion pods list` prints it, and as its plug says it."""
    six_pods(pi, "E6614C311B4A6F2D")
    checks = examine(host(pi, serials={"e6614c311b4a6f2d": "/dev/ttyACM0", "FFFF": "/dev/ttyACM1"}), None)
    assert_found(checks, ("pod of seat 1", "ok", "/dev/ttyACM0", "seat", "protocol 1", "firmware 1.0.0"), of="pod of")


FLASH = "sudo companion pods flash --role seat --port /dev/ttyACM1"
VERSION = pod_messages.PROTOCOL_VERSION


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        (None, ("does not answer", FLASH)),
        (PodAnswer(VERSION, pod_messages.ROLE_NEST, "1.0.0", "B"), ("is a die's nest", FLASH)),
        (PodAnswer(VERSION + 1, pod_messages.ROLE_SEAT, "2.0.0", "B"), ("protocol 2", "speaks protocol 1", FLASH)),
        (PodAnswer(VERSION, pod_messages.ROLE_SEAT, "1.1.0 1.23.0", "B"), ("MicroPython 1.23.0", "1.24", "BOOTSEL")),
        (OSError(errno.EBUSY, "busy"), ("another program", "/dev/ttyACM1")),
    ],
)
def test_a_pod_that_is_not_what_it_is_taken_for(
    pi: Path, answer: PodAnswer | OSError | None, named: tuple[str, ...]
) -> None:
    checks = two_pods(answer, pi)
    first = ("pod of seat 1", "ok", "A at /dev/ttyACM0")
    assert_found(checks, first, ("pod of seat 2", "bad", "B at /dev/ttyACM1", *named), of="pod of")


@pytest.mark.parametrize("firmware", ["1.0.0", "1.1.0 1.24.0", "1.1.0 1.24.1", "1.2.0 2.0.0", "1.1.0 preview"])
def test_only_a_micropython_that_is_known_to_be_old_is_a_fault(pi: Path, firmware: str) -> None:
    """Firmware before 1.1 tells none."""
    checks = two_pods(PodAnswer(VERSION, pod_messages.ROLE_SEAT, firmware, "B"), pi)
    number, _, micropython = firmware.partition(" ")
    assert_found(
        checks,
        ("pod of seat 1", "ok", "A at /dev/ttyACM0"),
        ("pod of seat 2", "ok", f"firmware {number}", micropython),
        of="pod of",
    )


def test_the_dies_pod_is_to_be_a_nest(pi: Path) -> None:
    six_pods(pi, "A", die='[die]\nsource = "serial"\nserial = "n"\n')
    serials = {"A": "/dev/ttyACM0", "N": "/dev/ttyACM1"}
    nest = {"/dev/ttyACM1": PodAnswer(VERSION, pod_messages.ROLE_NEST, "1.0.0", "N")}
    at = "n at /dev/ttyACM1"
    for roles, told in ((None, ("bad", at, "is a seat's pod")), (nest, ("ok", at, "nest"))):
        checks = examine(host(pi, serials=serials, roles=roles), None)
        assert_found(checks, ("pod of the die", *told), of="pod of the die")


def test_a_pod_of_an_open_table_is_not_spoken_to(pi: Path) -> None:
    six_pods(pi, "A")
    tools = {"systemctl is-active companion.service": "active\n"}
    one = host(pi, serials={"A": "/dev/ttyACM0"}, roles={"/dev/ttyACM0": None}, tools=tools)
    assert_found(examine(one, None), ("pod of seat 1", "ok", "A at /dev/ttyACM0", "the open table"), of="pod of")


def test_a_pod_that_is_missing_and_one_that_nobody_expects(pi: Path) -> None:
    six_pods(pi, "A", "B")
    checks = examine(host(pi, serials={"A": "/dev/ttyACM0", "C": "/dev/ttyACM1"}), None)
    assert_found(checks, ("pod of seat 2", "bad", "B is not plugged in", "configuration: C."), of="pod of seat 2")
