"""The mind of Da Vinci Code: how each level plays and why, what a claim is worth, and how a move that was made is judged.

The rule forbids notes (D16), so the weaker levels differ in what they keep in mind and how far they look, not in luck:
`beginner` goes by the order of a row alone and forgets every wrong claim; `casual` counts all arrangements, forgets all but the
last wrong claims and looks at one claim at a time; `best` forgets nothing, minds what others claim, and weighs a whole turn.

Claims are compared by the chance that they are right, by all that the seat sees and was told, not by bits: a claim that is
certain tells nothing new, and is the best one all the same. In a review a right claim counts 1, a wrong one 0. Drawing,
placing and showing tiles is not reviewed.

The choice to go on or to stop after a right claim is weighed as the strongest bot does, in chances to win the round. These are
high, as they were fitted to games against a simple player: what tells is which of two is larger, and by how much.
"""

from collections.abc import Callable, Mapping
from math import log2
from typing import Any, Final, Literal

from msgspec import structs

from companion.core.game import Step
from companion.core.prompt import Choose, Move, Prompt, RandBelow, sample
from companion.core.seat import Seat, each_seat
from companion.core.words import mean_count, percent
from companion.games.davinci.mind.hidden import (
    SOLVER,
    NamedTile,
    OpenPlaces,
    Posterior,
    Spot,
    by_order,
    open_places,
    posterior,
    spots,
)
from companion.games.davinci.mind.puzzles import DAVINCI_PUZZLES
from companion.games.davinci.mind.turn import (
    START,
    Claim,
    HiddenRow,
    Memory,
    Sight,
    claim_worth,
    claims,
    ends,
    hear,
    observe,
    own,
    plan_claim,
    refuted,
    scarce,
    sight,
    telling,
    ways_left,
    win_chance,
)
from companion.games.davinci.rules import (
    TILE_RANK,
    DavinciView,
    Options,
    TileColour,
    ordinal,
    row_with_dashes,
    tile_front,
    tile_name,
    tile_words,
)
from companion.games.davinci.words import where, with_article
from companion.games.mind import (
    Analysis,
    Best,
    Bot,
    Choice,
    Hints,
    Judgement,
    Mind,
    Moment,
    Promise,
    Reviewer,
    TurnChoice,
)
from companion.games.reasons import cases, sentence


def by_order_only(view: DavinciView, spot: Spot, values: tuple[str, ...]) -> str:
    """Why a claim was chosen that goes by the order of a row alone."""
    name = where(view, Seat(spot[0]), spot[1])
    if len(values) == 1:
        return sentence(
            f"by its open neighbours and the tiles that you see, {name} can only be {with_article(values[0])}"
        )
    could = sentence(
        f"by its open neighbours and the tiles that you see, {name} can have {len(values)} values, and no tile has fewer"
    )
    return f"{could} This player took one of them by luck, without looking at the whole row."


def by_chance(chance: float) -> str:
    """Why a claim was chosen that is the likeliest."""
    if chance > 0.999999:
        return "It can be nothing else, by what you see and remember."
    return f"The chance that this is right is {percent(chance)}, by what you see and remember."


def by_plan(chance: float, claiming: float, stopping: float | None) -> str:
    """Why a claim was chosen that promises the best end of the turn; `stopping` where the seat could stop instead."""
    said = by_chance(chance)
    if stopping is None or chance > 0.999999:
        return said
    return f"{said} {_compared('Going on', claiming, 'stopping', stopping)}"


def to_stop(view: DavinciView, spot: Spot, chance: float, claiming: float | None = None, stopping: float = 0.0) -> str:
    """Why a seat stops."""
    hides = "" if view.clue is None else ", and your new tile stays hidden if you stop"
    said = sentence(
        f"the best claim left, of {where(view, Seat(spot[0]), spot[1])}, is right with a chance of {percent(chance)}{hides}"
    )
    if claiming is None:
        return said
    return f"{said} {_compared('Stopping', stopping, 'going on', claiming)}"


def by_ways_left(ways: Mapping[TileColour, float]) -> str:
    """Why a colour was taken, where the next claim is as likely to be right with either one. `ways`: in how many ways the hidden
    tiles can lie in the mean once it is drawn."""
    (few, fewest), (many, most) = sorted(ways.items(), key=lambda item: item[1])
    if most <= 1:
        return "Either colour will do: no hidden tile is unknown to you, so your next claim is certain."
    if fewest == most:
        return "Either colour will do: your next claim is as likely to be right, and as many ways are left for the hidden tiles."
    less, more = mean_count(fewest), mean_count(most)
    other = f"a {many} one slightly more" if less == more else f"a {many} one about {more}"
    return (
        f"Your next claim is as likely to be right with either colour, but a {few} tile leaves about {less} ways in which the "
        f"hidden tiles can lie, {other}."
    )


