"""What a seat is asked in Da Vinci Code, from its view; what chance is asked, from the state.

Other seats are named by where they sit (left, across, right), so that with three of them each has the key on its side.
"""

from itertools import permutations
from typing import Final

from companion.core.prompt import Branch, ChancePrompt, Choose, Dial, Lot, Menu, Option, Prompt, Symbol, Wheel
from companion.core.seat import Seat, seat_number
from companion.games.davinci.rules import Options, State
from companion.games.davinci.tiles import COLOURS, DASH, DASHES, NUMBERS, colour, joints, lined_up, named
from companion.games.davinci.view import TableView, is_dealing

PLACES: Final = "abcdefghijklmn"
"""How a screen calls the places of another's row; letters, so that none is taken for a number."""

ALOUD: Final = (
    "Say it aloud, too: nobody may write it down, and the screens forget a wrong claim when the turn is over. "
)
DEDUCE_HELP: Final = (
    "Choose a standing tile of another row by its letter, then say what it is. Right: it lies open, and you may go on or "
    "stop. Wrong: your turn ends, and your new tile joins your row open for all to see. "
)
DEDUCE_EMPTY: Final = {
    "nothing": "No tiles are left to draw, so a wrong claim costs nothing but the turn. ",
    "reveal": "No tiles are left to draw: a wrong claim costs one of your own standing tiles. ",
}
POINTS: Final = (
    "Points: 1 for each right claim, 3 more where it lays the last tile of a row open, 5 for winning the round, and to the "
    "winner the sum of the own tiles still hidden, a dash being 0. "
)
ARRANGE_HELP: Final = (
    "All have their tiles: line up yours. Numbers rise from left to right; of two equal ones the black tile stands left. A dash "
    "may stand anywhere, and stays there. You are asked even without a dash, so that nobody learns anything."
)
ORDER_HELP: Final = (
    "Numbers rise from left to right; of two equal ones the black tile stands left. A dash may stand anywhere, and a number "
    "on either side of it. You are asked even where there is one place only, so that nobody learns anything."
)


def prompt(options: Options, view: TableView) -> Prompt | None:
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
            on = Branch("go on", "Point at another tile", _deduce(options, view))
            stop = Option({"move": "stop"}, "stop", "Stop here")
            return Menu(
                "Right! Go on or stop?",
                "go on: point at another tile, of anybody. stop: your new tile joins your row, and nobody sees what it is.",
                (on, Branch("stop", "Stop here", Choose("Stop here", "", (stop,)))),
            )
        case _:
            return _deduce(options, view)


def chance(state: State) -> Prompt | None:
    """D2: each tile left of the colour that was taken, all alike. In the set-up of standard play all see where it joins."""
    if state.taken is None:
        return None
    return ChancePrompt(
        title=f"A {state.taken} tile",
        lots=tuple(Lot({"move": "draw", "tile": tile}, 1) for tile in state.centre if colour(tile) == state.taken),
        help="Which tile it is; only the player who took it sees it.",
        secret=True,
    )


def targets(view: TableView) -> tuple[Seat, ...]:
    """D6: whom the view's seat may point at, clockwise, so from its left."""
    assert view.seat is not None, "the public points at nobody"
    clockwise = [(view.seat + step) % view.seats for step in range(1, view.seats)]
    return tuple(seat for seat in clockwise if seat not in view.out)


def side(view: TableView, seat: Seat) -> str:
    """Where another seat sits, seen from the view's own."""
    assert view.seat is not None, "the public sits nowhere"
    steps = (seat - view.seat) % view.seats
    if steps == 1:
        return "left"
    return "right" if steps == view.seats - 1 else "across"


