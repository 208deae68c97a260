"""What happens in a game of Da Vinci Code, in words: titles, claims, the event line, and wrong claims.

A wrong claim is announced to everybody, once, when it is made. Invariant (D16): it is in the text only while its turn lasts,
since views hold it no longer after it; so players must remember what was announced.
"""

from collections.abc import Iterator

from msgspec import structs

from companion.core.game import Announcement, Event, Step
from companion.core.moves import MoveRecord, told
from companion.core.prompt import Move
from companion.core.screen import title_with_name
from companion.core.seat import CHANCE, Seat, each_seat
from companion.core.words import listed, scores_in_words, who_wins
from companion.games.davinci.rules import (
    DASH,
    Arrange,
    DavinciView,
    Deduce,
    Deduction,
    Options,
    PlaceTile,
    Reveal,
    ShownTile,
    ordinal,
    row_with_dashes,
    tile_names,
    tile_words,
)


def owned(view: DavinciView, seat: Seat, names: tuple[str, ...]) -> str:
    """Whose a thing is: "Bob's", or "Your" for the view's own seat."""
    return "Your" if seat == view.seat else f"{names[seat]}'s"


def pointed_at(view: DavinciView, place: Move, names: tuple[str, ...]) -> tuple[str, str]:
    """The tile about which a claim is being made: as in Bob's 3rd tile, or your 3rd tile."""
    seat, tile = place["seat"], f"{ordinal(place['position'])} tile"
    return ("", f"your {tile}") if seat == view.seat else (names[seat], f"'s {tile}")


def verdict(said: Deduction) -> str:
    """Whether a claim was right, in a word."""
    return "right" if said.correct else "wrong"


def status(view: DavinciView, names: tuple[str, ...]) -> str:
    """The title of a seat that waits, or of a game that is over."""
    name = names[view.turn_of]
    match view.phase:
        case "over":
            return _won(view, names)
        case "deal" | "draw" if view.turn_of == view.seat:
            return "Your tile comes"
        case "deal":
            return title_with_name(name, " takes a tile", "'s turn")
        case "arrange":
            waiting = [seat for seat in view.to_act if seat != CHANCE]
            if len(waiting) == 1:
                return title_with_name(names[waiting[0]], " lines up", "'s turn")
            return "All line up rows" if len(waiting) == view.seats else "Others line up"
        case "draw":
            return title_with_name(name, " draws a tile", "'s turn")
        case "deduce":
            return title_with_name(name, " guesses", "'s turn")
        case "go_on":
            return title_with_name(name, " may go on", "'s turn")
        case "place":
            return title_with_name(name, " adds a tile", "'s turn")
        case _:
            return title_with_name(name, " shows a tile", "'s turn")


def _won(view: DavinciView, names: tuple[str, ...]) -> str:
    winners = view.winners or ()
    if view.rounds == 1:
        return "You win!" if view.seat in winners else title_with_name(names[winners[0]], " wins")
    score = view.scores[winners[0]]
    if len(winners) > 1:
        return f"A shared win, {score}"
    return (
        f"You win with {score}"
        if view.seat in winners
        else title_with_name(names[winners[0]], f" wins, {score}", " wins")
    )


def claim_sentence(said: Deduction, names: tuple[str, ...]) -> str:
    """A claim and its verdict, as in: Ann called Bob's 3rd tile an 8: wrong."""
    claim = Deduce(said.target, said.position, said.value)
    tile = f"{names[said.target]}'s {ordinal(said.position)} tile"
    return f"{names[said.seat]} {told(claim, its_tile=tile, front=with_article(said.value))}: {verdict(said)}."


def _claimed(view: DavinciView, said: Deduction, names: tuple[str, ...]) -> str:
    """The same, and whom it has put out."""
    out = [seat for seat in (said.target, said.seat) if seat in view.out and view.phase != "over"]
    return " ".join((claim_sentence(said, names), *(f"{names[seat]} is out." for seat in out)))


def with_article(front: str) -> str:
    """What a tile shows, as in: an 8, a dash."""
    if front == DASH:
        return "a dash"
    return f"an {front}" if front in ("8", "11") else f"a {front}"


