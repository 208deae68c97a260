"""Who meets whom in the next round of a tournament.

    pair            the next round, from the rounds before and from who plays on
    place_points    what a table's places are worth

Games of two are paired by the Swiss system or each against each (caissify-pairings: the FIDE Dutch system and Berger's tables),
games of three to six in pods.

Laws, whatever the system: everybody who plays on is seated once; nobody has a second bye while somebody has had none; no two meet
again while a round without that exists. In a Swiss tournament nobody has more than two first seats more, or less, than others.
Where a system breaks one of the first three, as the Dutch one can in tiny fields, the round of least cost takes its place. So it
does after the first round of a large field, for which the Dutch system takes minutes.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Final, Literal, NamedTuple

from msgspec import Struct

System = Literal["swiss", "round_robin", "pods"]


class Pairing(Struct, frozen=True):
    """Players at one table, in the order of their seats: the first one begins. One alone has a bye.

    `points`: what each of them got; None until the table has finished.
    """

    players: tuple[str, ...]
    points: tuple[float, ...] | None = None

    @property
    def is_bye(self) -> bool:
        """Whether nobody is met."""
        return len(self.players) == 1


Round = Sequence[Pairing]


class Record(NamedTuple):
    """What one player brings to the next round."""

    points: float
    byes: int
    firsts: int
    """First seats less other seats at tables of two."""
    order: int
    """Rank in the list of players: the earlier, the stronger."""


def place_points(places: Sequence[int]) -> tuple[float, ...]:
    """What the places of one table are worth, from 1 on; who shares a place shares its points. A table of n gives n - 1 for the
    first place and 0 for the last; a table of two 1, 0.5 or 0."""
    worth = [float(len(places) - place) for place in range(1, len(places) + 1)]
    shared = Counter(places)
    return tuple(sum(worth[place - 1 : place - 1 + shared[place]]) / shared[place] for place in places)


def bye_points(system: System, sizes: tuple[int, int]) -> float:
    """What a bye is worth: a win of two, and the middle of a pod."""
    return (sizes[0] - 1) / 2 if system == "pods" else 1.0


def standings(history: Sequence[Round], players: Sequence[str]) -> dict[str, Record]:
    """What each player brings, from all rounds before. A table that has not finished counts as met, without points."""
    found = {}
    for order, player in enumerate(players):
        own = [
            (table, table.players.index(player)) for played in history for table in played if player in table.players
        ]
        seats = [at for table, at in own if len(table.players) == 2]
        found[player] = Record(
            sum(table.points[at] for table, at in own if table.points is not None),
            sum(table.is_bye for table, _ in own),
            sum(1 if at == 0 else -1 for at in seats),
            order,
        )
    return found


def met(history: Sequence[Round]) -> Counter[frozenset[str]]:
    """How often each two have sat at one table."""
    return Counter(frozenset(pair) for played in history for table in played for pair in combinations(table.players, 2))


def pair(
    history: Sequence[Round],
    players: Sequence[str],
    system: System = "swiss",
    *,
    sizes: tuple[int, int] = (2, 2),
    rounds: int | None = None,
) -> tuple[Pairing, ...]:
    """The next round for those who play on, the strongest first: of equal strength the order of `players` counts.

    `history`: all rounds before, with those who have left. `sizes`: how many a table of a pod holds. `rounds`: of the whole
    tournament, where that is known. The same arguments give the same round. Raises ValueError for fewer than two players, and for
    one who stands twice in the list.
    """
    if len(set(players)) != len(players):
        raise ValueError("A player stands twice in the list.")
    if len(players) < 2:
        raise ValueError("A round needs two players.")
    if system == "pods":
        return _pods(history, players, sizes)
    records, before = standings(history, players), met(history)
    matched = _matched(players, records, before)
    made = None
    if system == "round_robin":
        made = _round_robin(history, players)
    elif not history or len(players) <= MOST_DUTCH:
        made = _dutch(history, players, records, before, rounds)
    best = made if made is not None and _cost(made, records, before) <= _cost(matched, records, before) else matched
    # The strongest sit at the first tables; a bye stands last.
    return tuple(sorted(best, key=lambda table: (table.is_bye, *sorted(-records[one].points for one in table.players))))


# Games of two


def _cost(tables: Round, records: dict[str, Record], before: Counter[frozenset[str]]) -> tuple[int, int]:
    """What the laws forbid: byes of those who had more than the others, and second meetings."""
    fewest = min(record.byes for record in records.values())
    byes = sum(records[table.players[0]].byes - fewest for table in tables if table.is_bye)
    again = sum(before[frozenset(table.players)] for table in tables if not table.is_bye)
    return byes, again


MOST_DUTCH: Final = 64
"""Players whom the library pairs in 2 s; 100 take 9 s and 200 more than a minute (measured on a desk's computer)."""
_BYE: Final = ""  # In the place of a player.
_BYE_AGAIN: Final = 10**12
_MEET_AGAIN: Final = 10**9
_FAR: Final = 10
"""What a bye too many, a second meeting, and the square of twice a difference in points cost. All smaller costs of a round add up
to less than one greater one, for up to a thousand players."""


def _matched(
    players: Sequence[str], records: dict[str, Record], before: Counter[frozenset[str]]
) -> tuple[Pairing, ...]:
    """The round of least cost: byes, then second meetings, then the distance in points."""
    import networkx

    graph = networkx.Graph()
    for one, other in combinations(players, 2):
        apart = round(2 * (records[one].points - records[other].points))
        same = records[one].firsts * records[other].firsts > 0
        graph.add_edge(one, other, weight=-(_MEET_AGAIN * before[frozenset((one, other))] + _FAR * apart**2 + same))
    if len(players) % 2:
        last = min(record.points for record in records.values())
        for one in players:
            above = round(2 * (records[one].points - last))  # a bye goes to the lowest
            graph.add_edge(one, _BYE, weight=-(_BYE_AGAIN * records[one].byes + _FAR * above**2))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return tuple(_seated([one for one in two if one != _BYE], records) for two in sorted(map(sorted, pairs)))


def _seated(two: Sequence[str], records: dict[str, Record]) -> Pairing:
    """Who has begun less begins; of equals the stronger one in the odd rounds of the list."""
    return Pairing(tuple(sorted(two, key=lambda one: (records[one].firsts, -records[one].points, records[one].order))))


def _dutch(
    history: Sequence[Round],
    players: Sequence[str],
    records: dict[str, Record],
    before: Counter[frozenset[str]],
    rounds: int | None,
) -> tuple[Pairing, ...] | None:
    """The FIDE Dutch system; None where it seats not all."""
    from caissify_pairings import generate_pairings

    number = {player: at for at, player in enumerate(players, 1)}
    colours: dict[str, list[str]] = {player: [] for player in players}
    floats: dict[str, list[str]] = {player: [] for player in players}
    for at, played in enumerate(history):
        points = {player: record.points for player, record in standings(history[:at], players).items()}
        seen = {player: table for table in played for player in table.players}
        for player in players:
            table = seen.get(player)
            two = table.players if table is not None and len(table.players) == 2 else ()
            colours[player].append(("white", "black")[two.index(player)] if two else "none")
            other = next((one for one in two if one != player), None)
            apart = 0.0 if other is None else points[player] - points.get(other, points[player])
            floats[player].append("down" if apart > 0 else "up" if apart < 0 else "none")
    found = generate_pairings(
        system="dutch",
        players=[
            {
                "id": number[player],
                "name": player,
                "score": records[player].points,
                "rating": 2000 - number[player],
                "starting_number": number[player],
                "color_hist": colours[player],
                "float_history": floats[player],
                "bye_count": records[player].byes,
            }
            for player in players
        ],
        previous_pairings={
            (number[one], number[other]) for one, other in combinations(players, 2) if before[frozenset((one, other))]
        },
        round_number=len(history) + 1,
        total_rounds=max(rounds or 0, len(history) + 1),
    )
    return _complete([(row["white_id"], row["black_id"]) for row in found], players)


def _round_robin(history: Sequence[Round], players: Sequence[str]) -> tuple[Pairing, ...] | None:
    """A round of Berger's tables that repeats nothing; None where the players have changed since the first one."""
    from caissify_pairings import generate_pairings

    rounds = len(players) - 1 + len(players) % 2
    found = generate_pairings(
        system="round_robin",
        players=[
            {"id": at, "name": player, "score": 0.0, "rating": 0, "starting_number": at}
            for at, player in enumerate(players, 1)
        ],
        previous_pairings=set(),
        round_number=len(history) % rounds + 1,
        total_rounds=rounds,
    )
    return _complete([(row["white_id"], row["black_id"]) for row in found], players)


def _complete(pairs: Sequence[tuple[int, int | None]], players: Sequence[str]) -> tuple[Pairing, ...] | None:
    tables = tuple(Pairing(tuple(players[at - 1] for at in two if at is not None)) for two in pairs)
    seated = [player for table in tables for player in table.players]
    return tables if sorted(seated) == sorted(players) and sum(table.is_bye for table in tables) <= 1 else None


# Pods


def _pods(history: Sequence[Round], players: Sequence[str], sizes: tuple[int, int]) -> tuple[Pairing, ...]:
    """Tables of as equal sizes as can be, each of players with as equal points as can be, who have met as little as can be: dealt
    out by points, then bettered by swaps until none helps."""
    records, before = standings(history, players), met(history)
    least, most = sizes
    idle = 0
    while not (tables := _sizes(len(players) - idle, least, most)):
        idle += 1
        if idle == len(players):
            return tuple(Pairing((player,)) for player in players)
    ranked = sorted(players, key=lambda one: (-records[one].points, records[one].order))
    resting = sorted(ranked, key=lambda one: (records[one].byes, records[one].points, -records[one].order))[:idle]
    left = iter([one for one in ranked if one not in resting])
    pods = [[next(left) for _ in range(size)] for size in tables]

    def cost(pod: Sequence[str]) -> float:
        again = sum(before[frozenset(two)] ** 2 for two in combinations(pod, 2))
        apart = sum((records[one].points - records[other].points) ** 2 for one, other in combinations(pod, 2))
        return 1000 * again + apart

    while _swap(pods, cost):
        pass
    seated = [Pairing(tuple(_turned(pod, history))) for pod in pods]
    return (*seated, *(Pairing((player,)) for player in resting))


def _sizes(players: int, least: int, most: int) -> list[int]:
    """As few tables as can be, of equal sizes or with one more, the greater ones first; empty where there are none."""
    for tables in range(-(-players // most), players // least + 1):
        if tables and least <= players // tables and -(-players // tables) <= most:
            return [players // tables + (at < players % tables) for at in range(tables)]
    return []


def _swap(pods: list[list[str]], cost: Callable[[Sequence[str]], float]) -> bool:
    """Make every swap of two players at two tables that lowers the cost, in one pass; whether any did."""
    lowered = False
    for one, other in combinations(pods, 2):
        now = cost(one) + cost(other)
        for i, j in product(range(len(one)), range(len(other))):
            one[i], other[j] = other[j], one[i]
            then = cost(one) + cost(other)
            if then < now:
                now, lowered = then, True
            else:
                one[i], other[j] = other[j], one[i]
    return lowered


def _turned(pod: Sequence[str], history: Sequence[Round]) -> list[str]:
    """The order of the seats: who has sat further in front so far sits further behind."""

    def front(player: str) -> int:
        return sum(-table.players.index(player) for played in history for table in played if player in table.players)

    return sorted(pod, key=front)
