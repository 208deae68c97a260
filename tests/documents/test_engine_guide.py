"""docs/engine.md is true: every example is run, and all that the code offers stands in it."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from companion.core.game import AnyGame
from companion.core.moves import tag
from companion.core.prompt import Prompt
from companion.engine import MAX_LEGAL_MOVES, MAX_REQUEST_LINE_BYTES, REQUEST_NAMES, Session
from companion.games.catalog import CATALOG
from tests.documents.test_schemas import SCHEMAS, validator

DOCS = Path(__file__).parent.parent.parent / "docs"
GUIDE = (DOCS / "engine.md").read_text(encoding="utf-8")
every_game = pytest.mark.parametrize("game", CATALOG, ids=[game.name for game in CATALOG])


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


def section(heading: str) -> str:
    """What stands below a heading, to the next one of its depth or above."""
    depth = heading.index(" ")
    found = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{depth}}} |\Z)", GUIDE, re.DOTALL | re.MULTILINE)
    assert found is not None, f"there is no heading {heading!r}"
    return found[1]


def examples() -> list[tuple[str, str]]:
    """Every request of the page with its answer, in order."""
    found: list[tuple[str, str]] = []
    for text in blocks("console"):
        for line in text.splitlines():
            if line.startswith("> "):
                found.append((line[2:], ""))
            else:
                request, answer = found.pop()
                found.append((request, answer + line.removeprefix("< ")))
    return found


def is_like(written: str, told: bytes) -> bool:
    """Whether an answer is what is written, blanks aside, where "…" stands for anything."""
    pattern = ".*".join(re.escape(re.sub(r"\s", "", part)) for part in written.split("…"))
    return re.fullmatch(pattern, re.sub(r"\s", "", told.decode())) is not None


def test_every_example_is_what_the_engine_answers() -> None:
    session = Session()
    for request, written in examples():
        told = msgspec.json.encode(session.answer(request.encode()))
        if not is_like(written, told):
            pytest.fail(f"{request}\nis answered\n{told.decode()[:2000]}\nand not\n{written}")


def test_an_example_that_is_wrong_is_found() -> None:
    assert is_like('{"a": … , "b": 1}', b'{"a":[1,2],"b":1}')
    assert not is_like('{"a": … , "b": 1}', b'{"a":[1,2],"b":2}')
    assert not is_like('{"ok": true}', b'{"ok":true,"to_act":[]}')


def test_every_request_has_a_row_a_section_and_an_example() -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]\(#(\w+)\) \|", section("## Requests"), re.MULTILINE)
    assert rows == [(name, name) for name in REQUEST_NAMES]
    shown = {json.loads(request)["do"] for request, _ in examples() if request.startswith("{")}
    assert shown | {"quit"} == set(REQUEST_NAMES)
    for name in REQUEST_NAMES:
        assert section(f"### {name}")


def test_the_keys_of_each_request_stand_in_its_row() -> None:
    for row in re.findall(r"^\| \[`.*", section("## Requests"), re.MULTILINE):
        name, keys = re.findall(r"`(\w+)`", row)[0], set(re.findall(r"`(\w+)`", row.split("|")[2]))
        schema = SCHEMAS["request.json"]["$defs"][name]
        assert keys == schema["properties"].keys() - {"do"}, name
        answered = set(re.findall(r"`(\w+)`", row.split("|")[3]))
        assert answered == SCHEMAS["answer.json"]["$defs"][name]["properties"].keys() - {"ok"}, name


def test_the_limits_are_those_of_the_code() -> None:
    assert f"No answer has more than {MAX_LEGAL_MOVES:,} moves" in GUIDE
    assert f"1 MiB ({MAX_REQUEST_LINE_BYTES:,} bytes)" in GUIDE


def test_every_kind_of_prompt_is_told_with_its_keys() -> None:
    rows = {row.split("`")[1]: row for row in re.findall(r"^\| `.*", section("## Prompts"), re.MULTILINE)}
    kinds = SCHEMAS["prompt.json"]["$defs"]
    tagged = {name: part for name, part in kinds.items() if "kind" in part["properties"]}
    assert rows.keys() == tagged.keys()
    assert len(tagged) == len(Prompt.__args__)
    for name, part in tagged.items():
        for key in part["properties"].keys() - {"kind", "title", "help", "secret"}:
            assert f"`{key}`" in rows[name], f"{key} of {name}"


@every_game
def test_every_option_stands_there_with_its_default(game: AnyGame) -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", section(f"### Options of {game.title}"), re.MULTILINE)
    assert {name: json.loads(default) for name, default in rows} == {
        setting.name: setting.default for setting in game.settings
    }
    assert len(rows) == len(game.settings)


@every_game
def test_every_move_stands_there_and_fits_the_schema(game: AnyGame) -> None:
    told: list[dict[str, Any]] = [
        json.loads(text) for text in re.findall(r"`(\{\"move\".*?\})`", section(f"### Moves of {game.title}"))
    ]
    fits = validator(f"{game.name}/move.json")
    for move in told:
        fits(move)
    kinds = (*game.moves.seats, *game.moves.chance)
    optional = {field.name for kind in kinds for field in fields(kind) if not field.required}
    offered = {(tag(kind), frozenset({*kind.__struct_fields__} - optional)) for kind in kinds}
    assert {(move["move"], frozenset(move.keys() - {"move"} - optional)) for move in told} == offered


@every_game
def test_every_key_of_a_view_stands_there_and_every_phase(game: AnyGame) -> None:
    schema = SCHEMAS[f"{game.name}/view.json"]
    common = set(re.findall(r"^\| `(\w+)` \|", section("## Views"), re.MULTILINE))
    text = section(f"### View of {game.title}")
    cells = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    own = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    assert own | common == schema["properties"].keys()
    assert not own & common
    phases = re.search(r"`phase` is (.*?)`over`", text, re.DOTALL)
    assert phases is not None
    assert {*re.findall(r"`(\w+)`", phases[1]), "over"} == set(schema["properties"]["phase"]["enum"])
    for name, part in schema.get("$defs", {}).items():
        if "move" not in part["properties"]:
            assert all(f'"{key}"' in text or f"`{key}`" in text for key in part["properties"]), name


def test_what_the_page_quotes_of_the_bot_is_the_bot() -> None:
    bot = (DOCS / "bot.py").read_text(encoding="utf-8")
    quoted = blocks("python")
    assert quoted
    for part in quoted:
        assert part in bot


def test_every_bot_of_the_engine_stands_there() -> None:
    told = set(re.findall(r"^\| `(\w+)` \|", section("## Bots of the engine"), re.MULTILINE))
    games = Session().answer(b'{"do": "games"}')["games"]
    assert {bot for game in games for bot in game["bots"]} == told
