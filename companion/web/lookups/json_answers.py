"""Answers of pages in JSON: 200 with what was asked for, else a sentence that says why not."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from starlette.responses import Response

from companion.core.errors import JournalError, RequestError

JSON: Final = "application/json"

Answer = dict[str, Any] | msgspec.Raw
"""What a page gets: JSON values, or the JSON itself."""


async def answered(ask: Callable[[], Awaitable[Answer]]) -> Response:
    """The answer to a request."""
    try:
        return Response(msgspec.json.encode(await ask()), media_type=JSON)
    except RequestError as error:
        return said(str(error), 404)
    except JournalError as error:
        return said(str(error), 503)


def said(sentence: str, status: int) -> Response:
    """A sentence that says why a request is not answered."""
    return Response(msgspec.json.encode({"error": sentence}), status, media_type=JSON)
