"""Reviews and puzzles for pages, made in this process before they are asked for again."""

from msgspec import json

from companion.core.errors import RequestError
from companion.machine_players.machine_messages import PageRefused, PageWanted
from companion.machine_players.page_answers import PageAnswers
from companion.machine_players.page_thinker import Answer, PageThinker


class AtOnce(PageThinker):
    """What it is asked goes through JSON, as it would to the process."""

    def __init__(self) -> None:
        super().__init__()
        self._pages = PageAnswers()

    async def _answer(self, _name: object, wanted: PageWanted) -> Answer:
        made = self._pages.answer(json.decode(json.encode(wanted), type=PageWanted))
        if isinstance(made, PageRefused):
            raise RequestError(made.why)
        return made.answer
