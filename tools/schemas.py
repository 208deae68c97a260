"""JSON Schemas of the engine protocol, made from the records of the code. `make schemas` writes them to docs/schemas/.

A schema says which keys there are and which values fit them, not which moves are legal now: that is what `legal` is for.
"""

import json
import re
import sys
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.core.game import AnyGame
from companion.core.prompt import Prompt
from companion.engine import Request
from companion.games.catalog import CATALOG
from tools.engine_answers import ANSWERS
from tools.generated import write_where_it_differs

FOLDER: Final = Path(__file__).parent.parent / "docs" / "schemas"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
RULE_IDS: Final = re.compile(r" ?\((?:[MDCP]\d+(?:, )?)+\)|(?:[MDCP]\d+(?:, )?)+: ")
"""Where a docstring names the numbered rules, which readers of the schemas have not."""
Schema = dict[str, Any]


def documents() -> dict[str, str]:
    """The text of every schema, by its path below docs/schemas/."""
    made = {
        "request.json": _document("A request of the engine protocol", Request),
        "answer.json": _answers(),
        "prompt.json": _always_whole(_document("What a seat or chance is asked", Prompt)),
    }
    for game in CATALOG:
        made |= {f"{game.name}/{kind}.json": schema for kind, schema in _of_game(game).items()}
    return {path: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for path, schema in made.items()}


def write(folder: Path = FOLDER) -> list[Path]:
    """Write every schema, and remove those that are made no more; the files that changed."""
    made = {folder / path: text for path, text in documents().items()}
    changed = [path for path, text in made.items() if write_where_it_differs(path, text)]
    for path in set(folder.rglob("*.json")) - made.keys():
        path.unlink()
        changed.append(path)
    return changed


def _of_game(game: AnyGame) -> dict[str, Schema]:
    seats = game.seats[0]
    options = game.read_options({}, seats)
    view = _closed(
        _document(f"What an observer may know of {game.title}", type(game.view(game.setup(options, seats), None)))
    )
    if game.beside_protocol:
        for name in game.beside_protocol:
            del view["properties"][name]
            view["required"].remove(name)
        view["$defs"] = _reached(view["properties"], view["$defs"])
    view["properties"]["game"] = {"const": game.name}
    return {"options": _options(game, type(options)), "view": view, "move": _moves(game)}


def _reached(properties: Schema, records: Schema) -> Schema:
    """The records to which the properties refer, and those to which these refer."""
    named, found = json.dumps(properties), set[str]()
    while new := {name for name in records if f'"#/$defs/{name}"' in named} - found:
        found |= new
        named = json.dumps([records[name] for name in new])
    return {name: record for name, record in records.items() if name in found}


def _options(game: AnyGame, kind: type[Struct]) -> Schema:
    schema = _document(f"The options of {game.title}", kind)
    schema["description"] = "What is not given has its default."
    for setting in game.settings:
        schema["properties"][setting.name] |= {"title": setting.title, "description": setting.help}
    return schema


def _moves(game: AnyGame) -> Schema:
    moves = game.moves
    seats = _document(f"A move of {game.title}", _union(moves.seats))
    chance = _document("", _union(moves.chance))
    own = {"seat": {"description": "A move of a seat.", **_body(seats)}}
    luck = {"chance": {"description": "A move of chance.", **_body(chance)}}
    parts = {**own, **luck, **_parts(seats, ""), **_parts(chance, "chance_")}
    parts["chance"] = _renamed(parts["chance"], {name: f"chance_{name}" for name in _parts(chance, "")})
    for part in _objects(parts):
        part["properties"] = {name: _given(value) for name, value in part["properties"].items()}
    return _closed(
        _head(seats["title"]) | {"anyOf": [{"$ref": "#/$defs/seat"}, {"$ref": "#/$defs/chance"}], "$defs": parts}
    )


def _given(field: Schema) -> Schema:
    """The field of a move: one that may be left out is never null."""
    if field.get("default", ...) is not None:
        return field
    (kind,) = (kind for kind in field["anyOf"] if kind != {"type": "null"})
    return dict(kind)


