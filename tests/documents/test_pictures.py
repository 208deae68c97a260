"""The pictures of docs/play/ are the screens as they are now. `make pictures` renews them."""

import re
from pathlib import Path

from PIL import Image

from companion.core.picture import HEIGHT, WIDTH
from tests.pictures import pixel
from tools.images.picture_scenes import SCENES
from tools.images.pictures import FOLDER, SCALE, Played, enlarged, write

PAGES = sorted(FOLDER.parent.glob("*.md"))


def one_bit(image: Image.Image) -> bytes:
    return image.convert("1").tobytes()


def pixels(path: Path) -> bytes:
    with Image.open(path) as image:
        return one_bit(image)


def test_each_picture_is_what_its_scene_shows_today() -> None:
    stale = [name for name, scene in SCENES.items() if one_bit(enlarged(scene())) != pixels(FOLDER / f"{name}.png")]
    assert not stale, "`make pictures` renews them"


def test_each_picture_stands_on_the_page_of_its_game_and_no_other_is_kept() -> None:
    assert {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.glob("*/*")} == set(SCENES)
    shown = {
        name: page.stem for page in PAGES for name in re.findall(r"\]\(pictures/(.+?)\.png\)", page.read_text("utf-8"))
    }
    assert set(shown) == set(SCENES)
    assert all(name.startswith(f"{page}/") for name, page in shown.items() if page != "README")


def test_a_pixel_of_the_screen_is_a_square_of_the_picture() -> None:
    picture = Played("mastermind").picture(0)
    image = enlarged(picture)
    assert image.size == (WIDTH * SCALE, HEIGHT * SCALE)
    for x in range(WIDTH * SCALE):
        for y in range(HEIGHT * SCALE):
            assert bool(image.getpixel((x, y))) == pixel(picture, x // SCALE, y // SCALE)


def test_writing_makes_them_all_and_removes_others(tmp_path: Path) -> None:
    """`make pictures` renews those that differ."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "old.png").write_bytes(b"")
    write(tmp_path)
    assert {path.relative_to(tmp_path): pixels(path) for path in tmp_path.rglob("*.png")} == {
        path.relative_to(FOLDER): pixels(path) for path in FOLDER.rglob("*.png")
    }
