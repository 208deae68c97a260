"""Renews the icons of the home screen, companion/web/static/icons/, from static/icon.svg. Run it with `make icons`.

iOS takes no SVG, rounds the corners itself and shows what is transparent as black. So the ground fills the whole square.
"""

from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from PIL import Image, ImageDraw

STATIC: Final = Path(__file__).parents[2] / "companion" / "web" / "static"
SIDES: Final = {"home-180.png": 180, "home-512.png": 512}
"""Pixels a side of each file: what iOS asks for, and what browsers ask of a page that is installed."""
_SVG: Final = "{http://www.w3.org/2000/svg}"
_FINER: Final = 4
"""It is drawn so many times as large, so that circles have smooth edges."""


def icon(side: int) -> Image.Image:
    """The icon in so many pixels: the circles of the SVG on its ground."""
    root = ElementTree.parse(STATIC / "icon.svg").getroot()
    scale = side * _FINER / float(root.attrib["viewBox"].split()[2])
    ground = root.find(f"{_SVG}rect")
    assert ground is not None
    drawn = Image.new("RGB", (side * _FINER, side * _FINER), ground.attrib["fill"])
    pen = ImageDraw.Draw(drawn)
    for circle in root.iter(f"{_SVG}circle"):
        x, y, radius = (float(circle.attrib[name]) * scale for name in ("cx", "cy", "r"))
        pen.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), circle.attrib["fill"])
    return drawn.resize((side, side), Image.Resampling.LANCZOS).quantize(64)


def main() -> None:
    """Write every file."""
    (STATIC / "icons").mkdir(exist_ok=True)
    for name, side in SIDES.items():
        icon(side).save(STATIC / "icons" / name, optimize=True)


if __name__ == "__main__":
    main()
