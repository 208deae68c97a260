"""Prints where the seconds of a test run went, by folder and by kind: `make times`, or `pytest -p tools.test_times ...`.

A second is one worker's second: with two workers a run of 300 s has 600 of them. A test counts in the first kind that fits it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest

KINDS = ("other_browsers", "browser", "process", "node", "anyio", "hypothesis", "laws")
"""Markers of tests, and for `laws` their folder; whatever has none of them is `plain`."""


@dataclass
class Case:
    """One test: its kind, and the seconds of its set-up with teardown, and of its call."""

    folder: str
    function: str
    kind: str
    setup: float = 0.0
    call: float = 0.0


_CASES: dict[str, Case] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up one phase of a test. Under xdist this runs in the controller, with the reports of all workers."""
    case = _CASES.get(report.nodeid)
    if case is None:
        folder = report.nodeid.partition("::")[0].removeprefix("tests/").rpartition("/")[0] or "."
        kind = next((kind for kind in KINDS if kind in report.keywords), "plain")
        if kind == "plain" and folder == "laws":
            kind = "laws"
        case = _CASES[report.nodeid] = Case(folder, report.nodeid.partition("[")[0], kind)
    if report.when == "call":
        case.call += report.duration
    else:
        case.setup += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print both tables, and the thirty functions that cost most."""
    write = terminalreporter.write_line
    cases = list(_CASES.values())
    _table(write, "folder", cases, lambda case: case.folder.partition("/")[0])
    _table(write, "folder of web/", [case for case in cases if case.folder.startswith("web")], lambda case: case.folder)
    _table(write, "kind", cases, lambda case: case.kind)
    _table(write, "function", cases, lambda case: case.function, first=30)


def _table(
    write: Callable[[str], None], what: str, cases: Iterable[Case], of: Callable[[Case], str], first: int | None = None
) -> None:
    rows: defaultdict[str, list[Case]] = defaultdict(list)
    for case in cases:
        rows[of(case)].append(case)
    total = sum(case.setup + case.call for found in rows.values() for case in found) or 1.0
    write(f"\n{'cases':>6} {'functions':>9} {'set-up':>8} {'call':>8} {'share':>6}  {what}")
    by_cost = sorted(rows.items(), key=lambda row: -sum(case.setup + case.call for case in row[1]))
    for name, found in [*by_cost[:first], ("all", [case for row in rows.values() for case in row])]:
        setup, call = sum(case.setup for case in found), sum(case.call for case in found)
        functions = len({case.function for case in found})
        write(f"{len(found):6} {functions:9} {setup:8.1f} {call:8.1f} {(setup + call) / total:6.1%}  {name}")
