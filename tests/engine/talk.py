"""A client of the engine for the tests: requests and answers as bytes."""

import io
import json
from typing import Any

import msgspec

from companion.engine import Session, serve_lines

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "white", "O": "orange"}


def pegs(letters: str) -> list[str]:
    """A code from a string of letters."""
    return [COLOURS[letter] for letter in letters]


def served(*lines: bytes) -> list[dict[str, Any]]:
    """The answers to some lines, each decoded from one line of JSON."""
    answers = io.BytesIO()
    serve_lines(io.BytesIO(b"".join(lines)), answers)
    text = answers.getvalue()
    assert text == b"" or text.endswith(b"\n")
    return [json.loads(line) for line in text.splitlines()]


def line(**request: Any) -> bytes:
    """A request as a line."""
    return json.dumps(request).encode() + b"\n"


class Talk:
    """An open session. An error answer fails the test, except in `error`."""

    def __init__(self, **options: Any) -> None:
        self.session = Session()
        self.ask(do="new", game="mastermind", seats=2, options=options)

    def raw(self, text: bytes) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(msgspec.json.encode(self.session.answer(text)))
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        answer = self.raw(line(**request))
        assert answer.pop("ok") is True, answer
        return answer

    def error(self, **request: Any) -> str:
        """The sentence of an error answer; asserts that nothing has changed."""
        return self.raw_error(line(**request))

    def raw_error(self, text: bytes) -> str:
        before = self.everything()
        answer = self.raw(text)
        assert answer.keys() == {"ok", "error"}, answer
        assert answer["ok"] is False
        assert self.everything() == before
        return str(answer["error"])

    def everything(self) -> list[dict[str, Any]]:
        """Everything that the engine reports about the game."""
        looks = [self.raw(line(do="view", seat=seat)) for seat in (0, 1, None)]
        return [*looks, self.raw(line(do="to_act")), self.raw(line(do="result")), self.raw(line(do="prompt", seat=0))]

    def code(self, letters: str, seat: Any = 0) -> dict[str, Any]:
        return self.ask(do="move", seat=seat, move={"move": "set_code", "pegs": pegs(letters)})

    def guess(self, letters: str, seat: int = 1) -> dict[str, Any]:
        return self.ask(do="move", seat=seat, move={"move": "guess", "pegs": pegs(letters)})