def _compared(better: str, value: float, other: str, less: float) -> str:
    """What two choices are worth, as a chance to win the round."""
    if value == less:
        return f"{better} and {other} are as good: each wins an estimated {percent(value)} of such rounds."
    second = "almost as many" if percent(value) == percent(less) else percent(less)
    return f"{better} wins an estimated {percent(value)} of such rounds, {other} {second}."


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
            for seat, row in each_seat(view.rows)
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
    row = tuple((tile.name, tile.exposed) for tile in view.rows[view.seat])
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
    tile = (view.clue.name, bool(view.turn_log) and not view.turn_log[-1].correct)
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


def promise(options: Options, memory: Memory, view: DavinciView, move: Move) -> Promise | None:
    """The chance of a claim, and its bits. To stop, and to draw or place a tile, is not compared."""
    if move["move"] != "deduce":
        return None
    return claim_promise(ways(view, memory, move["seat"], move["position"]), move["value"])


def best(options: Options, memory: Memory, view: DavinciView) -> Best | None:
    """The claim that is right with the greatest chance; of equal ones the first from the left."""
    if view.phase not in ("deduce", "go_on") or view.seat not in view.to_act:
        return None
    found = _found(view, memory)
    first = spots(view)
    claims = [
        (weight, (first[row][0], first[row][1] + at), said)
        for (row, at), values in found.weights.items()
        if row >= 0
        for said, weight in values.items()
    ]
    weight, (seat, position), said = min(claims, key=lambda claim: (-claim[0], claim[1], len(claim[2]), claim[2]))
    move: Move = {"move": "deduce", "seat": seat, "position": position, "value": said}
    return Best(move, _promise(weight / found.total))


def ways(view: DavinciView, memory: Memory, seat: Seat, position: int) -> dict[str, int]:
    """In how many arrangements each value stands at a place of another's row; their sum is the number of arrangements."""
    return {said: int(weight) for said, weight in _found(view, memory).weights[_place(view, seat, position)].items()}


def _place(view: DavinciView, seat: Seat, position: int) -> Spot:
    """A tile as the solver counts rows and places."""
    return next(
        (row, position - start)
        for row, (owner, start) in reversed(list(enumerate(spots(view))))
        if owner == seat and start <= position
    )


def claim_promise(values: dict[str, int], said: str) -> Promise:
    """What a claim promises where the values of a place have these weights."""
    return _promise(values.get(said, 0) / sum(values.values()))


def _promise(chance: float) -> Promise:
    told = sum(-part * log2(part) for part in (chance, 1 - chance) if part > 0)
    return Promise(round(chance, 9), round(told, 9))


def _found(view: DavinciView, memory: Memory) -> Posterior:
    return posterior(open_places(view, refuted(memory.wrong)))


def words(options: Options, memory: Memory, view: DavinciView, move: Move) -> str:
    """The chance of a claim, and in how many arrangements it is right."""
    values = ways(view, memory, move["seat"], move["position"])
    right, total = values.get(move["value"], 0), sum(values.values())
    if right == 0:
        spot, said = (move["seat"], move["position"]), move["value"]
        tile = tile_words(tile_name(view.rows[spot[0]][spot[1]].colour, said))
        return _CANNOT[why_impossible(view, memory, spot, said)].format(tile=tile)
    if right == total:
        return "This is certain, by what you see and were told."
    return f"Right {cases(right / total)}: in {right:,} of {total:,} ways in which the hidden tiles can lie."


Impossible = Literal["seen", "said", "order", "row", "rows", "claims"]
"""Why a claim cannot be right: its tile is in sight; it was said before and was wrong; the known tiles beside it leave no room;
with it the unseen tiles cannot fill that row, or all rows; or wrong claims rule out every way that is left then."""

_CANNOT: Final[dict[Impossible, str]] = {
    "seen": "This cannot be right: you see the {tile} elsewhere.",
    "said": "This cannot be right: the same claim has been wrong before.",
    "order": "This cannot be right: the known tiles beside it leave no room for it.",
    "row": "This cannot be right: with it, the tiles that you do not see could not fill the places beside it.",
    "rows": "This cannot be right: with it, the tiles that you do not see could not fill all the rows.",
    "claims": "This cannot be right: every way in which the hidden tiles could lie with it goes against a wrong claim.",
}


