"""Run the benchmarks: all of them, or those named on the command line."""

import importlib
import pkgutil
import sys

import bench


def run(names: list[str]) -> None:
    """Call `main` of each named module of this folder, or of every one that has it."""
    for name in names or sorted(module.name for module in pkgutil.iter_modules(bench.__path__)):
        if name == "__main__":
            continue
        main = getattr(importlib.import_module(f"bench.{name}"), "main", None)
        if main is not None:
            print(f"== {name}")
            main()
            print()


if __name__ == "__main__":
    run(sys.argv[1:])
