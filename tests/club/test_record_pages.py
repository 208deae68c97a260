"""The pages of results and players over HTTP: what everybody reads, what an organiser changes, and what nobody else can."""

import html
import json
import re

import pytest

from companion.club.database import GameResult
from companion.club.results import PAGE, Results
from tests.club.games import stored
from tests.club.site import Answer, Site

pytestmark = pytest.mark.process

HOSTILE = ("<script>x", "\"'><b>", "'; DROP --", "a&b=c%20d/?", "אבג דהו", "{{ 7*7 }}")
"""What people may be called; the fonts of the screens have no right-to-left letters today."""


def links(page: Answer, start: str) -> list[str]:
    """Where a page leads, among what begins so."""
    return [html.unescape(one) for one in re.findall(r'href="([^"]*)"', page.text) if one.startswith(start)]


def fields(result: str = "1 0", won: str = "0", **more: str) -> dict[str, str]:
    """The fields of a change."""
    scores = {f"score-{seat}": score for seat, score in enumerate(result.split(" "))}
    return scores | {f"won-{seat}": "yes" for seat in won.split()} | {"version": "0", "reason": "Read wrong"} | more


def test_everybody_reads_and_an_organiser_changes_results(served: Site) -> None:
    uuid = stored(served.database, names=("Ann", "Bob"))
    path = f"/results/{uuid}"
    visitor, olga = served.visitor(), served.organiser()
    assert links(visitor.get("/results"), path) == [path]
    assert '<form method="post"' not in visitor.get(path).text
    page = olga.submit(f"{path}/change", fields("7,5 -2", "0 1"), path)
    assert page.told == "The result is changed."
    assert olga.get(path).told == "", "it is said once"
    seen = visitor.get(path).text
    assert all(word in seen for word in ("Read wrong", "Olga", "7.5", "-2", "By the moves"))
    (game,) = json.loads(visitor.get("/api/games").text)
    assert game["corrected"]
    assert (game["correction"]["scores"], game["correction"]["winners"]) == ([7.5, -2], [0, 1])
    assert "corrected" in visitor.get("/results").text
    again = olga.submit(f"{path}/change", fields("1 1", struck="yes"), path)
    assert again.status == 400
    assert again.fault.startswith("Somebody else has changed this result")
    page = olga.submit(f"{path}/undo", {"version": "1"}, path)
    assert page.told == "The last change is taken back."
    assert not json.loads(visitor.get("/api/games").text)[0]["corrected"]


@pytest.mark.parametrize(
    "wrong", [{"score-0": "NaN"}, {"score-1": "1e3"}, {"score-0": ""}, {"reason": " "}, {"version": "x"}]
)
def test_a_form_that_is_wrong_keeps_what_was_typed(served: Site, wrong: dict[str, str]) -> None:
    path = f"/results/{stored(served.database)}"
    olga = served.organiser()
    typed = fields("123 456", reason='"><script>alert(1)</script>') | wrong
    page = olga.submit(f"{path}/change", typed, path)
    assert page.status == 400
    assert page.fault
    assert "<script>alert" not in page.text
    for name, value in typed.items():
        if name.startswith("score"):
            assert f'name="{name}" value="{value}"' in page.text
    assert not json.loads(olga.get("/api/games").text)[0]["corrected"]


def test_nobody_else_changes_anything(served: Site) -> None:
    uuid = stored(served.database, names=("Ann", "Bob"))
    olga, stranger = served.organiser(), served.visitor()
    stranger.get("/login")
    secrets = (stranger.get("/login").csrf, olga.get("/").csrf, "")
    for path in (f"/results/{uuid}/change", f"/results/{uuid}/undo", "/player/forget"):
        for secret in secrets:
            sent = fields() | {"name": "Ann", "sure": "Ann", "csrf": secret}
            assert stranger.post(path, sent).status == 403
        assert olga.post(path, fields() | {"name": "Ann", "sure": "Ann"}).status == 403
        assert olga.get(path).status == 405
    kept = dict(olga.cookies)
    olga.post("/logout", {"csrf": secrets[1]})
    olga.cookies = kept
    assert olga.post(f"/results/{uuid}/change", fields() | {"csrf": secrets[1]}).status == 403
    (game,) = json.loads(stranger.get("/api/games").text)
    assert (game["corrected"], game["line"]["players"]) == (False, ["Ann", "Bob"])


