"""Run the benchmarks: all of them, or those named on the command line."""

import importlib
import pkgutil
import sys

import bench


def run(names: list[str]) -> None:
    """Call `main` of each module with one of these names, whichever folder it is in, or of every one that has it. An unknown name
    ends the program with a sentence."""
    modules = {
        module.name.rpartition(".")[2]: module.name
        for module in pkgutil.walk_packages(bench.__path__, "bench.")
        if module.name != "bench.__main__"
    }
    if unknown := [name for name in names if name not in modules]:
        sys.exit(f"There is no benchmark {unknown[0]!r}: there are {', '.join(sorted(modules))}.")
    for name in names or sorted(modules):
        main = getattr(importlib.import_module(modules[name]), "main", None)
        if main is not None:
            print(f"== {name}")
            main()
            print()


if __name__ == "__main__":
    run(sys.argv[1:])
