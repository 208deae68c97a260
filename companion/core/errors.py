"""Every error that the companion raises on purpose.

CompanionError
├── RuleError (ValueError)        a move, option or answer that the rules refuse; the game goes on
├── RequestError (ValueError)     a request that the engine protocol does not know
├── ConfigError (ValueError)      a configuration that cannot be used; it has all findings
├── DeviceError (OSError)         a screen, key or pod that does not answer
├── FileError (OSError)           a file that a command cannot write, or that it may not touch
└── JournalError (RuntimeError)   the journal cannot be read or written; no screen shows what it does not have

The text of each error is one sentence for a person. It names the thing, the reason and, if there is one, the remedy.
"""

from typing import Final, Literal

Remedy = Literal["again", "new", "go on", "lobby"]
"""What players can do about a journal: try it again, begin a new one, go on with what it has, or give its game up."""


class CompanionError(Exception):
    """The base class of all errors; never raised itself."""


class RuleError(CompanionError, ValueError):
    """A move, option or answer that the rules refuse."""


class RequestError(CompanionError, ValueError):
    """A request that the engine protocol does not know."""


class ConfigError(CompanionError, ValueError):
    """A configuration that cannot be used.

    `findings` holds one sentence for each fault, in the order of the file.
    """

    def __init__(self, findings: tuple[str, ...]) -> None:
        super().__init__("\n".join(findings))
        self.findings = findings


class DeviceError(CompanionError, OSError):
    """A screen, key or pod that does not answer."""


class FileError(CompanionError, OSError):
    """A file that a command cannot write, or that it may not touch."""


AGAIN_OR_NEW: Final[tuple[Remedy, Remedy]] = ("again", "new")


class JournalError(CompanionError, RuntimeError):
    """The journal cannot be read or written. `remedies`: the two things that the players are offered at the table."""

    def __init__(self, text: str, remedies: tuple[Remedy, Remedy] = AGAIN_OR_NEW) -> None:
        super().__init__(one_line(text))
        self.remedies = remedies


def one_line(text: str) -> str:
    """The text without line breaks and control characters. It may quote a file or a library."""
    if text.isprintable():
        return text
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def own_fault(error: BaseException) -> str:
    """A bug of the program in one line: its kind and places, without values, which may be secrets."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append(f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return (
        f"The companion met a fault of its own ({type(error).__name__} at {' > '.join(places[-4:])}); please report it. "
        "companion --traceback COMMAND prints more, for the report."
    )
