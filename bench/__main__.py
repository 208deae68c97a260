"""Run the benchmarks: all of them, or those named on the command line."""

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Callable

import bench
from bench.goals import GoalMissed


def run(names: list[str]) -> None:
    """Call `main` of each module with one of these names, whichever folder it is in, or of every one that has it. An unknown name
    ends the program with a sentence, and so do the goals that were missed, at the end."""
    modules = {
        module.name.rpartition(".")[2]: module.name
        for module in pkgutil.walk_packages(bench.__path__, "bench.")
        if module.name != "bench.__main__"
    }
    for name in names:
        if name not in modules or _main(modules[name]) is None:
            known = ", ".join(other for other in sorted(modules) if _main(modules[other]) is not None)
            sys.exit(f"There is no benchmark {name!r}: there are {known}.")
    missed: list[str] = []
    for name in names or sorted(modules):
        main = _main(modules[name])
        if main is not None:
            print(f"== {name}")
            with warnings.catch_warnings(record=True) as found:
                warnings.simplefilter("ignore")
                warnings.simplefilter("always", GoalMissed)
                main()
            sentences = [str(one.message) for one in found]
            print(*sentences, sep="\n")
            missed += [f"{name}: {sentence}" for sentence in sentences]
    if missed:
        sys.exit("\n".join(missed))


def _main(module: str) -> Callable[[], None] | None:
    main: Callable[[], None] | None = getattr(importlib.import_module(module), "main", None)
    return main


if __name__ == "__main__":
    run(sys.argv[1:])
