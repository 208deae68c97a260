"""Pictures to draw, for hypothesis."""

from hypothesis import strategies as st

from companion.core.picture import BLANK, HEIGHT, WIDTH, Picture

_NOISE = st.binary(min_size=len(BLANK), max_size=len(BLANK))


def lit(*pixels: tuple[int, int], on: Picture = BLANK) -> Picture:
    """`on` with the pixels (x, y) turned over."""
    memory = bytearray(on)
    for x, y in pixels:
        memory[(y >> 3) * WIDTH + x] ^= 1 << (y & 7)
    return bytes(memory)


def few_pixels() -> st.SearchStrategy[Picture]:
    """Nearly blank ones, whose changes are small."""
    spot = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
    return st.lists(spot, max_size=12, unique=True).map(lambda spots: lit(*spots))


def pictures() -> st.SearchStrategy[Picture]:
    return few_pixels() | _NOISE
