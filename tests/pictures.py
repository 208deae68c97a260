"""Pictures for eyes: single pixels, and half blocks for golden files and messages of failures."""

from companion.core.picture import HEIGHT, WIDTH, Picture


def pixel(picture: Picture, x: int, y: int) -> bool:
    """Whether the pixel at column `x` (0 to 127) and line `y` (0 to 63, downwards) is lit."""
    return bool(picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1)


def as_text(picture: Picture) -> str:
    """The picture as 32 lines of 128 half blocks."""
    blocks = " ▀▄█"
    lines = []
    for y in range(0, HEIGHT, 2):
        cells = (blocks[pixel(picture, x, y) + 2 * pixel(picture, x, y + 1)] for x in range(WIDTH))
        lines.append("".join(cells).rstrip())
    return "\n".join(lines) + "\n"
