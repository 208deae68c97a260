"""One thing that was looked at: how it is, and what mends it."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec import Struct

Status = Literal["ok", "bad", "note"]
"""note: not applicable here, or not to be told; nothing is wrong."""

_SIGNS: Final[dict[Status, str]] = {"ok": "ok ", "bad": "BAD", "note": "-- "}


class DoctorCheck(Struct, frozen=True):
    """`what` was looked at, and `says` how it is; `remedy`: what to do, where something is to be done. Without full stops."""

    status: Status
    what: str
    says: str
    remedy: str = ""

    def line(self) -> str:
        """`BAD  I2C bus 11: there is no /dev/i2c-11; run companion setup, and reboot.`."""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{_SIGNS[self.status]}  {self.what}: {self.says}{remedy}."


def ok(what: str, says: str) -> DoctorCheck:
    """Nothing is wrong with it."""
    return DoctorCheck("ok", what, says)


def bad(what: str, says: str, remedy: str) -> DoctorCheck:
    """It has to be mended."""
    return DoctorCheck("bad", what, says, remedy)


def note(what: str, says: str, remedy: str = "") -> DoctorCheck:
    """It is neither right nor wrong."""
    return DoctorCheck("note", what, says, remedy)


def as_json(checks: Iterable[DoctorCheck]) -> str:
    """All of them, as one JSON array with an object for each."""
    return msgspec.json.format(msgspec.json.encode(list(checks)), indent=2).decode()
