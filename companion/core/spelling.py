"""Which JSON values a field of a move or a view may have, for the schemas that other programs read.

They constrain nothing when a record is read, since the prompt's check has judged the move before.
"""

from msgspec import Meta


def one_of(*values: str | int) -> Meta:
    """One of these values."""
    return Meta(extra_json_schema={"enum": list(values)})


def whole_number(low: int, high: int | None = None) -> Meta:
    """A whole number from `low` to `high`; None: without an upper bound."""
    return Meta(extra_json_schema={"minimum": low} | ({} if high is None else {"maximum": high}))


def row_of(count: int) -> Meta:
    """A list of `count` items."""
    return Meta(extra_json_schema={"minItems": count, "maxItems": count})
