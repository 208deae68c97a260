"""The pages of the rules that the table serves are those of docs/play/."""

import asyncio
import re
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import companion
from tests.laws.play import CASES, game
from tests.web.clients import PAGES, serving, table
from tools.rules_pages import FOLDER, SOURCE, files


def test_the_pages_are_rendered_from_the_documents_as_they_are() -> None:
    made = (*FOLDER.glob("*.html"), *FOLDER.glob("*.touch.js"))
    assert {path.name: path.read_text("utf-8") for path in made} == files(), "`make pictures` renews them"


def test_who_has_no_keys_reads_nothing_of_keys() -> None:
    told = {name: text for name, text in files().items() if name.endswith(".touch.js")}
    found = {
        name: re.findall(r".{0,40}(?:[◀●▶]|\bpress(?:es)?\b|\bkeys?\b).{0,20}", text) for name, text in told.items()
    }
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.anyio
async def test_all_that_the_pages_show_and_link_to_is_served() -> None:
    async with serving(table(), bench=True) as server:
        asked = set(PAGES.rules)
        for path, page in PAGES.rules.items():
            asked |= set(re.findall(r'(?:href|src)="([^"#]+)', page.body.decode())) - {"/history", "/puzzle"}
            assert "http" not in page.body.decode(), path
            assert 'src=""' not in page.body.decode(), path
        for path in sorted(asked):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
            assert (await reader.read()).startswith(b"HTTP/1.1 200"), path
            writer.close()
            await writer.wait_closed()


BOARDS = {"davinci-code": "davinci", "digit-code": "digitcode", "mastermind": "mastermind", "passcode": "passcode"}


@pytest.mark.parametrize("page", BOARDS)
def test_keys_and_buttons_are_called_on_the_pages_as_they_are_on_the_screens_and_boards(page: str) -> None:
    """ "● (Other)" is the label of a key, and what stands in quotes in a paragraph "By touch" is on the board."""
    text = (SOURCE / f"{page}.md").read_text("utf-8")
    named = set(re.findall(r"[◀●▶] \(([A-Z][a-z]+)\)", text)) - {"Undo"}
    assert named <= key_labels(BOARDS[page]), "labels of keys"
    package = Path(companion.__file__).parent
    scripts = [package / f"games/{BOARDS[page]}/board.js"]
    scripts += [script for folder in ("touch", "boards") for script in (package / "web/static" / folder).glob("*.js")]
    board = "".join(script.read_text("utf-8") for script in scripts)
    touch = re.findall(r"\*\*By touch\.\*\*.*?\n\n", text, re.DOTALL)
    assert touch or page == "passcode"
    for quoted in re.findall(r'"([^"]+)"', "".join(touch)):
        assert f'"{quoted}"' in board, quoted


def key_labels(name: str) -> set[str]:
    """What keys are called in a few random games."""
    found: set[str] = set()
    for case in (parameter.values[0] for parameter in CASES):
        if case.game.name != name:
            continue
        for moment in islice(game(case, 1), 60):
            for actor in case.game.to_act(moment.state):
                prompt = case.game.ask(case.options, moment.state, actor)
                found |= set(re.findall(r'"(?:label|accept)":"([^"]+)"', msgspec.json.encode(prompt).decode()))
    return found