def where(view: DavinciView, seat: Seat, position: int) -> str:
    """A tile of another's row, as the screens call it."""
    if view.seats == 2:
        return f"the {ordinal(position)} tile"
    return f"the {ordinal(position)} tile of the player {'' if view.side(seat) == 'across' else 'on your '}{view.side(seat)}"


def named(view: DavinciView, made: MoveRecord) -> dict[str, str]:
    """What a suggestion calls the things that a move of the view's seat names."""
    match made:
        case Deduce(seat, position, value):
            return {"its_tile": where(view, seat, position), "front": with_article(value)}
        case PlaceTile(position):
            return {"between": _between(_own_row(view), position)}
        case Arrange(positions):
            return {"row": ", ".join(map(tile_words, row_with_dashes(_own_row(view), positions)))}
        case Reveal(position):
            return {"ordinal": ordinal(position)}
        case _:
            return {}


def _own_row(view: DavinciView) -> tuple[str, ...]:
    assert view.seat is not None, "a seat is asked"
    return tile_names(view.rows[view.seat])


def _between(row: tuple[str, ...], position: int) -> str:
    """Where a tile stands that joins the row."""
    if position == 0:
        return "at the left end"
    if position == len(row):
        return "at the right end"
    return f"between the {tile_words(row[position - 1])} and the {tile_words(row[position])}"


def describe(options: Options, view: DavinciView, names: tuple[str, ...]) -> str:
    """The public view's last event as one sentence."""
    name = names[view.turn_of]
    said = view.turn_log[-1:] if options.memory_aid else view.this_turn[-1:]
    claimed = f"{_claimed(view, said[0], names)} " if said else ""
    match view.phase:
        case "over":
            return claimed + ending(options, view, names)
        case "deal":
            taken = sum(map(len, view.rows))
            so_far = f" Dealt so far: {taken}." if taken else ""
            return f"{_beginning(view)}{name} takes a tile for the start.{so_far}"
        case "arrange":
            waiting = [names[seat] for seat in view.to_act if seat != "chance"]
            who = " and ".join(filter(None, (", ".join(waiting[:-1]), waiting[-1])))
            return f"All have their tiles; {who} {'lines' if len(waiting) == 1 else 'line'} them up."
        case "draw":
            return f"{claimed}{name} draws: {_centre(view)}."
        case "deduce" if view.clue is None:
            return f"{claimed}The centre is empty; {name} points at a tile."
        case "deduce":
            return (
                f"{claimed}{name} has drawn a {view.clue.colour} tile and points at a tile." if view.clue else claimed
            )
        case "go_on":
            return f"{claimed}{name} may go on or stop."
        case "place":
            return f"{claimed}{name}'s tile joins the row."
        case _:
            return f"{claimed}{name} must show a tile."


def _beginning(view: DavinciView) -> str:
    return f"Round {view.round} of {view.rounds} begins. " if view.rounds > 1 else ""


def _centre(view: DavinciView) -> str:
    left = [(count, colour) for count, colour in ((view.centre.black, "black"), (view.centre.white, "white")) if count]
    if not left:
        return "no tile is left"
    left.sort(key=lambda one: one[0] > 1)  # a single one first, since the noun is that of the last
    tiles = "tile" if left[-1][0] == 1 else "tiles"
    are = "is" if sum(count for count, _ in left) == 1 else "are"
    return f"{listed(f'{count} {colour}' for count, colour in left)} {tiles} {are} left"


def ending(options: Options, view: DavinciView, names: tuple[str, ...]) -> str:
    """Who has the last secret tile, or of several rounds the most points."""
    winners = view.winners or ()
    wins = who_wins(winners, names, view.seat)
    if view.rounds > 1:
        return f"{wins} the tournament with the most points: {scores_in_words(view.scores, names, view.seat)}."
    if view.seat is None or view.seat in winners:
        return f"{wins}: the last with a secret tile."
    return f"{wins}: all your tiles lie open."


def happened(options: Options, before: DavinciView, after: DavinciView, names: tuple[str, ...]) -> Event | None:
    """What a move did: a claim, a tile that was taken, drawn, added or shown, and whom that put out; or the end of a round."""
    did = _happened(options, before, after, names)
    out = next((seat for seat in after.out if seat not in before.out), None)
    if did is None or out is None or after.phase == "over":
        return did
    return structs.replace(did, text=f"{did.text} {names[out]} is out: all tiles are open.", stays=False, out=out)