def why_impossible(view: DavinciView, memory: Memory, spot: NamedTile, said: str) -> Impossible:
    """The plainest reason for a claim that cannot be right."""
    tile = view.rows[spot[0]][spot[1]]
    if tile_name(tile.colour, said) in _in_sight(view):
        return "seen"
    if said in refuted(memory.wrong).get(spot, ()):
        return "said"
    if said not in by_order(view).get(spot, ()):
        return "order"
    unclaimed, (number, at) = _without_claims(open_places(view)), _place(view, *spot)
    alone = structs.replace(
        unclaimed, rows=tuple(row if other == number else () for other, row in enumerate(unclaimed.rows)), hand=None
    )
    if said not in posterior(alone).weights[number, at]:
        return "row"
    return "claims" if said in posterior(unclaimed).weights[number, at] else "rows"


def _without_claims(puzzle: OpenPlaces) -> OpenPlaces:
    """The same, as if nothing had been claimed."""
    rows = tuple(tuple(structs.replace(place, refuted=frozenset()) for place in row) for row in puzzle.rows)
    return structs.replace(puzzle, rows=rows)


def _in_sight(view: DavinciView) -> set[str]:
    seen = {tile.name for row in view.rows for tile in row if tile.value is not None}
    if view.clue is not None and view.clue.value is not None:
        seen.add(view.clue.name)
    return seen


def still_possible(options: Options, memory: Memory, view: DavinciView, suggested: Move | None) -> str | None:
    """In how many ways the hidden tiles can lie, and whether a suggested claim is right in all of them."""
    if view.seat is None:
        return None
    found = _found(view, memory)
    count = int(found.total)
    if count == 1:
        return "You know every hidden tile."
    told = f"The hidden tiles can lie in {count:,} ways"
    if suggested is None or suggested["move"] != "deduce":
        return f"{told}."
    spot, said = (suggested["seat"], suggested["position"]), suggested["value"]
    if found.weights[_place(view, *spot)].get(said, 0) < found.total:
        return f"{told}."
    return f"{told}, and it is so in {'both' if count == 2 else 'all'} of them."


DAVINCI_HINTS: Final = Hints("davinci", "chance", promise, best, words, still_possible)


AS_GOOD: Final = 0.01
"""Estimates that differ by less are as good: the bot's model is no finer."""
RIGHT_CLAIM: Final = 0.2
"""What a right claim adds to the chance to win, against a wrong one: 0.17 to 0.23 in the mean of games of bots with 2 to 4 seats.
By this a choice is compared with claims, to find the turning point."""


def weighed_choice(moment: Moment) -> TurnChoice | None:
    """What the choice was worth; None for a move that did not choose between going on and stopping."""
    view, memory, options = moment.view, moment.memory, moment.options
    if view.phase != "go_on":
        return None
    if view.clue is None and options.empty_centre == "reveal":
        return None  # A wrong claim costs a tile of the own choice then (D15), which the bot does not weigh.
    seen = sight(view, memory.wrong, memory)
    after = ends(seen, memory.wrong)
    plan = plan_claim(seen, after)
    going_on, stopping = plan.claiming, plan.stopping
    went_on = moment.move["move"] == "deduce"
    expected = stopping
    if went_on:
        claim = _claim_made(seen, moment.move)
        expected = (plan.made if claim == plan.claim else claim_worth(seen, claim, after)).worth
        going_on = max(going_on, expected)
    cost = max(going_on, stopping) - (going_on if went_on else stopping)
    good = cost == 0 or _alike(going_on, stopping)
    return TurnChoice(
        went_on=went_on,
        going_on=_rounded(going_on),
        stopping=_rounded(stopping),
        good=good,
        expected=_rounded(expected),
        deviation=0.0 if good else _rounded(-cost / RIGHT_CLAIM),
    )


def choice_words(choice: TurnChoice, *, risk: bool) -> str:
    """Which was better, and by how much, as a sentence. `risk`: a wrong claim lays a tile open."""
    going_on, stopping = percent(choice.going_on), percent(choice.stopping)
    if _alike(choice.going_on, choice.stopping):
        said = f"Going on and stopping were as good: each wins an estimated {going_on} of such rounds"
    else:
        stop = choice.stopping > choice.going_on
        better = f"{'Stopping' if stop else 'Going on'} was {'better' if stop == choice.went_on else 'right'}"
        numbers = (stopping, f"going on {going_on}") if stop else (going_on, f"stopping {stopping}")
        why = ", as a wrong claim lays the new tile open" if risk and stop and choice.went_on else ""
        said = f"{better}{why}: it wins an estimated {numbers[0]} of such rounds, {numbers[1]}"
    if choice.went_on and not _alike(choice.going_on, choice.expected):
        said = f"{said}. With this claim, going on wins {percent(choice.expected)}"
    return f"{said}."


