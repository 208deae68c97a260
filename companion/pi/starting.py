"""A starting configuration for the service, where there is none yet."""

from companion.daemon.schema import quoted

JOURNAL = "/var/lib/companion/journal.sqlite3"
"""In the service's state folder. Named, so that a command given by hand means the service's table too."""


def starting_table(board: str, seats: int, revision: int | None) -> str:
    """The TOML of a table with so many seats. `revision`: the Raspberry Pi's, which the service itself cannot read."""
    lines = [
        "# The table that companion.service plays. `companion config --reference` lists every key there is, and",
        "# `companion config --config /etc/companion/table.toml` says whether this file is right.",
        "",
        f"board = {quoted(board)}",
    ]
    if revision is not None:
        lines += ["# This Raspberry Pi's, which the service cannot read of itself.", f"revision = 0x{revision:X}"]
    lines += ["", "[journal]", f"path = {quoted(JOURNAL)}"]
    for seat in range(seats):
        lines += ["", f"[[seats]]  # seat {seat}", '# name = "Ada"']
    return "\n".join(lines) + "\n"
