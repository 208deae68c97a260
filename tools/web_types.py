"""The types of what a page gets of the games, from the records of the code. `make schemas` writes records.d.ts.

The pages are plain modules; these types are for the checker alone, and no page loads them.
"""

import json
import sys
from pathlib import Path
from typing import Final, get_args, get_type_hints

from msgspec import inspect

from companion.core.prompt import Prompt
from companion.games.catalog import CATALOG
from companion.table.lobby_rules import LobbyView
from tools.generated import write_where_it_differs

FILE: Final = Path(__file__).parent.parent / "companion" / "web" / "static" / "records.d.ts"
HEAD: Final = """// What a page gets of the games, as JSON. Generated from the records of the code by
// tools/web_types.py: `make schemas` writes it anew.

/** A whole move. */
export interface Move {
  move: string;
  [key: string]: unknown;
}
"""


class Types:
    """The interfaces that are needed for some records. A record of a game begins with the name of its view, as in
    `MastermindGuessRow`."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}

    def name(self, kind: inspect.StructType, prefix: str) -> str:
        """The interface of a record, which is made the first time."""
        called = kind.cls.__name__
        name = called if not prefix or called.startswith(prefix) else prefix + called
        if name not in self.made:
            self.made[name] = ""  # A record may hold itself.
            tag = [f"  {kind.tag_field}: {json.dumps(kind.tag)};\n"] if kind.tag_field else []
            fields = [f"  {field.encode_name}: {self.written(field.type, prefix)};\n" for field in kind.fields]
            self.made[name] = f"export interface {name} {{\n{''.join(tag + fields)}}}\n"
        return name

    def written(self, kind: inspect.Type, prefix: str) -> str:
        """A type as TypeScript has it."""
        match kind:
            case inspect.StructType():
                return self.name(kind, prefix)
            case inspect.UnionType(types=types):
                return " | ".join(dict.fromkeys(self.written(one, prefix) for one in types))
            case inspect.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"readonly ({self.written(item, prefix)})[]"
            case inspect.TupleType(item_types=items):
                return f"readonly [{', '.join(self.written(item, prefix) for item in items)}]"
            case inspect.DictType(key_type=inspect.StrType(), value_type=inspect.AnyType()):
                return "Move"
            case inspect.DictType(key_type=key, value_type=value):
                return f"Record<{self.written(key, prefix)}, {self.written(value, prefix)}>"
            case inspect.Metadata(type=inner):
                return self.written(inner, prefix)
        plain = {
            "StrType": "string",
            "IntType": "number",
            "FloatType": "number",
            "BoolType": "boolean",
            "NoneType": "null",
        }
        return plain.get(type(kind).__name__, "unknown")


def text() -> str:
    """The whole file."""
    types = Types()
    prompt = types.written(inspect.type_info(Prompt), "")
    sheets = []
    for game in CATALOG:
        view = get_type_hints(game.view)["return"]
        prefix = view.__name__.removesuffix("View")
        types.written(inspect.type_info(view), prefix)
        if game.sheet is not None:
            kind, _none = get_args(get_type_hints(game.sheet.data)["return"])
            sheets.append(types.written(inspect.type_info(kind), prefix))
    types.written(inspect.type_info(LobbyView), "Lobby")
    named = f"\nexport type Prompt = {prompt};\n\nexport type Sheet = {' | '.join(sheets)};\n"
    return HEAD + "".join(f"\n{made}" for made in types.made.values()) + named


if __name__ == "__main__":
    if write_where_it_differs(FILE, text()):
        sys.stdout.write(f"{FILE}\n")
