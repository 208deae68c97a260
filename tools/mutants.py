"""Counts how many small changes of the product the tests notice: `python -m tools.mutants --seed 20261124 --count 60`.

A mutant is the product with one change of its syntax tree: a comparison, an `and` for an `or`, a `not`, a constant, a condition
or two arguments. It dies when a test fails, or when the tests hang. Who survives shows what no test proves, unless nobody could
notice the change.

The mutants are drawn from the parts in AREAS in turn, by the seed alone. Each is made in a copy of the last commit, never in the
working tree. First the test that killed it last time runs, then the tests near the changed file, then the rest of `make test`;
the first failure ends it. Results are kept in a file after each mutant, and the next call goes on where this one stopped.
"""

import argparse
import ast
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
AREAS: Mapping[str, tuple[str, ...]] = {
    "games": ("games",),
    "thinking": ("thinking",),
    "table": ("table",),
    "ui": ("ui",),
    "journal": ("journal",),
    "wire": ("pod_wire",),
    "devices": ("devices",),
    "web": ("web",),
}
"""The parts of the product that mutants are drawn from, and their folders below companion/."""
TURNED: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.GtE, ast.LtE),
    ast.LtE: (ast.Gt, ast.Lt),
    ast.Gt: (ast.LtE, ast.GtE),
    ast.GtE: (ast.Lt, ast.Gt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
NEAR_LIMIT = 300.0
"""Seconds after which the tests near a change count as hanging: many times what they take."""
ALL_LIMIT = 2400.0
"""The same for all of `make test`."""


UNDECIDED = "survived the tests near it"
"""Of a mutant that was not put to the rest of the tests yet."""


@dataclass(frozen=True)
class Mutant:
    """One change: `old` stands in `path` (seen from the root) at these bytes, and becomes `new`. `nth`: of equal ones there."""

    path: str
    line: int
    start: int
    end: int
    kind: str
    old: str
    new: str
    nth: int = 1

    @property
    def name(self) -> str:
        """The same for as long as the changed code is the same, wherever it stands in its file."""
        number = "" if self.nth == 1 else f" ({self.nth})"
        return f"{self.path}: {self.kind}: `{self.old}` -> `{self.new}`{number}"


def changes(path: str, source: bytes) -> Iterator[Mutant]:
    """Every change that can be made in a file."""
    equal: Counter[tuple[str, str, str]] = Counter()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def change(node: ast.expr, kind: str, new: ast.expr) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        old, becomes = source[start:end].decode(), f"({ast.unparse(new)})"
        equal[kind, old, becomes] += 1
        return Mutant(path, node.lineno, start, end, kind, old, becomes, equal[kind, old, becomes])

    for node in _code(ast.parse(source)):
        match node:
            case ast.Compare(ops=[op]):
                for turned in TURNED[type(op)]:
                    yield change(node, "comparison", ast.Compare(node.left, [turned()], node.comparators))
            case ast.BoolOp(op=op):
                yield change(
                    node, "and/or", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
                )
            case ast.UnaryOp(op=ast.Not()):
                yield change(node, "not", node.operand)
            case ast.Constant(value=bool() as value):
                yield change(node, "constant", ast.Constant(not value))
            case ast.Constant(value=int() as value):
                yield change(node, "constant", ast.Constant(value + 1))
            case ast.Call(func=called, args=[first, second, *rest]) if ast.dump(first) != ast.dump(second):
                if (
                    not isinstance(first, ast.Starred)
                    and not isinstance(second, ast.Starred)
                    and not _is_symmetric(called)
                ):
                    yield change(node, "arguments", ast.Call(called, [second, first, *rest], node.keywords))
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield change(node.test, "condition", ast.UnaryOp(ast.Not(), node.test))
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield change(test, "condition", ast.UnaryOp(ast.Not(), test))


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run: no annotations, decorators, patterns, types, imports or words of a class such as `frozen`, and nothing
    inside an f-string, whose nodes have no true place in Python 3.11."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "pattern", "bases") or (
            isinstance(node, ast.ClassDef) and name == "keywords"
        ):
            continue
        if isinstance(node, ast.Subscript) and name == "slice" and _is_type(node):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(
                child, ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Assert
            ):
                yield from _code(child)


def _is_type(node: ast.Subscript) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("Literal", "Annotated")