def test_games_are_filtered_and_turned_over(served: Site) -> None:
    ids = [stored(served.database, names=("Ann", "Bob"), seed=seed % 5) for seed in range(PAGE + 1)]
    stored(served.database, table="table-2", names=("Cleo", "Bob"), kind="davinci")
    visitor = served.visitor()
    page = visitor.get("/results?player=Ann&table=table-1&game=mastermind")
    assert links(page, "/results/") == [f"/results/{uuid}" for uuid in reversed(ids[1:])]
    (older,) = links(page, "/results?")
    page = visitor.get(older)
    assert links(page, "/results/") == [f"/results/{ids[0]}"]
    assert links(page, "/results?") == ["/results?player=Ann&table=table-1&game=mastermind"]
    for query in (
        "before=x",
        "before=99999999999",
        "player=%00",
        "player=" + 70 * "x",
        "game=%27%20OR%201=1",
        "table=%ff",
    ):
        assert visitor.get(f"/results?{query}").status == 200


def test_players_are_shown_with_their_games_and_forgotten(served: Site) -> None:
    for won in range(2):
        uuid = stored(served.database, names=("Ann", "Bob"))
        Results(served.database).change(uuid, 0, GameResult((9, won), (0,)), "Olga", "known", 0.0)
    visitor, olga = served.visitor(), served.organiser()
    ann, bob = json.loads(visitor.get("/api/players").text)
    assert (ann["name"], ann["games"], ann["wins"], ann["ratings"]["mastermind"]["games"]) == ("Ann", 2, 2, 2)
    assert ann["ratings"]["mastermind"]["rating"] > bob["ratings"]["mastermind"]["rating"]
    assert links(visitor.get("/players"), "/player?") == ["/player?name=Ann", "/player?name=Bob"]
    page = visitor.get("/player?name=Ann")
    assert len(links(page, "/results/")) == 2
    assert str(ann["ratings"]["mastermind"]["rating"]) in page.text
    assert visitor.get("/player?name=ann").status == visitor.get("/player").status == 404
    page = olga.submit("/player/forget", {"name": "Ann", "sure": "ann"}, "/player?name=Ann")
    assert (page.status, page.fault) == (400, "Write the name once more, exactly as it stands above.")
    page = olga.submit("/player/forget", {"name": "Ann", "sure": "Ann"}, "/player?name=Ann")
    assert page.told == "One player is forgotten, who is called Somebody now in 2 games."
    assert links(page, "/player?") == ["/player?name=Bob"]
    for path in ("/results", "/players", f"/results/{uuid}", "/api/games", "/api/players", "/player?name=Bob"):
        assert "Ann" not in visitor.get(path).text.replace("Answer", "")


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_a_player_is_called(served: Site, name: str) -> None:
    uuid = stored(served.database, names=(name, "Bob"))
    olga = served.organiser()
    safe = html.escape(name).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
    for path in ("/results", "/players", f"/results/{uuid}"):
        text = olga.get(path).text
        assert safe in text
        assert name == html.unescape(safe)
        assert safe == name or name not in text
    (mine,) = [one for one in links(olga.get("/players"), "/player?") if one != "/player?name=Bob"]
    page = olga.get(mine)
    assert (page.status, f"<h1><bdi>{safe}</bdi></h1>" in page.text) == (200, True)
    assert olga.submit("/player/forget", {"name": name, "sure": name}, mine).told.startswith("One player")


def test_what_is_not_there_is_told(served: Site) -> None:
    for path in ("/results/none", "/results/%00", "/results/" + 70 * "x", "/player?name=%00"):
        page = served.visitor().get(path)
        assert (page.status, "<h1>That is not possible</h1>" in page.text) == (404, True)
