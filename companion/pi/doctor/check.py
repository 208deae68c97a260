"""The result of one check: its status, what was found, and the remedy."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec import Struct

Status = Literal["ok", "bad", "note"]
"""note: the check does not apply here, or its result is unknown; nothing is wrong."""

_SIGNS: Final[dict[Status, str]] = {"ok": "ok ", "bad": "BAD", "note": "-- "}


class DoctorCheck(Struct, frozen=True):
    """`what`: the thing checked; `says`: the result; `remedy`: what to do, or "". All without a full stop at the end."""

    status: Status
    what: str
    says: str
    remedy: str = ""

    def line(self) -> str:
        """`BAD  I2C bus 11: there is no /dev/i2c-11; run companion setup, and reboot.`."""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{_SIGNS[self.status]}  {self.what}: {self.says}{remedy}."


def ok(what: str, says: str) -> DoctorCheck:
    """A check that passed."""
    return DoctorCheck("ok", what, says)


def bad(what: str, says: str, remedy: str) -> DoctorCheck:
    """A check that failed."""
    return DoctorCheck("bad", what, says, remedy)


def note(what: str, says: str, remedy: str = "") -> DoctorCheck:
    """A check that neither passed nor failed."""
    return DoctorCheck("note", what, says, remedy)


def checks_json(checks: Iterable[DoctorCheck]) -> str:
    """The checks as a JSON array of objects."""
    return msgspec.json.format(msgspec.json.encode(list(checks)), indent=2).decode()
