"""What the frames between the table and a pod say: the kinds, and how their bodies are packed.

Law: unpacking takes any bytes, and gives None for what is not a body of that kind. It runs on MicroPython as it is.
"""

PROTOCOL_VERSION = 1
"""Of the protocol. Both ends must speak the same one; the greetings alone are the same in all of them."""
QUERY_VERSION = 0
"""The version in the greeting of whoever wants to know what a pod is, and no session."""

# Greetings, outside of any session's sequence.
HELLO = 0x01  # down: version, serial number of the pod that is meant
WELCOME = 0x01  # up: version, role, length of the firmware's version, that, serial number
LEAVE = 0x03  # down: serial number; the pod starts anew without its program, to be flashed

# Down, to a seat pod; each begins with the number of the seat.
START_PANEL = 0x10  # first column, commands that start the panel
DRAW_RUN = 0x11  # page, column, bytes
LIGHT_PANEL = 0x12
DARKEN_PANEL = 0x13
SET_CONTRAST = 0x14  # level
PLAY_TONES = 0x15  # tones: frequency 2, milliseconds 2
CHECK_PANEL = 0x16

# Up.
KEY_EVENT = 0x20  # number of the key, what happened, when
POD_FAULT = 0x21  # which
NEST_READING = 0x30  # state, raw, top, front

ROLE_SEAT, ROLE_NEST = 1, 2
POD_ROLES = {"seat": ROLE_SEAT, "nest": ROLE_NEST}

KEY_LEFT, KEY_MIDDLE, KEY_RIGHT, KEY_BACK = 0, 1, 2, 3
KEY_COUNT = 4
KEY_RELEASED, KEY_PRESSED, KEY_INITIALLY_DOWN = 0, 1, 2
"""What happened to a key; HELD: it was down already when the session began, so nobody has pressed it now."""

FAULT_NO_PANEL, FAULT_WRONG_SEAT, FAULT_WENT_DARK, FAULT_RESTARTED = 1, 2, 3, 4
"""What is wrong with a seat pod: its panel does not acknowledge; it was sent another seat's picture; its panel had lost its
power meanwhile; its panel cannot tell whether it had, and was started anew in case."""

DIE_CHANGING, DIE_SETTLED, DIE_ABSENT, DIE_COCKED, DIE_UNREADABLE = 0, 1, 2, 3, 4
"""How a die lies. A pod that leaves the judging to the table says CHANGING and SETTLED only, with top and front 0."""

NO_SEAT = 0xFF
_PAGES, _WIDTH = 8, 128
MAX_TONES = 16
LOWEST_HERTZ, HIGHEST_HERTZ = 20, 20000
"""Hertz."""


def pack_hello(serial: str, version: int = PROTOCOL_VERSION) -> bytes:
    """`serial`: whom it is meant for; "" for whoever listens."""
    return bytes((version,)) + serial.encode()


def unpack_hello(body: bytes) -> "tuple[int, str] | None":
    """Version, serial number in capitals."""
    serial = unpack_serial(body[1:])
    return None if not body or serial is None else (body[0], serial)


def unpack_serial(body: bytes) -> "str | None":
    """A serial number in capitals."""
    serial = _text(body)
    return None if serial is None else serial.upper()


def pack_welcome(role: int, firmware: str, serial: str) -> bytes:
    """What a pod is."""
    return bytes((PROTOCOL_VERSION, role, len(firmware))) + firmware.encode() + serial.encode()


def unpack_welcome(body: bytes) -> "tuple[int, int, str, str] | None":
    """Version, role, the firmware's version, serial number."""
    if len(body) < 3 or len(body) < 3 + body[2]:
        return None
    end = 3 + body[2]
    firmware, serial = _text(body[3:end]), _text(body[end:])
    return None if firmware is None or serial is None else (body[0], body[1], firmware, serial)


def pack_draw(seat: int, page: int, column: int, data: bytes) -> bytes:
    """Bytes that are to stand on the panel."""
    return bytes((seat, page, column)) + data


def unpack_draw(body: bytes) -> "tuple[int, int, int, bytes] | None":
    """Seat, page, column, bytes; all of them on the panel."""
    if len(body) < 4 or body[1] >= _PAGES or body[2] + len(body) - 3 > _WIDTH:
        return None
    return body[0], body[1], body[2], body[3:]


def pack_sound(seat: int, tones: "list[tuple[int, int]]") -> bytes:
    """Tones one after the other: (hertz, milliseconds); 0 hertz is a pause."""
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
    """`at`: the pod's clock."""
    return bytes((key, happened)) + (at & 0xFFFFFFFF).to_bytes(4, "little")


def unpack_key(body: bytes) -> "tuple[int, int, int] | None":
    """Key, what happened, when."""
    if len(body) != 6 or body[0] >= KEY_COUNT or body[1] > KEY_INITIALLY_DOWN:
        return None
    return body[0], body[1], int.from_bytes(body[2:], "little")


def pack_reading(state: int, raw: int, top: int, front: int) -> bytes:
    """How a die lies. `raw`: a bit for each sensor."""
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
