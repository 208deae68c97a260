"""Golden files: outputs that a person checked once. COMPANION_GOLDEN=write writes the outputs of this run."""

import os
from pathlib import Path

GOLDENS = Path(__file__).parent / "goldens"
WRITING = os.environ.get("COMPANION_GOLDEN") == "write"


def holds(name: str, made: str) -> None:
    """Fails unless the golden file `name` (below tests/goldens) is `made`; writes it where that was asked for."""
    path = GOLDENS / name
    if WRITING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made, encoding="utf-8")
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    assert made == known, (
        f"{path} differs from what is made now; COMPANION_GOLDEN=write renews it, then look at its diff"
    )


def strays(folder: str, names: set[str]) -> list[str]:
    """The golden files below a folder that no test produces; `names` and these: as seen from the folder."""
    files = (path for path in (GOLDENS / folder).rglob("*") if path.is_file())
    return sorted(name for path in files if (name := path.relative_to(GOLDENS / folder).as_posix()) not in names)
