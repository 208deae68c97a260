"""Answers of pages in JSON: 200 with what was asked for, else a sentence that says why not."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from starlette.responses import Response

from companion.core.errors import JournalError, RequestError

JSON: Final = "application/json"

Answer = dict[str, Any] | msgspec.Raw
"""What a page gets: JSON values, or the JSON itself."""


def json_answer(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


async def answered(ask: Callable[[], Awaitable[Answer]]) -> Response:
    """The answer to a request."""
    try:
        return json_answer(await ask())
    except RequestError as error:
        return said(str(error), 404)
    except JournalError as error:
        return said(str(error), 503)


def said(sentence: str, status: int) -> Response:
    """A sentence that says why a request is not answered."""
    return json_answer({"error": sentence}, status)
