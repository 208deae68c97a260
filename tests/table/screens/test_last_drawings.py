"""What a place saw last is drawn anew exactly when the game, its state or whose view it is has changed."""

from companion.core.screen import Rendering
from companion.table.screens.last_drawings import LastDrawings


def test_one_state_is_drawn_once_for_each_place_and_another_state_anew() -> None:
    made: list[str] = []
    drawings = LastDrawings()
    opened, begun, moved = object(), object(), object()

    def title(place: int, state: object, seat: int | None = 0, game: object = opened) -> str:
        def draw() -> Rendering:
            made.append(f"drawing {len(made)}")
            return Rendering(made[-1], ())

        return drawings.of(place, game, state, seat, draw).status

    assert [title(0, begun), title(0, begun)] == ["drawing 0", "drawing 0"]
    assert title(1, begun, 1) == "drawing 1"
    assert title(0, begun) == "drawing 0"
    assert title(0, moved) == "drawing 2"
    assert title(0, moved, None) == "drawing 3", "a spectator sees less than a player"
    assert title(0, moved, None, object()) == "drawing 4"
    assert title(1, begun, 1) == "drawing 1"
