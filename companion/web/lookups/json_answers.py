"""Answers of pages in JSON: 200 with what was asked for, 202 to ask again, else a sentence that says why not."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from starlette.responses import Response

from companion.core.errors import JournalError, RequestError

JSON: Final = "application/json"

Answer = dict[str, Any] | msgspec.Raw
"""What a page gets: JSON values, or the JSON itself. A key "again" says that the same request comes nearer to its answer."""


async def answered(ask: Callable[[], Awaitable[Answer]]) -> Response:
    """The answer to a request."""
    try:
        answer = await ask()
        again = isinstance(answer, dict) and "again" in answer
        return Response(msgspec.json.encode(answer), 202 if again else 200, media_type=JSON)
    except RequestError as error:
        return said(str(error), 404)
    except JournalError as error:
        return said(str(error), 503)


def said(sentence: str, status: int) -> Response:
    """A sentence that says why a request is not answered."""
    return Response(msgspec.json.encode({"error": sentence}), status, media_type=JSON)