def _answers() -> Schema:
    parts: Schema = {}
    for request, kind in ANSWERS.items():
        schema = _document("", kind)
        body = _body(schema)
        body["properties"] = {"ok": {"const": True}, **body["properties"]}
        body["required"] = ["ok", *body["required"]]
        parts |= {request: body, **_parts(schema, "")}
    parts["error"] = {
        "description": "The request was refused, and nothing has changed: one sentence that says why.",
        "type": "object",
        "properties": {"ok": {"const": False}, "error": {"type": "string"}},
        "required": ["ok", "error"],
        "additionalProperties": False,
    }
    every = [{"$ref": f"#/$defs/{name}"} for name in (*ANSWERS, "error")]
    return _head("An answer of the engine, by the name of the request") | {"anyOf": every, "$defs": parts}


def _head(title: str) -> Schema:
    return {"$schema": DIALECT, "title": title}


def _body(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in ("$schema", "title", "$defs")}


def _parts(schema: Schema, prefix: str) -> Schema:
    return {prefix + name: part for name, part in schema.get("$defs", {}).items()}


def _union(kinds: tuple[type[Struct], ...]) -> Any:
    return reduce(or_, kinds)


def _document(title: str, kind: Any) -> Schema:
    """The schema of a record or of a union of tagged records, which are then called by their tags."""
    (top,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    if "$ref" in top:  # a record alone: it stands at the top
        top = parts.pop(top["$ref"].rpartition("/")[2])
    tags = _tags([top, parts])
    tidy: Schema = {tags.get(name, name): _tidied(part, tags) for name, part in parts.items()}
    schema = _head(title) | {key: value for key, value in _tidied(top, tags).items() if key != "title"}
    return schema | ({"$defs": tidy} if tidy else {})


def _tags(node: Any) -> dict[str, str]:
    """The tags of records by their names, from all discriminators below a node."""
    found: dict[str, str] = {}
    for inner in _inside(node):
        found |= _tags(inner)
    if isinstance(node, dict) and "discriminator" in node:
        mapping = node["discriminator"]["mapping"]
        found |= {ref.rpartition("/")[2]: tag for tag, ref in mapping.items()}
    return found


def _tidied(node: Any, tags: dict[str, str]) -> Any:
    """Without `discriminator`, which is no keyword of JSON Schema, and the names of records; with texts on one line."""
    if isinstance(node, list):
        return [_tidied(inner, tags) for inner in node]
    if not isinstance(node, dict):
        return node
    kept = {}
    for key, value in node.items():
        if key == "description" and isinstance(value, str):
            kept[key] = _described(value)
        elif key == "enum" and len(value) == 1:
            kept["const"] = value[0]
        elif key == "title" and isinstance(value, str):
            continue
        elif key != "discriminator":
            kept[key] = _tidied(value, tags)
    return _renamed(kept, tags)


def _described(text: str) -> str:
    """A docstring on one line, for readers who know JSON and not Python."""
    plain = " ".join(RULE_IDS.sub("", text).split())
    return re.sub(r"\bNone\b", "null", plain[:1].upper() + plain[1:])


def _renamed(node: Any, names: dict[str, str]) -> Any:
    """With references to the parts' new names."""
    if isinstance(node, list):
        return [_renamed(inner, names) for inner in node]
    if not isinstance(node, dict):
        return node
    if isinstance(ref := node.get("$ref"), str):
        head, slash, name = ref.rpartition("/")
        return node | {"$ref": head + slash + names.get(name, name)}
    return {key: _renamed(value, names) for key, value in node.items()}


def _closed(schema: Schema) -> Schema:
    """With no other keys in any object than those it lists."""
    for node in _objects(schema):
        node["additionalProperties"] = False
    return schema


def _always_whole(schema: Schema) -> Schema:
    """With every key required: what the engine writes has its defaults written out."""
    for node in _objects(_closed(schema)):
        node["required"] = list(node["properties"])
    return schema


def _objects(node: Any) -> list[Schema]:
    found = [node] if isinstance(node, dict) and isinstance(node.get("properties"), dict) and "type" in node else []
    return found + [one for inner in _inside(node) for one in _objects(inner)]


def _inside(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list) else []


if __name__ == "__main__":
    for changed in write():
        sys.stdout.write(f"{changed}\n")
