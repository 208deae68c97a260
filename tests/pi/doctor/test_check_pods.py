"""The doctor on pods: which are plugged in, and whether each has the expected role."""

import errno
from pathlib import Path

import pytest

from companion.devices.pods.pod_flash import PodAnswer
from companion.link import pod_messages
from companion.pi.doctor.examine import examine
from companion.pi.machine import Machine
from tests.pi.machines import TABLE, four_seats, machine, put, wrong


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    return four_seats(tmp_path)


def six_pods(pi: Path, *serials: str, die: str = "") -> None:
    seats = "".join(f'[[seats]]\npod = "{serial}"\n' for serial in serials)
    put(pi, "etc/companion/table.toml", TABLE.replace("four-seats", "six-pods") + seats + die)


def of_pods(one: Machine) -> list[str]:
    return [check.line() for check in examine(one, None) if check.what.startswith("pod of")]


def test_a_pods_number_is_the_same_in_small_letters(pi: Path) -> None:
    """As `companion pods list` prints it, and as its plug says it."""
    six_pods(pi, "E6614C311B4A6F2D")
    told = of_pods(machine(pi, serials={"e6614c311b4a6f2d": "/dev/ttyACM0", "FFFF": "/dev/ttyACM1"}))
    assert told == ["ok   pod of seat 1: E6614C311B4A6F2D at /dev/ttyACM0: seat, protocol 1, firmware 1.0.0."]


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (None, "B at /dev/ttyACM1 does not answer as a pod does; put the firmware on it: {flash}."),
        (
            PodAnswer(pod_messages.PROTOCOL_VERSION, pod_messages.ROLE_NEST, "1.0.0", "B"),
            "B at /dev/ttyACM1 is a die's nest and not a seat's pod; plug in the right one, or make this one it: {flash}.",
        ),
        (
            PodAnswer(pod_messages.PROTOCOL_VERSION + 1, pod_messages.ROLE_SEAT, "2.0.0", "B"),
            "B at /dev/ttyACM1: seat, protocol 2, firmware 2.0.0; this table speaks protocol 1; renew its firmware: {flash}.",
        ),
        (
            OSError(errno.EBUSY, "busy"),
            "B at /dev/ttyACM1 cannot be asked what it is; another program uses /dev/ttyACM1, close it.",
        ),
    ],
)
def test_a_pod_that_is_not_what_it_is_taken_for(pi: Path, answer: PodAnswer | OSError | None, line: str) -> None:
    six_pods(pi, "A", "B")
    one = machine(pi, serials={"A": "/dev/ttyACM0", "B": "/dev/ttyACM1"}, roles={"/dev/ttyACM1": answer})
    first, second = of_pods(one)
    assert first.startswith("ok   pod of seat 1: A at /dev/ttyACM0")
    flash = "sudo companion pods flash --role seat --port /dev/ttyACM1"
    assert second == f"BAD  pod of seat 2: {line.format(flash=flash)}"


def test_the_dies_pod_is_to_be_a_nest(pi: Path) -> None:
    six_pods(pi, "A", die='[die]\nsource = "serial"\nserial = "n"\n')
    serials = {"A": "/dev/ttyACM0", "N": "/dev/ttyACM1"}
    assert of_pods(machine(pi, serials=serials))[1].startswith("BAD  pod of the die: n at /dev/ttyACM1 is a seat's pod")
    nest = {"/dev/ttyACM1": PodAnswer(pod_messages.PROTOCOL_VERSION, pod_messages.ROLE_NEST, "1.0.0", "N")}
    assert of_pods(machine(pi, serials=serials, roles=nest))[1].startswith(
        "ok   pod of the die: n at /dev/ttyACM1: nest"
    )


def test_a_pod_of_an_open_table_is_not_spoken_to(pi: Path) -> None:
    six_pods(pi, "A")
    tools = {"systemctl is-active companion.service": "active\n"}
    one = machine(pi, serials={"A": "/dev/ttyACM0"}, roles={"/dev/ttyACM0": None}, tools=tools)
    assert of_pods(one) == [
        "ok   pod of seat 1: A at /dev/ttyACM0; the open table has them, so it is not asked what it is."
    ]


def test_a_pod_that_is_missing_and_one_that_nobody_expects(pi: Path) -> None:
    put(
        pi,
        "etc/companion/table.toml",
        TABLE.replace("four-seats", "six-pods") + '[[seats]]\npod = "A"\n[[seats]]\npod = "B"\n',
    )
    lines = wrong(examine(machine(pi, serials={"A": "/dev/ttyACM0", "C": "/dev/ttyACM1"}), None))
    assert any("pod of seat 2: B is not plugged in" in line and line.endswith("configuration: C.") for line in lines)
