"""Tournaments: any legal events keep the laws, and what rules, tie-breaks and lists say."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.pairing import System
from companion.club.tournament import (
    Added,
    Assigned,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    Closed,
    Created,
    Drafted,
    Entered,
    Event,
    Finished,
    Happened,
    OrderedAgain,
    Recalled,
    Released,
    Renamed,
    Reopened,
    Returned,
    Seated,
    Swapped,
    TableChanged,
    Tournament,
    Withdrawn,
    apply,
    csv_text,
    event_json,
    event_text,
    fair_options,
    fold,
    is_ranking,
    next_round,
    pairings_csv,
    places_of,
    players_csv,
    possible_sizes,
    proposed,
    read_event,
    read_names,
    renamed_event,
    standings_csv,
    time_text,
)
from companion.core.errors import RuleError
from companion.games.catalog import CATALOG

UUID = "5f1c7a52-0d3c-4d5e-9d7a-6f3a2b1c0d9e"
NAMES = tuple(f"Player {number}" for number in range(40))


class Told:
    """A tournament that is told events; `happened` are those it took."""

    def __init__(self, *events: Event, minutes: int | None = None, **created: Any) -> None:
        made = Created("Cup", **({"system": "swiss", "game": "mastermind", "minutes": minutes} | created))
        self.happened = [Happened(0, 1000.0, "olga", made)]
        self.now = fold(UUID, self.happened)
        self.tell(*events)

    def tell(self, *events: Event) -> Tournament:
        for event in events:
            happened = Happened(self.now.events, 1000.0 + self.now.events, "olga", event)
            self.now = apply(self.now, happened)
            self.happened.append(happened)
        return self.now

    def released(self) -> Tournament:
        return self.tell(next_round(self.now), Released())

    def played(self, *results: Sequence[int]) -> Tournament:
        """A round in which each table has the result in its turn, or the first seat wins."""
        played = self.released().rounds[-1].pairings
        given = iter(results)
        for at, one in enumerate(played):
            if not one.is_bye:
                places = tuple(next(given, range(1, len(one.players) + 1)))
                self.tell(Entered(len(self.now.rounds) - 1, at, places))
        return self.tell(Closed())


SYSTEMS: tuple[tuple[System, tuple[int, int], str], ...] = (
    ("swiss", (2, 2), "mastermind"),
    ("round_robin", (2, 2), "mastermind"),
    ("pods", (3, 4), "davinci"),
)


def laws(before: Tournament, now: Tournament, event: Event) -> None:
    """What holds after every event."""
    for pairings in (*(one.pairings for one in now.rounds), now.draft or ()):
        seated = [player for one in pairings for player in one.players]
        assert len(seated) == len({*seated}), "nobody sits twice"
        assert all(one.order == "" or len(one.players) > 1 for one in pairings)
    for one in now.draft or ():
        assert not any(now.players[player].is_out for player in one.players)
        assert (one.order, one.places) == ("", None)
    grown = {Released: 1, Recalled: -1}.get(type(event), 0)
    assert len(now.rounds) == len(before.rounds) + grown
    assert all(one.since <= len(now.rounds) for one in now.players)
    for old, new in zip(before.rounds, now.rounds, strict=False):
        same = [one.players for one in old.pairings] == [one.players for one in new.pairings]
        assert same or (not old.is_closed and before.draft is None and isinstance(event, Seated | Swapped))
        if before.draft is not None and not isinstance(event, Entered | Reopened):
            assert old == new, "a draft changes nothing that was released"
    orders = [one.order for played in now.rounds for one in played.pairings if one.order]
    assert len(orders) == len({*orders})
    points = sum(one.points for one in now.standings)
    shared = sum(sum(now.points(one) or ()) for played in now.rounds for one in played.pairings)
    assert points == pytest.approx(shared), "every result and every bye counts once"
    assert sorted(one.player for one in now.standings) == list(range(len(now.players)))


KINDS = (
    *("draft", "release", "play", "close", "play", "draft", "release", "close"),  # so that some rounds are played
    *("swap", "seat", "table", "withdraw", "return", "add", "clock", "again", "correct", "name", "game", "strike"),
    *("recall", "reopen", "pause", "resume", "finish"),
)


def drawn(data: st.DataObject, kind: str, now: Tournament) -> Event:
    """Some event of a kind, which may not be possible now. Raises RuleError where there is none."""
    player, at = data.draw(st.integers(0, 8)), data.draw(st.integers(0, 4))
    match kind:
        case "draft":
            return next_round(now)
        case "release":
            return Released()
        case "play" | "correct":
            number = max(len(now.rounds) - 1 - (data.draw(st.integers(0, 2)) if kind == "correct" else 0), 0)
            pairings = now.rounds[number].pairings if now.rounds else ()
            count = len(pairings[at].players) if at < len(pairings) else 2
            return Entered(number, at, tuple(data.draw(st.permutations(range(1, count + 1)))))
        case "game":
            return Entered(max(len(now.rounds) - 1, 0), at, data.draw(st.sampled_from(((1, 2), (1, 2, 3)))), "a game")
        case "strike":
            return Entered(max(len(now.rounds) - 1, 0), at, None, "a game")
        case "close":
            return Closed()
        case "swap":
            return Swapped(player, data.draw(st.integers(0, 8)))
        case "seat":
            some = data.draw(st.lists(st.integers(0, 8), max_size=4, unique=True))
            return Seated(data.draw(st.none() | st.integers(0, 4)), tuple(some))
        case "table":
            return TableChanged(at, data.draw(st.sampled_from((None, "table-1", "table-9"))))
        case "withdraw":
            return Withdrawn(player)
        case "return":
            return Returned(player)
        case "add":
            return Added(NAMES[len(now.players) : len(now.players) + 1 + at % 2])
        case "clock":
            return ClockStarted()
        case "again":
            return OrderedAgain(at)
        case "recall":
            return Recalled()
        case "reopen":
            return Reopened()
        case "pause":
            return ClockPaused()
        case "resume":
            return ClockResumed()
        case "finish":
            return Finished()
        case _:
            return Renamed(player, f"New {now.events}")


@given(st.data())
def test_any_events_keep_the_laws_and_their_fold_is_the_state(data: st.DataObject) -> None:
    system, sizes, game = data.draw(st.sampled_from(SYSTEMS))
    told = Told(Added(NAMES[:5]), Assigned(("table-1", "table-2")), system=system, sizes=sizes, game=game, minutes=20)
    for kind in data.draw(st.lists(st.sampled_from(KINDS), min_size=10, max_size=40)):
        now = told.now
        try:
            event = drawn(data, kind, now)
            told.tell(event)
        except RuleError:
            assert told.now is now
            continue
        laws(now, told.now, event)
        assert event_text(now, event)
        if kind == "draft":
            assert told.now.unseated(told.now.draft or ()) == (), "everybody who plays on is seated"
    stored = [Happened(one.number, one.at, one.who, read_event(event_json(one.event))) for one in told.happened]
    assert fold(UUID, stored) == told.now


def test_a_whole_tournament_and_its_tie_breaks() -> None:
    told = Told(Added(("A", "B", "C", "D")))
    told.played()
    told.played()
    last = told.played((1, 1))
    first = last.standings[0]
    points = {last.name(one.player): one.points for one in last.standings}
    assert sum(points.values()) == 6.0
    # Worked out by hand from who met whom.
    met: dict[int, list[int]] = {at: [] for at in range(4)}
    for played in last.rounds:
        for one in played.pairings:
            met[one.players[0]].append(one.players[1])
            met[one.players[1]].append(one.players[0])
    by_player = {one.player: one.points for one in last.standings}
    for row in last.standings:
        others = sorted(by_player[other] for other in met[row.player])
        assert row.ties == (others[1], sum(others))
    assert first.place == 1
    told.tell(Finished())
    with pytest.raises(RuleError, match="finished"):
        told.tell(Added(("E",)))


def test_tie_breaks_of_round_robin_and_of_pods() -> None:
    told = Told(Added(("A", "B", "C")), system="round_robin")
    assert told.now.planned == 3
    for _ in range(3):
        told.played()
    won = {
        at: {one.players[1] for played in told.now.rounds for one in played.pairings if not one.is_bye and one.players[0] == at}
        for at in range(3)
    }  # fmt: skip
    points = {one.player: one.points for one in told.now.standings}
    assert points == {at: 1.0 + len(won[at]) for at in range(3)}, "each has one bye"
    for row in told.now.standings:
        assert row.ties == (points[row.player] + sum(points[other] for other in won[row.player]), len(won[row.player]))
        assert row.played == 2
    pods = Told(Added(NAMES[:6]), system="pods", sizes=(3, 4), game="davinci")
    after = pods.played((1, 2, 3), (1, 1, 3))
    assert [one.points for one in after.standings] == [2.0, 1.5, 1.5, 1.0, 0.0, 0.0]
    assert [one.place for one in after.standings] == [1, 2, 2, 4, 5, 5]
    assert [one.ties for one in after.standings][::3] == [(1.0, 0.0), (0.0, 1.0)]


def test_who_comes_late_or_leaves() -> None:
    told = Told(Added(("A", "B", "C")), Assigned(("table-1", "table-2")))
    now = told.released()
    bye = next(at for at, one in enumerate(now.rounds[0].pairings) if one.is_bye)
    alone = now.rounds[0].pairings[bye].players
    assert now.standings[0].points == 1.0, "the bye counts as soon as it is released"
    # Somebody comes late and meets who has the bye, at a table that is free.
    told.tell(Added(("Late",)))
    now = told.tell(Seated(bye, (*alone, 3)))
    assert now.rounds[0].pairings[bye].table == "table-2"
    assert now.standings[0].points == 0.0
    assert now.players[3].since == 1
    # Who leaves keeps the table; the result is entered.
    told.tell(Withdrawn(0))
    for at in range(2):
        told.tell(Entered(0, at, (2, 1) if told.now.rounds[0].pairings[at].players[0] == 0 else (1, 2)))
    told.tell(Closed())
    told.tell(next_round(told.now))
    assert told.now.draft is not None
    assert all(0 not in one.players for one in told.now.draft)
    # Of a draft with somebody who leaves then, nothing is released.
    told.tell(Withdrawn(3))
    assert told.now.draft is None
    with pytest.raises(RuleError, match="no draft"):
        told.tell(Released())
    told.tell(Returned(0))
    assert sorted(player for players in next_round(told.now).pairings for player in players) == [0, 1, 2]


def test_a_change_by_hand_gives_another_order_and_a_result_forbids_it() -> None:
    told = Told(Added(("A", "B", "C", "D")), Assigned(("table-1", "table-2")))
    first, second = told.released().rounds[0].pairings
    assert (first.table, second.table) == ("table-1", "table-2")
    swapped = told.tell(Swapped(first.players[0], second.players[0])).rounds[0].pairings
    assert swapped[0].players == (second.players[0], first.players[1])
    assert {one.order for one in swapped}.isdisjoint({first.order, second.order})
    moved = told.tell(TableChanged(0, "table-3")).rounds[0].pairings
    assert (moved[0].table, moved[1]) == ("table-3", swapped[1])
    assert moved[0].order != swapped[0].order
    with pytest.raises(RuleError, match="play at Table 2"):
        told.tell(TableChanged(0, "table-2"))
    told.tell(Entered(0, 0, (1, 2)))
    one, other = moved[0].players
    for forbidden in (
        Swapped(one, other),
        Swapped(one, first.players[0]),
        Seated(0, (one,)),
        TableChanged(0, "table-4"),
    ):
        with pytest.raises(RuleError, match="have a result"):
            told.tell(forbidden)
    again = told.tell(OrderedAgain(0)).rounds[0].pairings[0]
    assert (again.places, again.order == moved[0].order) == (None, False)
    with pytest.raises(RuleError, match="and 1 more"):
        told.tell(Closed())


def test_a_correction_after_the_next_draft_changes_no_pairing() -> None:
    told = Told(Added(NAMES[:8]), Assigned(("table-1",)))
    told.played()
    told.tell(next_round(told.now))
    draft = told.now.draft
    corrected = told.tell(Entered(0, 0, (2, 1)))
    assert corrected.draft == draft
    assert corrected.standings != fold(UUID, told.happened[:-1]).standings
    assert [one.table for one in draft or ()] == ["table-1", None, None, None]


def test_a_release_is_taken_back_while_there_is_no_result() -> None:
    told = Told(Added(("A", "B", "C", "D")), Assigned(("table-1", "table-2")))
    told.tell(next_round(told.now))
    draft = told.now.draft
    released = told.tell(Released())
    told.tell(Added(("Late",)))
    assert (told.tell(Recalled()).draft, told.now.rounds, told.now.players[4].since) == (draft, (), 0)
    again = told.tell(Released())
    orders = {one.order for now in (released, again) for one in now.rounds[0].pairings}
    assert len(orders) == 4, "a game of the release before counts for nothing"
    told.tell(Entered(0, 0, (1, 2)))
    with pytest.raises(RuleError, match="have a result: order their game again"):
        told.tell(Recalled())
    left = told.now.rounds[0].pairings[0].players[0]
    told.tell(OrderedAgain(0), Withdrawn(left), Recalled())
    assert (told.now.draft, told.now.rounds) == (None, ()), "nobody sits in a draft who has left"


def test_a_round_is_opened_again_until_the_next_is_released() -> None:
    told = Told(Added(("A", "B")), minutes=20)
    with pytest.raises(RuleError, match="No round is closed"):
        told.tell(Reopened())
    told.played()
    closed = told.tell(Finished())
    assert told.tell(Reopened()).is_finished is False
    told.tell(next_round(told.now))
    opened = told.tell(Reopened())
    assert (opened.draft, opened.running) == (None, opened.rounds[0])
    assert opened.rounds[0].pairings == closed.rounds[0].pairings
    told.tell(OrderedAgain(0), Entered(0, 0, (2, 1)), Closed())
    told.released()
    with pytest.raises(RuleError, match="No round is closed"):
        told.tell(Reopened())


def test_the_clock_is_paused_and_goes_on() -> None:
    told = Told(Added(("A", "B")), minutes=20)
    told.released()
    for event in (ClockPaused(), ClockResumed()):
        with pytest.raises(RuleError, match="clock"):
            told.tell(event)
    began = told.tell(ClockStarted()).deadline
    paused = told.tell(ClockPaused())
    assert (paused.deadline, paused.left) == (None, 1199.0)
    with pytest.raises(RuleError, match="No clock runs"):
        told.tell(ClockPaused())
    told.tell(Added(("C",)), Added(("D",)))
    resumed = told.tell(ClockResumed())
    assert began is not None
    assert (resumed.deadline, resumed.left) == (began + 3, None), "for three seconds it stood still"
    told.tell(ClockPaused())
    assert told.tell(ClockStarted()).deadline == told.happened[-1].at + 1200
    assert [time_text(each) for each in (0, 59.1, 3600)] == ["00:00", "01:00", "1:00:00"]


def test_a_result_that_a_game_brought_is_that_games() -> None:
    told = Told(Added(NAMES[:4]), Assigned(("table-1", "table-2")))
    told.released()
    told.tell(Entered(0, 0, (1, 2), "game 1"), Entered(0, 1, (1, 2)))
    assert event_text(told.now, Entered(0, 0, (2, 1), "game 1")).startswith("corrected the result")
    with pytest.raises(RuleError, match="corrected on that game's page"):
        proposed(told.now, Entered(0, 0, (2, 1)))
    for at, game in ((0, "game 2"), (1, "game 2")):
        with pytest.raises(RuleError, match="have a result"):
            told.tell(Entered(0, at, (2, 1), game))
    told.tell(Entered(0, 0, (2, 1), "game 1"), Closed(), Entered(0, 0, None, "game 1"))
    one = told.now.rounds[0].pairings[0]
    assert (one.is_open, one.is_ordered, one.game) == (True, False, "game 1")
    assert told.now.standings[0].points == 1.0
    # Whoever goes on without that result has other standings.
    for event in (Drafted(((0, 1), (2, 3))), Finished()):
        with pytest.raises(RuleError, match="Round 1 waits for the result"):
            told.tell(event)
    by_hand = proposed(told.now, Entered(0, 0, (1, 1)))
    assert told.tell(by_hand).rounds[0].pairings[0].game is None
    with pytest.raises(RuleError, match="have a result"):
        told.tell(Entered(0, 0, (2, 1), "game 1"))
    told.tell(Finished(), Entered(0, 1, (2, 1)))
    with pytest.raises(RuleError, match="place from 1 on"):
        told.tell(Entered(0, 0, None))


def test_the_clock_begins_when_the_organiser_says_so() -> None:
    told = Told(Added(("A", "B")), minutes=20)
    assert told.released().deadline is None
    assert told.tell(ClockStarted()).deadline == told.happened[-1].at + 1200
    assert told.tell(Entered(0, 0, (2, 2)), Closed()).deadline is None
    with pytest.raises(RuleError, match="without a clock"):
        Told(Added(("A", "B"))).tell(ClockStarted())


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((2, 1), (0,), (1, 2)),
        ((3, 3), (0, 1), (1, 1)),
        ((3, 5), (0,), (1, 2)),  # the fewest rows win
        ((0, 0), (), (1, 1)),
        ((0, 0, 0), (2,), (2, 2, 1)),
        ((4, 9, 7, 7), (1,), (4, 1, 2, 2)),
        ((1, 0, 1, 0), (0, 2), (1, 3, 1, 3)),
    ],
)
def test_places_come_from_winners_and_scores(scores: Any, winners: Any, places: Any) -> None:
    assert places_of(scores, winners) == places
    assert is_ranking(places)


@pytest.mark.parametrize("wrong", [(1, 3), (2, 1, 2), (0, 1), (1,), (1, 2, 3), (3, 3)])
def test_a_result_that_is_no_ranking_is_refused(wrong: tuple[int, ...]) -> None:
    told = Told(Added(("A", "B")))
    told.released()
    with pytest.raises(RuleError, match="place from 1 on"):
        told.tell(Entered(0, 0, wrong))
    told.tell(Entered(0, 0, (2, 2)))
    assert [one.points for one in told.now.standings] == [0.0, 0.0], "both have lost"


@pytest.mark.parametrize("game", CATALOG, ids=lambda game: game.name)
def test_every_game_has_a_system_that_fits(game: Any) -> None:
    for system in ("swiss", "pods"):
        sizes = possible_sizes(game, system)
        if sizes is not None:
            proposed(None, Created("Cup", system, game.name, fair_options(game), sizes))
    assert possible_sizes(game, "swiss") == (2, 2)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Added(("Ann", "ann")), "already"),
        (Added(("A" * 13,)), "13 letters"),
        (Added(("<script>",)), "cannot be typed"),
        (Added(("A\u202eB",)), "cannot draw"),
        (Added(("",)), "0 letters"),
        (Added(()), "Nobody"),
        (Renamed(9, "Ann"), "no such player"),
        (Assigned(("table-1", "table-1")), "twice"),
        (Assigned(("club",)), "no name"),
        (Drafted(((0, 0),)), "twice"),
        (Drafted(((0, 1), (1, 2))), "another table"),
        (Drafted(((0, 1, 2),)), "At most 2"),
        (Released(), "no draft"),
        (Closed(), "No round"),
        (Created("Cup", "swiss", "mastermind"), "already"),
        (Swapped(0, 1), "No round"),
        (Entered(0, 0, (1, 2)), "no round 1"),
    ],
)
def test_what_cannot_happen_is_refused_in_one_sentence(event: Event, why: str) -> None:
    told = Told(Added(("A", "B", "C")))
    with pytest.raises(RuleError, match=why):
        told.tell(proposed(told.now, event))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"game": "chess"}, "no game"),
        ({"options": {"nonsense": 1}}, "no option"),
        ({"sizes": (3, 4)}, "not for"),
        ({"rounds": 0}, "rounds"),
        ({"minutes": -1}, "minutes"),
        ({"name": ""}, "letters"),
        ({"name": "x" * 61}, "letters"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_not_made(more: dict[str, Any], why: str) -> None:
    values = {"name": "Cup", "system": "swiss", "game": "mastermind"} | more
    with pytest.raises(RuleError, match=why):
        apply(None, Happened(0, 1.0, "olga", proposed(None, Created(**values))), UUID)


@pytest.mark.parametrize(
    "text",
    [
        "Ann\nBob\r\n\n  Cleo \n",
        "\ufeffNr,Name\n1,Ann\n2,Bob\n3,Cleo\n",
        "Club;NAME;x\n;Ann;\n;Bob;\n;Cleo\n",
        "name\nAnn\nBob\nCleo",
        '"Ann"\n"Bob"\n"Cleo"\n',
    ],
)
def test_names_are_read_from_lists_and_tables(text: str) -> None:
    assert read_names(text) == ("Ann", "Bob", "Cleo")


def test_no_cell_is_a_formula_and_names_come_back() -> None:
    assert csv_text([("=1+1", "@x", "-1", "+1", "\t=2", "a,b", 2.5)]) == "'=1+1,'@x,'-1,'+1,'\t=2,\"a,b\",2.5\r\n"
    told = Told(Added(("-Ann", "Bob")), Assigned(("table-1",)))
    told.played()
    assert read_names(players_csv(told.now)) == ("-Ann", "Bob")
    assert "1,table-1,1," in pairings_csv(told.now)
    assert standings_csv(told.now).startswith("place,name,points,median,buchholz,played\r\n1,")


def test_a_name_that_is_forgotten_never_was() -> None:
    told = Told(Added(("Ann", "Bob")), Added(("Cleo",)), Renamed(2, "Cleopatra"))
    count = 0
    forgotten = []
    for one in told.happened:
        forgotten.append(Happened(one.number, one.at, one.who, renamed_event(one.event, 2, count, "Somebody 3")))
        count += len(one.event.names) if isinstance(one.event, Added) else 0
    assert "Cleo" not in "".join(event_json(one.event) for one in forgotten)
    assert [one.name for one in fold(UUID, forgotten).players] == ["Ann", "Bob", "Somebody 3"]
