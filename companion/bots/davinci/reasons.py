"""The reasons of the bots of Da Vinci Code in sentences, made from what the seat itself knows."""

from collections.abc import Mapping

from companion.core.wording.mean_count import mean_count
from companion.core.wording.percent import percent
from companion.games.davinci.moves import TileColour
from companion.games.davinci.prompts import side
from companion.games.davinci.text import ordinal, with_article
from companion.games.davinci.view import DavinciView
from companion.solvers.davinci.open_places import Spot


def where(view: DavinciView, spot: Spot) -> str:
    """A tile of another's row, as the screens call it."""
    seat, position = spot
    if view.seats == 2:
        return f"the {ordinal(position)} tile"
    return f"the {ordinal(position)} tile of the player {'' if side(view, seat) == 'across' else 'on your '}{side(view, seat)}"


def as_sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def by_order_only(view: DavinciView, spot: Spot, values: tuple[str, ...]) -> str:
    """Why a claim was chosen that goes by the order of a row alone."""
    name = where(view, spot)
    if len(values) == 1:
        return as_sentence(
            f"by its open neighbours and the tiles that you see, {name} can only be {with_article(values[0])}"
        )
    could = as_sentence(
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
    said = as_sentence(
        f"the best claim left, of {where(view, spot)}, is right with a chance of {percent(chance)}{hides}"
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
