"""Serves the engine on a pair of streams: one request and one answer per line, in order; each answer is flushed."""

from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from companion.engine.session import Session

MAX_REQUEST_LINE_BYTES = 1 << 20
"""Most bytes of a request line, without its line feed."""


def serve_lines(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer until quit or the end of input. A line over the limit gets an error and is never held in memory."""
    session = Session()
    encoder = msgspec.json.Encoder()
    for line in _lines(requests):
        if line is None:
            answer = {"ok": False, "error": f"The line is over {MAX_REQUEST_LINE_BYTES} bytes."}
        elif not line.strip():
            answer = {"ok": False, "error": "The line is empty: a request is a JSON object."}
        else:
            answer = session.answer(line)
        answers.write(encoder.encode(answer) + b"\n")
        answers.flush()
        if session.over:
            return


def _lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long."""
    while line := stream.readline(MAX_REQUEST_LINE_BYTES + 1):
        if line.endswith(b"\n") or len(line) <= MAX_REQUEST_LINE_BYTES:
            yield line
            continue
        while (rest := stream.readline(MAX_REQUEST_LINE_BYTES)) and not rest.endswith(b"\n"):
            pass
        yield None