def _is_symmetric(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id in ("min", "max")


def drawn(root: Path, seed: int, count: int, under: str | None) -> list[Mutant]:
    """So many mutants: from each area in turn, of the area's kinds in turn, so that rare kinds occur too. Which of a kind comes
    first is drawn for each by itself, so that a change of the product elsewhere leaves the others as they are."""
    queues: dict[str, list[list[Mutant]]] = {}
    for area, folders in ({under: (under,)} if under else AREAS).items():
        kinds: dict[str, list[Mutant]] = {}
        for folder in folders:
            top = root / "companion" / folder
            for path in sorted(top.rglob("*.py")) if top.is_dir() else [top]:
                for mutant in changes(path.relative_to(root).as_posix(), path.read_bytes()):
                    kinds.setdefault(mutant.kind, []).append(mutant)

        def place(words: str) -> str:
            return sha256(f"{seed} {words}".encode()).hexdigest()

        ranked = [sorted(found, key=lambda mutant: place(mutant.name), reverse=True) for found in kinds.values()]
        queues[area] = sorted(ranked, key=lambda found: place(f"{area} {found[0].kind}"))
    found: list[Mutant] = []
    while len(found) < count:
        for kinds_left in queues.values():
            of_kind = kinds_left.pop(0)
            found.append(of_kind.pop())
            if of_kind:
                kinds_left.append(of_kind)
    return found[:count]


def near(copy: Path, mutant: Mutant) -> list[str]:
    """The test files that most likely notice a change of this file: those that import it, those of the mirrored folder and of
    the folders above it, and the laws of all games."""
    parts = Path(mutant.path).with_suffix("").parts
    parts = parts[:-1] if parts[-1] == "__init__" else parts
    module = re.compile(
        rf"\b{re.escape('.'.join(parts))}\b|from {re.escape('.'.join(parts[:-1]))} import .*\b{parts[-1]}\b"
    )
    files = sorted((copy / "tests").rglob("test_*.py"))
    importers = [file for file in files if module.search(file.read_text(encoding="utf-8"))]
    folders = [copy.joinpath("tests", *parts[1:depth]) for depth in range(len(parts) - 1, 1, -1)]
    mirrored = [file for folder in folders for file in files if folder in file.parents]
    laws = [file for file in files if file.parent.name == "laws"]
    return list(dict.fromkeys(file.relative_to(copy).as_posix() for file in [*importers, *mirrored, *laws]))


@contextmanager
def mutated(copy: Path, mutant: Mutant, at: int) -> Iterator[None]:
    """The change, made in the copy until the block ends. `at`: a number that grows, which makes Python compile the file anew."""
    path = copy / mutant.path
    source = path.read_bytes()
    try:
        path.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.end :])
        os.utime(path, (at, at))
        ast.parse(path.read_bytes())
        yield
    finally:
        path.write_bytes(source)
        os.utime(path, (at + 1, at + 1))


def failure(copy: Path, words: list[str], limit: float) -> str | None:
    """Run pytest in the copy with these words until the first failure: the test that failed, or None if all passed."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", *words]
    environment = {**os.environ, "CI": "true", "PYTHONPATH": str(copy), "PYTHONPYCACHEPREFIX": str(copy / ".pycache")}
    environment["PYTHONDONTWRITEBYTECODE"] = ""
    with tempfile.TemporaryFile("w+") as said:
        running = subprocess.Popen(command, cwd=copy, env=environment, stdout=said, stderr=said, start_new_session=True)
        try:
            status = running.wait(limit)
        except subprocess.TimeoutExpired:
            return "hangs"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
        if status in (0, 5):
            return None
        said.seek(0)
        text = said.read()
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", text, re.MULTILINE)
    if found is None:
        raise SystemExit(f"pytest said nothing of a failed test:\n{text[-3000:]}")
    return found[1]


def judge(copy: Path, mutant: Mutant, at: int, killer: str | None, only: list[str] | None, *, all_tests: bool) -> str:
    """How a mutant ended: "survived", "hangs", or the test that killed it. `killer`: how it ended before; `only`: tests."""
    quick = ["-n", "0", "-m", "not slow and not browser"]
    with mutated(copy, mutant, at):
        if killer and (copy / killer.partition("::")[0]).is_file() and (found := _known(copy, killer)):
            return found
        if only:
            return failure(copy, ["-n", "0", "-m", "not slow", *only], NEAR_LIMIT) or "survived"
        if found := failure(copy, [*quick, *near(copy, mutant)], NEAR_LIMIT):
            return found
        if not all_tests:
            return UNDECIDED
        return failure(copy, ["-n", "2", "-m", "not slow"], ALL_LIMIT) or "survived"


def _known(copy: Path, killer: str) -> str | None:
    """The test that killed a mutant before, if it is still a test of `make test` and kills it again."""
    try:
        return failure(copy, ["-n", "0", "-m", "not slow", killer], NEAR_LIMIT)
    except SystemExit:  # It is gone, or has other parameters.
        return None


def main() -> None:
    """Read the command line, judge each mutant, and print who survives."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--under", help="a folder or file below companion/, instead of all parts")
    parser.add_argument("--tests", nargs="+", help="run these tests alone")
    parser.add_argument("--near", action="store_true", help="leave who survives the tests near the change for later")
    parser.add_argument("--list", action="store_true", help="print the mutants and judge none")
    parser.add_argument("--again", action="store_true", help="judge those too that were judged before")
    parser.add_argument("--kept", type=Path, help="the file of results; build/mutants-SEED.json if left out")
    given = parser.parse_args()
    kept: Path = given.kept or ROOT / "build" / f"mutants-{given.seed}.json"
    results: dict[str, str] = json.loads(kept.read_text()) if kept.exists() else {}
    with copied() as copy:
        mutants = drawn(copy, given.seed, given.count, given.under)
        if given.list:
            print(*(mutant.name for mutant in mutants), sep="\n")
            return
        for number, mutant in enumerate(mutants):
            name = mutant.name
            before = results.get(name)
            if given.again or before is None or (before == UNDECIDED and not given.near):
                at = 1_000_000_000 + 2 * number
                results[name] = judge(copy, mutant, at, before, given.tests, all_tests=not given.near)
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_text(json.dumps(results, indent=1))
            print(f"{number:3} line {mutant.line} of {name}\n      {results[name]}", flush=True)
    alive = [mutant.name for mutant in mutants if results[mutant.name] in ("survived", UNDECIDED)]
    print(f"{len(mutants) - len(alive)} of {len(mutants)} died; these survive:", *alive, sep="\n  ")


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the last commit, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        Path(folder).chmod(0o755)  # some tests run as nobody, who has to read the modules
        copy = Path(folder) / "copy"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", str(copy), "HEAD"], check=True)
        try:
            yield copy
        finally:
            subprocess.run([*git, "remove", "--force", str(copy)], check=True)


if __name__ == "__main__":
    main()
