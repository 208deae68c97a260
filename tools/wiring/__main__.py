"""Write every page, picture and list anew into hardware/wiring: `make wiring`."""

from pathlib import Path

from tools.wiring.files import files


def main() -> None:
    """Write what `files` gives."""
    folder = Path(__file__).parents[2] / "hardware" / "wiring"
    for name, text in files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text)
        print(f"hardware/wiring/{name}")


if __name__ == "__main__":
    main()