def _happened(options: Options, before: DavinciView, after: DavinciView, names: tuple[str, ...]) -> Event | None:
    actor = before.turn_of
    name = names[actor]
    if after.round > before.round:
        return Event(f"Round {before.round} is over: {scores_in_words(after.scores, names, None)}.", None)
    said = after.turn_log[-1:]
    claim = f"{claim_sentence(said[0], names)} " if said and said != before.turn_log[-1:] else ""
    if after.phase == "over":
        return Event(claim + ending(options, after, names), actor)
    # D16: the log does not say which claim it was.
    wrong = f"{name} made a wrong claim: remember which one."
    if claim:
        forgets = not (said[0].correct or options.memory_aid)
        return Event(claim.rstrip(), actor, once=wrong if forgets else "")
    if after.clue is not None and (before.clue is None or before.phase == "draw") and after.phase != "draw":
        return Event(f"{name} drew a {after.clue.colour} tile.", actor, stays=True)
    tile = _joined(before, after)
    if tile is not None and tile.exposed:  # D9: the claim was wrong
        opened = f"{name}'s new tile lies open: a {_tile_words(tile)}."
        told_before = before.phase == "place"
        return Event(opened, actor, stays=True, once="" if told_before else f"{wrong} {opened}")
    if before.phase == "deduce":  # D15: with no tile in hand; a right claim was told above
        return Event(wrong, actor)
    if before.phase == "go_on" and after.turn_of != actor:
        # D15, D16: with no tile in hand a wrong claim that nobody lists leaves the same view as a stop.
        is_sure = tile is not None or options.memory_aid or options.empty_centre == "reveal"
        return Event(f"{name} stopped." if is_sure else f"{name}'s turn is over.", actor)
    if tile is not None:
        return Event(f"{name}'s new tile is in the row.", actor, stays=True)
    shown = next(_shown(before, after), None)
    return None if shown is None else Event(f"{names[shown[0]]} showed a tile: {shown[1]}.", shown[0])


def _shown(before: DavinciView, after: DavinciView) -> Iterator[tuple[Seat, str]]:
    """The tiles that lie open since the move, and whose they are."""
    for seat, (was, row) in each_seat(zip(before.rows, after.rows, strict=True)):
        if len(was) == len(row):
            for old, tile in zip(was, row, strict=True):
                if tile.exposed and not old.exposed and tile.value is not None:
                    yield seat, f"a {_tile_words(tile)}"


def _tile_words(tile: ShownTile) -> str:
    """An open tile, as in: black 9, or: white dash."""
    return f"{tile.colour} {'dash' if tile.value == DASH else tile.value}"


def announce(
    options: Options, before: DavinciView, step: Step, after: DavinciView, names: tuple[str, ...]
) -> Announcement | None:
    """A wrong claim, what it cost, and what follows now; None for every other move."""
    match step:
        case seat, {"move": "deduce", "seat": int(target), "position": int(position), "value": str(value)} if (
            seat != CHANCE
        ):
            if after.round == before.round and not after.rows[target][position].exposed:
                said = claim_sentence(Deduction(seat, Seat(target), position, value, correct=False), names)
                return Announcement(f"{said} {_opened(before, after, names)}".rstrip(), _follows(after, seat, names))
        case _:
            pass
    return None


def _opened(before: DavinciView, after: DavinciView, names: tuple[str, ...]) -> str:
    """What a wrong claim cost: the new tile, if it has joined the row open; empty where it has not, or not yet."""
    tile = _joined(before, after)
    return f"{names[before.turn_of]}'s {_tile_words(tile)} lies open." if tile is not None and tile.exposed else ""


def _joined(before: DavinciView, after: DavinciView) -> ShownTile | None:
    """The tile that was in hand before and has joined the row of its player; None: there is none."""
    if before.clue is None or after.clue is not None or after.joined is None:
        return None
    return after.rows[after.joined.seat][after.joined.position]


def _follows(after: DavinciView, seat: Seat, names: tuple[str, ...]) -> str:
    """What the player does next who was wrong, or who comes next."""
    match after.phase:
        case "place":
            return f"{names[seat]} adds the new tile, open."
        case "reveal":
            return f"{names[seat]} shows a tile."
        case _:
            return f"{names[after.turn_of]} is next."
