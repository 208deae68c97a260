"""A picture as an image of Pillow, for panels that take one, and for files."""

from typing import Any

from companion.core.picture import HEIGHT, PAGES, WIDTH, Picture


def as_image(picture: Picture) -> Any:
    """A `PIL.Image.Image` of mode "1", 128 by 64 pixels."""
    from PIL import Image

    # A page's byte is a column of eight pixels, the topmost in bit 0: here a line, to be turned.
    lines = Image.frombytes("1", (8, PAGES * WIDTH), picture, "raw", "1;R")
    image = Image.new("1", (WIDTH, HEIGHT))
    for page in range(PAGES):
        strip = lines.crop((0, page * WIDTH, 8, (page + 1) * WIDTH))
        image.paste(strip.transpose(Image.Transpose.TRANSPOSE), (0, 8 * page))
    return image
