"""How the values of a move or a view are spelled in JSON, for the schemas that other programs read.

These constrain nothing when a record is read: a prompt's check has judged the move before.
"""

from msgspec import Meta


def one_of(*values: str | int) -> Meta:
    """One of these values."""
    return Meta(extra_json_schema={"enum": list(values)})


def whole(low: int, high: int | None = None) -> Meta:
    """A whole number from `low`, and where there is a bound up to `high`."""
    return Meta(extra_json_schema={"minimum": low} | ({} if high is None else {"maximum": high}))


def row_of(count: int) -> Meta:
    """A list of so many."""
    return Meta(extra_json_schema={"minItems": count, "maxItems": count})
