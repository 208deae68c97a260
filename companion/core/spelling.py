"""How moves are spelled in JSON: which values a field may have, for the schemas that other programs read, and how a move becomes
a record.

The values constrain nothing when a record is read, since the prompt's check has judged the move before.
"""

from collections.abc import Callable
from typing import Any, get_args

from msgspec import Meta, convert

from companion.core.prompt import Move


def one_of(*values: str | int) -> Meta:
    """One of these values."""
    return Meta(extra_json_schema={"enum": list(values)})


def whole_number(low: int, high: int | None = None) -> Meta:
    """A whole number from `low` to `high`; None: without an upper bound."""
    return Meta(extra_json_schema={"minimum": low} | ({} if high is None else {"maximum": high}))


def row_of(count: int) -> Meta:
    """A list of `count` items."""
    return Meta(extra_json_schema={"minItems": count, "maxItems": count})


def move_reader(kinds: Any) -> Callable[[Move], Any]:
    """A function that makes a record of a move that passed its check. `kinds`: a union of record types, whose tags are the names
    of the moves. The type is found by the name, since converting to a union takes as long as the rest of a move."""
    by_name = {kind.__struct_config__.tag: kind for kind in get_args(kinds)}
    return lambda move: convert(move, by_name[move["move"]])
