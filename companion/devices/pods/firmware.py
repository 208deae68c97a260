"""The files of the pods' firmware: where they are, which of them go onto a pod, and how to import them in this process.

They are in the installed package, or in firmware/ of a source checkout.
"""

import importlib.util
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, Literal

PodRole = Literal["seat", "nest"]

_PACKAGE: Final = "companion.firmware"
_WIRE: Final = ("pod_frames.py", "pod_link.py", "pod_messages.py")
_CONFIG: Final = "config_"


def firmware_folder() -> Path:
    """The folder of the firmware."""
    package = Path(__file__).parents[2]
    packed = package / "firmware"
    return packed if packed.is_dir() else package.parent / "firmware"


def firmware_files(role: PodRole, config: Path | None = None) -> dict[str, Path]:
    """The files for a pod: path on the pod → file here. `config`: replaces the default pins of that role."""
    source = firmware_folder()
    wire = Path(__file__).parents[2] / "pod_wire"
    found = {f"companion/pod_wire/{name}": wire / name for name in _WIRE}
    modules = sorted(
        path for path in source.glob("*.py") if path.name != "main.py" and not path.name.startswith(_CONFIG)
    )
    found |= {f"firmware/{path.name}": path for path in modules}
    # main.py is copied last, so that an interrupted copy does not start an incomplete program.
    return found | {"config.py": config or source / f"{_CONFIG}{role}.py", "main.py": source / "main.py"}


BOARDS: Final = ("makerpi",)
"""Ready-made boards that are a seat's pod."""


def board_config(board: str) -> Path:
    """The pins of a ready-made board."""
    return firmware_folder() / f"{_CONFIG}{board}.py"


def firmware_module(name: str) -> ModuleType:
    """One module of the firmware, imported in this process."""
    if _PACKAGE not in sys.modules:
        place = firmware_folder()
        spec = importlib.util.spec_from_file_location(
            _PACKAGE, place / "__init__.py", submodule_search_locations=[str(place)]
        )
        assert spec is not None, "a path has a spec"
        assert spec.loader is not None, "a file has a loader"
        package = importlib.util.module_from_spec(spec)
        sys.modules[_PACKAGE] = package
        spec.loader.exec_module(package)
    return import_module(f"{_PACKAGE}.{name}")
