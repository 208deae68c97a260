"""Reviews and puzzles for pages, made in this process before they are asked for again."""

from msgspec import Raw, json

from companion.core.errors import RequestError
from companion.thinking.client import Thinking
from companion.thinking.messages import PageMade, PageRefused, PageWanted
from companion.thinking.thinker import Thinker


class AtOnce(Thinking):
    """What it is asked goes through JSON, as it would to the process."""

    def __init__(self) -> None:
        super().__init__(lambda _: None)
        self._thinker = Thinker()

    async def _answer(self, _name: object, wanted: PageWanted) -> Raw:
        made = self._thinker.take(json.decode(json.encode(wanted), type=PageWanted))
        if isinstance(made, PageRefused):
            raise RequestError(made.why)
        assert isinstance(made, PageMade)
        return made.answer
