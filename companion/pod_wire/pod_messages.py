"""The messages between the table and a pod: their kinds, and how their bodies are packed.

Invariant: unpacking accepts any bytes and returns None for an invalid body. CPython and MicroPython run this one file.
"""

PROTOCOL_VERSION = 1
"""Both ends must have the same version; the greetings are the same in all versions."""
QUERY_VERSION = 0
"""The version in a greeting that asks a pod what it is, without a session."""

# Greetings, outside the sequence of a session.
HELLO = 0x01  # down: version, serial number of the addressed pod
WELCOME = 0x01  # up: version, role, length of the firmware's text, that text (see pack_firmware), serial number
LEAVE = 0x03  # down: serial number; the pod restarts without its program, to be flashed

# Down, to a seat pod; each begins with the number of the seat.
START_PANEL = 0x10  # first column, commands that start the panel
DRAW_RUN = 0x11  # page, column, bytes
LIGHT_PANEL = 0x12
DARKEN_PANEL = 0x13
SET_CONTRAST = 0x14  # level
PLAY_TONES = 0x15  # tones: frequency 2, milliseconds 2
CHECK_PANEL = 0x16

# Up.
KEY_EVENT = 0x20  # key, event, when
POD_FAULT = 0x21  # which
NEST_READING = 0x30  # state, raw, top, front

ROLE_SEAT, ROLE_NEST = 1, 2
POD_ROLES = {"seat": ROLE_SEAT, "nest": ROLE_NEST}

KEY_LEFT, KEY_MIDDLE, KEY_RIGHT, KEY_BACK = 0, 1, 2, 3
KEY_COUNT = 4
KEY_RELEASED, KEY_PRESSED, KEY_INITIALLY_DOWN = 0, 1, 2
"""Key events; KEY_INITIALLY_DOWN: the key was already down when the session began."""

FAULT_NO_PANEL, FAULT_WRONG_SEAT, FAULT_WENT_DARK, FAULT_RESTARTED = 1, 2, 3, 4
"""Faults of a seat pod: its panel does not acknowledge; it received another seat's message; its panel had lost its power; its
panel's status is not reliable, so the panel was started again in case it had lost its power."""

DIE_CHANGING, DIE_SETTLED, DIE_ABSENT, DIE_COCKED, DIE_UNREADABLE = 0, 1, 2, 3, 4
"""States of a die. A pod that only reports its sensors sends DIE_CHANGING and DIE_SETTLED, with top and front 0."""

NO_SEAT = 0xFF
_PAGES, _WIDTH = 8, 128
MAX_TONES = 16
LOWEST_HERTZ, HIGHEST_HERTZ = 20, 20000
"""Hertz."""


def pack_hello(serial: str, version: int = PROTOCOL_VERSION) -> bytes:
    """`serial`: of the addressed pod; "": any pod."""
    return bytes((version,)) + serial.encode()


def unpack_hello(body: bytes) -> "tuple[int, str] | None":
    """Version, serial number in capitals."""
    serial = unpack_serial(body[1:])
    return None if not body or serial is None else (body[0], serial)


def unpack_serial(body: bytes) -> "str | None":
    """A serial number in capitals."""
    serial = _text(body)
    return None if serial is None else serial.upper()


def pack_firmware(version: str, micropython: str) -> str:
    """The firmware's version as a greeting tells it. `micropython`: the version of the MicroPython that runs it; "": none."""
    return f"{version} {micropython}" if micropython else version


def unpack_firmware(text: str) -> "tuple[str, str]":
    """The firmware's version, and that of its MicroPython; "": not told, as by firmware before 1.1."""
    version, _, micropython = text.partition(" ")
    return (version, micropython) if micropython[:1].isdigit() else (text, "")


def pack_welcome(role: int, firmware: str, serial: str) -> bytes:
    """A pod's role, firmware and serial number."""
    return bytes((PROTOCOL_VERSION, role, len(firmware))) + firmware.encode() + serial.encode()


def unpack_welcome(body: bytes) -> "tuple[int, int, str, str] | None":
    """Version, role, the firmware's version, serial number."""
    if len(body) < 3 or len(body) < 3 + body[2]:
        return None
    end = 3 + body[2]
    firmware, serial = _text(body[3:end]), _text(body[end:])
    return None if firmware is None or serial is None else (body[0], body[1], firmware, serial)


def pack_draw(seat: int, page: int, column: int, data: bytes) -> bytes:
    """Bytes for the panel."""
    return bytes((seat, page, column)) + data


def unpack_draw(body: bytes) -> "tuple[int, int, int, bytes] | None":
    """Seat, page, column, bytes; None if they do not fit on the panel."""
    if len(body) < 4 or body[1] >= _PAGES or body[2] + len(body) - 3 > _WIDTH:
        return None
    return body[0], body[1], body[2], body[3:]


def pack_sound(seat: int, tones: "list[tuple[int, int]]") -> bytes:
    """Tones: (hertz, milliseconds); 0 hertz is a pause."""
    parts = [hertz.to_bytes(2, "little") + length.to_bytes(2, "little") for hertz, length in tones]
    return bytes((seat,)) + b"".join(parts)


def unpack_sound(body: bytes) -> "tuple[int, list[tuple[int, int]]] | None":
    """Seat, tones."""
    if len(body) % 4 != 1 or len(body) > 1 + 4 * MAX_TONES:
        return None
    tones = []
    for start in range(1, len(body), 4):
        hertz = int.from_bytes(body[start : start + 2], "little")
        if hertz and not LOWEST_HERTZ <= hertz <= HIGHEST_HERTZ:
            return None
        tones.append((hertz, int.from_bytes(body[start + 2 : start + 4], "little")))
    return body[0], tones


def pack_key(key: int, happened: int, at: int) -> bytes:
    """`at`: by the pod's clock, in milliseconds."""
    return bytes((key, happened)) + (at & 0xFFFFFFFF).to_bytes(4, "little")


def unpack_key(body: bytes) -> "tuple[int, int, int] | None":
    """Key, event, when."""
    if len(body) != 6 or body[0] >= KEY_COUNT or body[1] > KEY_INITIALLY_DOWN:
        return None
    return body[0], body[1], int.from_bytes(body[2:], "little")


def pack_reading(state: int, raw: int, top: int, front: int) -> bytes:
    """A reading of a die. `raw`: a bit for each sensor."""
    return bytes((state, raw, top, front))


def unpack_reading(body: bytes) -> "tuple[int, int, int, int] | None":
    """State, raw, top, front."""
    if len(body) != 4 or body[0] > DIE_UNREADABLE or body[2] > 6 or body[3] > 6:
        return None
    return body[0], body[1], body[2], body[3]


def _text(raw: bytes) -> "str | None":
    """Printable ASCII; None for anything else."""
    for byte in raw:
        if not 0x20 <= byte < 0x7F:
            return None
    return raw.decode()
