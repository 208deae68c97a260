"""PROTOCOL.md agrees with the program: kinds, limits, times, pins, and the example."""

import re

from companion.devices.pods.firmware import firmware_folder
from companion.pod_wire import pod_frames, pod_link, pod_messages
from companion.pod_wire.pod_link import UP
from tests.pod_wire.vectors import vectors

TEXT = (firmware_folder() / "PROTOCOL.md").read_text()
"""GPIO → pin of the Pico's 40 (Raspberry Pi Pico data sheet, section 2.1)."""


def test_every_kind_has_its_number() -> None:
    documented = dict.fromkeys(re.findall(r"^\| 0x([0-9A-F]{2}) \| ([A-Z_]+) \|", TEXT, re.MULTILINE))
    down = {"HELLO", "LEAVE", "START_PANEL", "DRAW_RUN", "LIGHT_PANEL", "DARKEN_PANEL", "SET_CONTRAST", "PLAY_TONES"}
    down.add("CHECK_PANEL")
    up = {"WELCOME", "KEY_EVENT", "POD_FAULT", "NEST_READING"}
    expected = {(getattr(pod_messages, name), name) for name in down} | {
        (getattr(pod_messages, name) | UP, name) for name in up
    }
    expected |= {(pod_link.HEARTBEAT, "HEARTBEAT"), (pod_link.HEARTBEAT | UP, "HEARTBEAT")}
    assert {(int(number, 16), name) for number, name in documented} == expected


def test_every_kind_has_a_vector() -> None:
    documented = {int(number, 16) for number in re.findall(r"^\| 0x([0-9A-F]{2}) \| [A-Z]", TEXT, re.MULTILINE)}
    assert {vector.frame.kind for vector in vectors()} == documented


def test_the_example_is_the_vector() -> None:
    (example,) = (vector for vector in vectors() if vector.name == "draw three bytes")
    rows = re.findall(r"^\| ((?:`[0-9a-f ]+`)) \|", TEXT, re.MULTILINE)
    assert bytes.fromhex("".join(rows).replace("`", "")) == example.wire


def test_limits_and_times() -> None:
    for said in (
        f"0 to {pod_frames.MAX_BODY_BYTES} ",
        f"The protocol's version is **{pod_messages.PROTOCOL_VERSION}**",
        f"every {pod_link.HEARTBEAT_EVERY} ms",
        f"nothing for {pod_link.LOST_AFTER // 1000} s",
        f"and {pod_link.SEND_WINDOW} of them at most",
        f"for {pod_link.RESEND_AFTER} ms sends all again",
        f"up to {pod_messages.MAX_TONES}:",
        f"{pod_messages.LOWEST_HERTZ} to {pod_messages.HIGHEST_HERTZ})",
    ):
        assert said in " ".join(TEXT.split()), said