def _take(view: TableView) -> Choose:
    left = {"black": view.centre.black, "white": view.centre.white}
    dealing = is_dealing(view)
    help_text = (
        "Take tiles for your secret row, in turn. The backs show their colour; all see it, and only you see the front."
        + (" All line up their rows when they have their tiles." if view.advanced else "")
        if dealing
        else "Draw your clue tile: the backs show the colour, and only you see the front. A right claim lets you hide it in "
        "your row; a wrong one puts it there open for all to see."
    )
    return Choose(
        "Take a tile" if dealing else "Draw your clue tile",
        help_text,
        tuple(
            Option({"move": "take", "colour": colour}, colour, f"A {colour} tile") for colour in COLOURS if left[colour]
        ),  # D2: a colour that has run out cannot be chosen
    )


def _arrange(view: TableView) -> Choose:
    """D14: every way in which the own tiles can stand."""
    assert view.seat is not None, "rows are lined up by those who sit behind them"
    tiles = tuple(named(tile.colour, tile.value or "") for tile in view.rows[view.seat])
    dashes = sum(tile in DASHES for tile in tiles)
    ways = permutations(range(len(tiles)), dashes)
    return Choose(
        "Line up your row",
        ARRANGE_HELP,
        tuple(
            Option({"move": "arrange", "positions": list(positions)}, "line up", " ".join(lined_up(tiles, positions)))
            for positions in ways
        ),
    )


def _place(view: TableView) -> Choose:
    assert view.seat is not None, "places are asked of seats"
    assert view.clue is not None, "a place is asked for a tile in hand"
    row = view.rows[view.seat]
    tiles = tuple(named(tile.colour, tile.value or "") for tile in row)
    tile = named(view.clue.colour, view.clue.value or "")
    options = []
    for position in joints(tiles, tile):  # D13
        before = tiles[position - 1] if position else ""
        after = tiles[position] if position < len(tiles) else ""
        options.append(
            Option({"move": "place", "position": position}, f"{before}|{after}", _between(before, after, position))
        )
    return Choose(f"Where does {tile} join?", ORDER_HELP, tuple(options))


def _between(before: str, after: str, position: int) -> str:
    if before and after:
        return f"{position + 1}: from {before} to {after}"
    if before:
        return f"{position + 1}: at the right end"
    return f"{position + 1}: at the left end" if after else "1: the first tile"


def _reveal(view: TableView) -> Choose:
    assert view.seat is not None, "only a seat has tiles"
    return Choose(
        "Show a tile of yours",
        "The centre is empty, so a wrong claim costs one of your own standing tiles, which one you choose. Who shows the "
        "last one is out.",
        tuple(
            Option(
                {"move": "reveal", "position": position},
                named(tile.colour, tile.value or ""),
                f"Your {tile.colour} {'dash' if tile.value == DASH else tile.value}",
            )
            for position, tile in enumerate(view.rows[view.seat])
            if not tile.exposed
        ),
        confirm=True,
    )


def _deduce(options: Options, view: TableView) -> Prompt:
    reached = targets(view)
    help_text = (DEDUCE_HELP if view.clue is not None else DEDUCE_EMPTY[options.empty_centre]) + POINTS + ALOUD
    dials = [_dial(view, seat, help_text, len(reached) == 1) for seat in reached]
    if len(dials) == 1:
        return dials[0]
    return Menu(
        "Point at whose row?",
        help_text,
        tuple(
            Branch(side(view, seat), f"Seat {seat_number(seat)}, {side(view, seat)}", dial)
            for seat, dial in zip(reached, dials, strict=True)
        ),
    )


def _dial(view: TableView, target: Seat, help_text: str, only: bool) -> Dial:
    tiles = tuple(
        Symbol(position, PLACES[position], f"{PLACES[position]}, {tile.colour}")
        for position, tile in enumerate(view.rows[target])
        if not tile.exposed  # D6
    )
    values = tuple(Symbol(number, number, number) for number in NUMBERS)
    if view.advanced:
        values = (*values, Symbol(DASH, DASH, "dash"))
    where = "" if only else f"{side(view, target).capitalize()}: "
    return Dial(
        title="Name a tile of theirs" if only else f"{where}name a tile",
        help=help_text,
        move="deduce",
        wheels=(Wheel("position", "Tile", tiles), Wheel("value", "Says", values)),
        fixed=(("seat", target),),
    )
