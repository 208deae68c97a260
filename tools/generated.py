"""Files of the repository that are generated from the records of the code (`make schemas`)."""

from pathlib import Path


def write_where_it_differs(file: Path, text: str) -> bool:
    """Write a file, and its folder, unless the text stands there already; whether it was written."""
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return True
