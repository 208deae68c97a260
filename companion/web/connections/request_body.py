"""Reads the body of a request before the application is begun, so that a client which holds its body back has asked nothing yet.

Invariant: no more than about `most` bytes of a body are kept here. The application reads the rest itself, or refuses it.
"""

from starlette.types import Message, Receive


async def read_ahead(receive: Receive, most: int) -> Receive | None:
    """Take what the client sends, to the end of the body or until it has more than `most` bytes; None where it left before.
    The result gives all of it again, and then what else comes."""
    taken: list[Message] = []
    size = 0
    while size <= most and (not taken or taken[-1].get("more_body", False)):
        message = await receive()
        if message["type"] != "http.request":
            return None
        taken.append(message)
        size += len(message.get("body", b""))
    taken.reverse()

    async def again() -> Message:
        return taken.pop() if taken else await receive()

    return again
