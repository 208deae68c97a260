"""What a seat is asked in Da Vinci Code, from its view; what chance is asked, from the state.

Other seats are called left, across and right, so that each of three has the key on its own side.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from companion.core.prompt import Branch, ChancePrompt, Choose, Dial, Lot, Menu, Option, Prompt, Symbol, Wheel
from companion.core.seat import Seat, seat_number
from companion.games.davinci.moves import (
    DASH,
    DASH_TILES,
    TILE_COLOURS,
    TILE_NUMBERS,
    joining_positions,
    row_with_dashes,
    tile_colour,
    tile_name,
)
from companion.games.davinci.options import Options
from companion.games.davinci.state import State, tiles_dealt
from companion.games.davinci.text import ordinal
from companion.games.davinci.view import DavinciView, view_is_dealing

_ALOUD_HELP: Final = (
    "Say it aloud, too. Nobody may write it down, and the screens delete a wrong claim at the end of the turn. "
)
_DEDUCE_HELP: Final = (
    "Choose a hidden tile of another row, counted from its owner's left, then say what it is. Right: it lies open, and you may "
    "go on or stop. Wrong: your turn ends, and your new tile joins your row open for all to see. "
)
_EMPTY_CENTRE_HELP: Final = {
    "nothing": "No tiles are left to draw, so a wrong claim costs nothing but the turn. ",
    "reveal": "No tiles are left to draw: a wrong claim costs one of your own hidden tiles. ",
}
_POINTS_HELP: Final = (
    "Points: 1 for each right claim, 3 more if it opens the last tile of a row, 5 for winning the round, and for the winner the "
    "sum of their hidden tiles, where a dash counts 0. "
)
_ARRANGE_HELP: Final = (
    "All tiles are taken: line up yours. Numbers rise from left to right; of two equal ones the black tile stands left. A dash "
    "may stand anywhere and is not moved later. You are asked even without a dash, so that the question reveals nothing."
)
_ORDINALS: Final = 6
"""So many choices share three keys in pairs: two ordinals fit a key's box."""
_LAST_SHORT_ORDINAL: Final = 9
_PLACE_HELP: Final = (
    "Numbers rise from left to right; of two equal ones the black tile stands left. A dash may stand anywhere, and a number "
    "on either side of it. You are asked even if there is only one place, so that the question reveals nothing."
)


