"""The phones that hold a seat, in a file beside the journal, so that each plays on after a restart of the daemon.

Invariant: the file has a salted hash of each phone's secret, and nothing from which the secret follows: it has 128 random bits.
"""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from companion.core.seat import Place
from companion.files import write_file

log = logging.getLogger("companion")

SALT_BYTES: Final = 16
_MODE: Final = 0o600


class KeptPhone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The phone that holds `seat`. `digest`: SHA-256 of `salt` and its secret. `transferred`: the seat has a panel, and its
    player chose the phone."""

    seat: Place
    salt: bytes
    digest: bytes
    transferred: bool = False


def kept_phones_path(journal: Path) -> Path:
    """The path of the file that belongs to a journal."""
    return journal.with_name(f"{journal.stem}.phones.json")


def read_kept_phones(path: Path) -> tuple[KeptPhone, ...]:
    """The phones that hold seats; none where there is no file. A file that is damaged is named in the log: its phones need new
    codes."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[KeptPhone, ...])
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        log.warning("%s cannot be read, so every phone of this table scans a new code.", path)
        return ()


def write_kept_phones(path: Path, phones: Iterable[KeptPhone]) -> None:
    """Replace the file. Raises FileError with a sentence."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_file(path, msgspec.json.encode(tuple(phones)), _MODE)