def _alike(one: float, other: float) -> bool:
    return abs(one - other) < AS_GOOD or percent(one) == percent(other)


def _rounded(value: float) -> float:
    """To a thousandth, as all numbers of a review."""
    return round(value, 3) + 0.0


def _claim_made(seen: Sight, move: Move) -> Claim:
    spot, said = (move["seat"], move["position"]), move["value"]
    return Claim(spot, said, seen.posterior.chance(spot, said))


SMALL_LOSS: Final = 0.01
"""A claim whose chance was so little below the best one's was as good."""
CERTAIN_CHANCE: Final = 0.999999


def judge(moment: Moment) -> Judgement | None:
    """The judgement of a claim or a stop; None for anything else."""
    name = moment.move["move"]
    if name not in ("deduce", "stop"):
        return None
    top = best(moment.options, moment.memory, moment.view)
    assert top is not None, "a tile is hidden while a turn lasts"
    choice = weighed_choice(moment)
    if name == "stop":
        left = f"The best claim left, {_claim(top, moment)}, {_odds(top)}"
        if moment.view.clue is not None and top.promise.worth <= CERTAIN_CHANCE:
            left = f"{left}, and a wrong one would have laid the new tile open"
        return Judgement("stopped", _with_choice(left, choice, moment), choice=choice)
    target, position, said = moment.move["seat"], moment.move["position"], moment.move["value"]
    values = ways(moment.view, moment.memory, target, position)
    made = claim_promise(values, said)
    right = tile_front(moment.state.rows[target][position].name) == said
    before = int(posterior(open_places(moment.view, refuted(moment.memory.wrong))).total)
    here = values.get(said, 0)
    claim = f"{moment.names[target]}'s {ordinal(position)} tile is {with_article(said)}"
    if not here:
        why = f"{_impossible(moment, target, position, said)}. The claim {_claim(top, moment)} {_odds(top)}"
    elif made.worth > CERTAIN_CHANCE:
        why = f"It was certain, by what {moment.names[moment.seat]} saw and had heard"
    elif made.worth >= top.promise.worth - SMALL_LOSS:
        why = f"It had a chance of {percent(made.worth)}, and no claim had a better one"
    else:
        why = f"It had a chance of {percent(made.worth)}. The claim {_claim(top, moment)} {_odds(top)}"
    return Judgement(
        said=f"{claim}: {'right' if right else 'wrong'}",
        why=_with_choice(why, choice, moment),
        gained=float(right),
        expected=made.worth,
        best=top.promise.worth,
        before=before,
        after=here if right else before - here,
        contradiction=not here,
        choice=choice,
    )


def _with_choice(why: str, choice: TurnChoice | None, moment: Moment) -> str:
    return f"{why}." if choice is None else f"{why}. {choice_words(choice, risk=moment.view.clue is not None)}"


def _impossible(moment: Moment, target: Seat, position: int, said: str) -> str:
    """Why a claim could not be right."""
    match why_impossible(moment.view, moment.memory, (target, position), said):
        case "seen":
            tile = tile_words(tile_name(moment.view.rows[target][position].colour, said))
            return f"It could not be right, as {moment.names[moment.seat]} saw the {tile} elsewhere"
        case "said":
            return "It could not be right, as the same claim had been wrong before"
        case "order":
            return "It could not be right, as the known tiles beside it left no room for it"
        case "row":
            return "It could not be right: with it, the tiles out of sight could not fill the places beside it"
        case "rows":
            return "It could not be right: with it, the tiles out of sight could not fill all the rows"
        case "claims":
            return "It could not be right: every way in which the hidden tiles could lie with it went against a wrong claim"


def _claim(top: Best, moment: Moment) -> str:
    move = top.move
    name = moment.names[move["seat"]]
    return f"that {name}'s {ordinal(move['position'])} tile is {with_article(move['value'])}"


def _odds(top: Best) -> str:
    return "was certain" if top.promise.worth > CERTAIN_CHANCE else f"had a chance of {percent(top.promise.worth)}"


MIND: Final = Mind(
    levels=LEVELS,
    solver=SOLVER,
    analyse=analyse,
    hints=DAVINCI_HINTS,
    reviewer=Reviewer(
        judge,
        "The numbers count right claims. A claim that is right brings 1, a wrong one 0. A claim is expected to bring the chance "
        "that it is right: 0.5 is a right claim in one of two tries. A wrong choice to go on or to stop counts as one right "
        "claim lost for each 20 % of the chance to win the round that it cost.",
        0.3,
        has_choices=True,
    ),
    puzzles=DAVINCI_PUZZLES,
)