def prompt(options: Options, view: DavinciView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    match view.phase:
        case "deal" | "draw":
            return _take(view)
        case "arrange":
            return _arrange(view)
        case "place":
            return _place(view)
        case "reveal":
            return _reveal(view)
        case "go_on":
            on = Branch("Go on", "Point at another tile", _deduce(options, view))
            stop = Option({"move": "stop"}, "Stop", "Stop here")
            return Menu(
                "Right! And now?",
                "Go on: point at another tile, of any player. "
                + ("Stop: your new tile joins your row, hidden." if view.clue is not None else "Stop: your turn ends."),
                (on, Branch("Stop", "Stop here", Choose("Stop here", "", (stop,)))),
            )
        case _:
            return _deduce(options, view)


def chance(state: State) -> Prompt | None:
    """D2: each tile left of the colour that was taken, all equally likely."""
    if state.taken is None:
        return None
    return ChancePrompt(
        title=f"A {state.taken} tile",
        lots=tuple(Lot({"move": "draw", "tile": tile}, 1) for tile in state.centre if tile_colour(tile) == state.taken),
        help="Which tile it is; only the player who took it sees it.",
        secret=True,
    )


def rows_in_reach(view: DavinciView) -> tuple[Seat, ...]:
    """D6: the seats whose tiles the view's seat may name, clockwise from its left."""
    assert view.seat is not None, "only a seat deduces"
    clockwise = [(view.seat + step) % view.seats for step in range(1, view.seats)]
    return tuple(seat for seat in clockwise if seat not in view.out)


def side(view: DavinciView, seat: Seat) -> str:
    """Which side another seat is on, as the view's seat sees it."""
    assert view.seat is not None, "only a seat has neighbours"
    steps = (seat - view.seat) % view.seats
    if steps == 1:
        return "left"
    return "right" if steps == view.seats - 1 else "across"


def _take(view: DavinciView) -> Choose:
    assert view.seat is not None, "a seat takes tiles"
    left = {"black": view.centre.black, "white": view.centre.white}
    dealing = view_is_dealing(view)
    help_text = (
        "Take tiles for your secret row, in turn. The backs show their colour; all see it, and only you see the front."
        + (" All line up their rows when they have their tiles." if view.advanced else "")
        if dealing
        else "The backs show the colour; only you see the front. Then you point at another player's tile and say what it is. "
        "Right: your new tile can join your row hidden. Wrong: it joins open."
    )
    return Choose(
        f"Take a tile {len(view.rows[view.seat]) + 1}/{tiles_dealt(view.seats)}" if dealing else "Draw a tile",
        help_text,
        tuple(
            Option({"move": "take", "colour": colour}, colour.capitalize(), f"A {colour} tile")
            for colour in TILE_COLOURS
            if left[colour]
        ),  # D2: a colour that has run out cannot be chosen
    )


def _arrange(view: DavinciView) -> Choose:
    """D14: every order that the seat's own tiles can have."""
    assert view.seat is not None, "a seat lines up its own row"
    tiles = tuple(tile_name(tile.colour, tile.value or "") for tile in view.rows[view.seat])
    dashes = sum(tile in DASH_TILES for tile in tiles)
    return Choose(
        "Line up your row",
        _ARRANGE_HELP,
        tuple(
            Option(
                {"move": "arrange", "positions": list(positions)},
                _arrange_label(positions),
                " ".join(row_with_dashes(tiles, positions)),
            )
            for positions in permutations(range(len(tiles)), dashes)
        ),
    )


def _arrange_label(positions: tuple[int, ...]) -> str:
    # Numbers, as above the row: two ordinals with a line between them do not fit a key's box.
    return ",".join(str(position + 1) for position in positions) or "OK"


def _place(view: DavinciView) -> Choose:
    assert view.seat is not None, "only a seat has a row"
    assert view.clue is not None, "a position is asked for a tile in hand"
    row = view.rows[view.seat]
    tiles = tuple(tile_name(tile.colour, tile.value or "") for tile in row)
    tile = tile_name(view.clue.colour, view.clue.value or "")
    positions = joining_positions(tiles, tile)  # D13
    labels = position_labels(positions, len(tiles) + 1) if len(positions) > 1 else ("Add it",)
    options = []
    for position, label in zip(positions, labels, strict=True):
        before = tiles[position - 1] if position else ""
        after = tiles[position] if position < len(tiles) else ""
        options.append(Option({"move": "place", "position": position}, label, _between(before, after, position)))
    return Choose("Add your tile", _PLACE_HELP, tuple(options))


def _between(before: str, after: str, position: int) -> str:
    if before and after:
        return f"{position + 1}: from {before} to {after}"
    if before:
        return f"{position + 1}: at the right end"
    return f"{position + 1}: at the left end" if after else "1: the first tile"


def _reveal(view: DavinciView) -> Choose:
    assert view.seat is not None, "only a seat has tiles"
    row = view.rows[view.seat]
    standing = tuple(position for position, tile in enumerate(row) if not tile.exposed)
    return Choose(
        "Show which tile?",
        "The centre is empty, so a wrong claim costs one of your hidden tiles; you choose which. A player who shows the last "
        "one is out.",
        tuple(
            Option({"move": "reveal", "position": position}, label, f"Show your {ordinal(position)}?")
            for position, label in zip(standing, position_labels(standing, len(row)), strict=True)
        ),
        confirm=True,
        accept="Show",
    )


def position_labels(positions: Sequence[int], length: int) -> tuple[str, ...]:
    """What the keys call some positions of a row of `length` tiles. Only few ordinals fit beside each other above a key."""
    short = len(positions) > _ORDINALS or length > _LAST_SHORT_ORDINAL
    return tuple(str(position + 1) if short else ordinal(position) for position in positions)


def _deduce(options: Options, view: DavinciView) -> Prompt:
    reached = rows_in_reach(view)
    help_text = (
        (_DEDUCE_HELP if view.clue is not None else _EMPTY_CENTRE_HELP[options.empty_centre])
        + _POINTS_HELP
        + _ALOUD_HELP
    )
    dials = [_dial(view, seat, help_text) for seat in reached]
    if len(dials) == 1:
        return dials[0]
    return Menu(
        "Whose tile?",
        help_text,
        tuple(
            Branch(side(view, seat).capitalize(), f"Seat {seat_number(seat)}, {side(view, seat)}", dial)
            for seat, dial in zip(reached, dials, strict=True)
        ),
    )


def _dial(view: DavinciView, target: Seat, help_text: str) -> Dial:
    row = view.rows[target]
    standing = tuple(position for position, tile in enumerate(row) if not tile.exposed)  # D6
    tiles = tuple(
        Symbol(position, label, ordinal(position))
        for position, label in zip(standing, position_labels(standing, len(row)), strict=True)
    )
    values = tuple(Symbol(number, number, number) for number in TILE_NUMBERS)
    if view.advanced:
        values = (Symbol(DASH, DASH, "dash"), *values)  # a group "8 – 11" would not show it at its end
    return Dial(
        title="Claim this?",
        help=help_text,
        move="deduce",
        wheels=(Wheel("position", "Which tile?", tiles), Wheel("value", "What is it?", values)),
        fixed=(("seat", target),),
        accept="Claim",
    )
