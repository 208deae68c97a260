"""The bots of Da Vinci Code, weakest first, and what a seat can work out (`analyse`).

The rule forbids notes (D16), so the weaker ones differ in what they keep in mind and how far they look, not in luck:
`beginner` goes by the order of a row alone and forgets every wrong claim; `casual` counts all arrangements, forgets all but the
last wrong claims and looks at one claim at a time; `best` forgets nothing, minds what others claim, and weighs a whole turn.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import structs

from companion.bots.bot import Analysis, Bot, Choice
from companion.bots.davinci.reasons import by_chance, by_order_only, by_plan, by_ways_left, to_stop
from companion.core.game import Step
from companion.core.prompt import Choose, Move, Prompt, RandBelow, sample
from companion.games.davinci.moves import TILE_RANK, row_with_dashes, tile_name
from companion.games.davinci.options import Options
from companion.games.davinci.view import DavinciView
from companion.solvers.davinci.colours import scarce, telling, ways_left
from companion.solvers.davinci.memory import START, Memory, hear, observe, refuted
from companion.solvers.davinci.order import by_order
from companion.solvers.davinci.posterior import posterior
from companion.solvers.davinci.turn import Claim, claims, ends, plan_claim, sight
from companion.solvers.davinci.worlds import open_places, spots
from companion.solvers.davinci.worth import HiddenRow, own, win_chance

_REMEMBERED: Final = 2
"""How many wrong claims `casual` remembers."""
BOLD: Final = 0.6
"""`casual` goes on where a claim is right with this chance at least."""
SURE: Final = 0.999999


def analyse(options: Options, memory: Memory, view: DavinciView) -> Analysis:
    """The arrangements that the seat cannot rule out by what it sees and remembers, each as likely as the other."""
    found = posterior(open_places(view, refuted(memory.wrong)))
    first = spots(view)
    at = {(first[row][0], first[row][1] + place): values for (row, place), values in found.weights.items() if row >= 0}
    total = int(found.total)
    return Analysis(
        total,
        tuple(
            tuple(
                {said: weight / total for said, weight in sorted(at[seat, position].items(), key=_by_value)}
                if (seat, position) in at
                else None
                for position in range(len(row))
            )
            for seat, row in enumerate(view.rows)
        ),
    )


def _by_value(item: tuple[str, Any]) -> int:
    return int(item[0]) if item[0] != "-" else len(TILE_RANK)


def _start(options: Options) -> Memory:
    return START


def _observe(options: Options, memory: Memory, view: DavinciView) -> Memory:
    return observe(memory, view)


def _note_announcement(options: Options, memory: Memory, step: Step) -> Memory:
    return hear(memory, step)


Chooser = Callable[[Memory, DavinciView, Prompt, RandBelow], Choice]
"""What a level does in one phase."""


def _taken(colours: tuple[str, ...], pick: RandBelow, why: str) -> Choice:
    return Choice({"move": "take", "colour": colours[pick(len(colours))]}, why)


def _deduced(claim: Claim, why: str) -> Choice:
    seat, position = claim.spot
    return Choice({"move": "deduce", "seat": seat, "position": position, "value": claim.value}, why)


def _weighted(found: list[Claim], pick: RandBelow) -> Claim:
    """One of the claims by luck, the likelier the more often."""
    parts = 1_000_000
    left = float(pick(parts)) / parts * sum(claim.chance for claim in found)
    for claim in found:
        left -= claim.chance
        if left < 0:
            return claim
    return found[-1]


def _any(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    why = {
        "place": "Your tile may stand in any of these places.",
        "arrange": "A dash may stand anywhere.",
        "reveal": "One of your tiles has to be shown.",
    }
    return Choice(sample(prompt, pick), why.get(view.phase, "One tile is as good as another."))


def _any_colour(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    return Choice(sample(prompt, pick), "This player takes either colour, by luck.")


def _claim_by_order(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    """The tile with the fewest values by the order of its row, and any of them; goes on only where there is one."""
    found = {spot: values for spot, values in by_order(view).items() if values}
    spot = min(found, key=lambda spot: (len(found[spot]), spot))
    values = found[spot]
    if view.phase == "go_on" and len(values) > 1:
        return Choice({"move": "stop"}, to_stop(view, spot, 1 / len(values)))
    claim = Claim(spot, values[pick(len(values))], 1 / len(values))
    return _deduced(claim, by_order_only(view, spot, values))


def _claim_by_chance(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    """The likeliest claim, by all arrangements and the last wrong claims; goes on where it is bold enough."""
    found = claims(sight(view, memory.wrong[-_REMEMBERED:]))
    best = found[0]
    if view.phase == "go_on" and best.chance < BOLD:
        return Choice({"move": "stop"}, to_stop(view, best.spot, best.chance))
    if view.clue is None and best.chance < SURE:
        # Nothing new is drawn any more, and what it forgets it would claim again for ever.
        best = _weighted(found, pick)
    return _deduced(best, by_chance(best.chance))


def _claim_by_plan(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    """What promises most by the end of the turn."""
    seen = sight(view, memory.wrong, memory)
    if memory.missed and view.phase == "deduce":
        # Claims of its own that it never heard of were wrong: the same one again would tell nothing.
        claim = _weighted(claims(seen), pick)
        return _deduced(claim, by_chance(claim.chance))
    made = plan_claim(seen, ends(seen, memory.wrong))
    claim = made.claim
    if view.phase == "go_on":
        if made.stopping >= made.claiming:
            return Choice({"move": "stop"}, to_stop(view, claim.spot, claim.chance, made.claiming, made.stopping))
        return _deduced(claim, by_plan(claim.chance, made.claiming, made.stopping))
    return _deduced(claim, by_plan(claim.chance, made.claiming, None))


def _colour_to_draw(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    """First that the own row stays mixed, then how sure the next claim will be, then how few ways are left."""
    if len(scarce(view)) == 1:
        return _colour_that_hides(memory, view, prompt, pick)
    seen = sight(view, memory.wrong, memory)
    colours = telling(seen)
    if len(colours) > 1:
        ways = {colour: ways_left(seen, colour) for colour in colours}
        fewest = tuple(colour for colour in colours if ways[colour] == min(ways.values()))
        return _taken(fewest, pick, by_ways_left(ways))
    return _taken(
        colours, pick, f"With a {colours[0]} tile in hand your next claim is expected to be right more often."
    )


def _colour_that_hides(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    colours = scarce(view)
    assert view.seat is not None, "the public takes no tile"
    if len(colours) > 1:
        why = "Either colour will do now. Later take both: a row of both colours is harder to guess."
        if view.rows[view.seat]:
            why = "Either colour will do: your row has as many black tiles as white ones."
    elif not (view.centre.black and view.centre.white):
        why = f"Only {colours[0]} tiles are left."
    else:
        why = f"You have fewer {colours[0]} tiles, and a row of both colours is harder to guess."
    return _taken(colours, pick, why)


def _placed_best(memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
    """The place, the line-up or the tile shown that leaves the own row hardest to guess."""
    assert isinstance(prompt, Choose), "the own row is chosen from a list"
    values = [round(win_chance(_row_after(memory, view, option.move), [_LIKE]), 6) for option in prompt.options]
    best = [option.move for option, value in zip(prompt.options, values, strict=True) if value == max(values)]
    why = {
        "place": "There your row is hardest to guess.",
        "arrange": "So lined up, your row is hardest to guess.",
        "reveal": "Without this tile the rest of your row is still hardest to guess.",
    }
    return Choice(dict(best[pick(len(best))]), why[view.phase])


_LIKE: Final = HiddenRow(3, 6.0, 1.0, 1.0)
"""A row to be weighed against."""


def _row_after(memory: Memory, view: DavinciView, move: Move) -> HiddenRow:
    """What is hidden of the own row for the others after a move that changes nothing but it."""
    assert view.seat is not None, "the public has no row"
    row = tuple((tile_name(tile.colour, tile.value or ""), tile.exposed) for tile in view.rows[view.seat])
    if move["move"] == "arrange":
        return own(
            view,
            (),
            tuple((tile, False) for tile in row_with_dashes(tuple(name for name, _ in row), tuple(move["positions"]))),
        )
    if move["move"] == "reveal":
        at = move["position"]
        return own(view, memory.wrong, (*row[:at], (row[at][0], True), *row[at + 1 :]))
    assert view.clue is not None, "a place is asked for a tile in hand"
    at = move["position"]
    wrong = tuple(
        structs.replace(said, position=said.position + (said.target == view.seat and said.position >= at))
        for said in memory.wrong
    )
    tile = (tile_name(view.clue.colour, view.clue.value or ""), bool(view.turn_log) and not view.turn_log[-1].correct)
    return own(view, wrong, (*row[:at], tile, *row[at:]))


def _level(name: str, deal: Chooser, draw: Chooser, deduce: Chooser, row: Chooser) -> Bot[Options, DavinciView, Memory]:
    def choose(options: Options, memory: Memory, view: DavinciView, prompt: Prompt, pick: RandBelow) -> Choice:
        match view.phase:
            case "deal":
                return deal(memory, view, prompt, pick)
            case "draw":
                return draw(memory, view, prompt, pick)
            case "deduce" | "go_on":
                return deduce(memory, view, prompt, pick)
            case _:
                return row(memory, view, prompt, pick)

    return Bot(name, _start, _observe, choose, _note_announcement)


BEGINNER: Final = _level("beginner", _any_colour, _any_colour, _claim_by_order, _any)
CASUAL: Final = _level("casual", _colour_that_hides, _any_colour, _claim_by_chance, _any)
BEST: Final = _level("best", _colour_that_hides, _colour_to_draw, _claim_by_plan, _placed_best)

LEVELS: Final[tuple[Bot[Any, Any, Any], ...]] = (BEGINNER, CASUAL, BEST)
"""All but `random`, weakest first."""
