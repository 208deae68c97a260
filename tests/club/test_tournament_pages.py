"""The pages of tournaments: what they allow and to whom, in a real browser, and a whole tournament played through them."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.club.database import Database
from companion.club.organisers import Organisers
from companion.club.tournaments import Tournaments
from tests.browser import new_page, patient
from tests.club.brokers import Broker
from tests.club.games import stored
from tests.club.running import RunningClub, club, playing_tables
from tests.club.site import PASSWORD, Answer, Site, Visitor
from tests.web.access.axe import violations_in_both_schemes
from tests.web.touch.targets import WIDER

pytestmark = pytest.mark.process

HOSTILE = '<img src=x onerror="alert(1)">\u05d0=1+1'
CUP = {"game": "mastermind", "system": "swiss", "name": "Cup", "minutes": "20"}
MADE = "/tournaments/new?game=mastermind&system=swiss"
VIEWS = ("", "/screen", *(f"/print/{what}" for what in ("names", "tables", "slips", "standings", "codes")))


class Organised:
    """A tournament and an organiser's browser."""

    def __init__(self, served: Site, **more: str) -> None:
        self.browser: Visitor = served.organiser()
        made = self.browser.submit("/tournaments/new", CUP | more, MADE)
        found = re.search(r'action="(/tournaments/[0-9a-f-]{36})"', made.text)
        assert found is not None, made.text
        self.path = found[1]

    def do(self, what: str, **fields: str) -> Answer:
        return self.browser.submit(self.path, {"do": what} | fields)

    def begin(self, names: str = "Ann\nBob\nCleo\nDan") -> None:
        """The first round is released."""
        self.do("add", names=names)
        self.do("assign", tables="table-1, table-2")
        self.do("draft")
        assert self.do("release").told.endswith("released round 1.")


def test_an_organiser_leads_a_tournament_by_forms_alone(served: Site) -> None:
    cup = Organised(served)
    again = cup.do("add", names="Ann\nBob\nann")
    assert (again.status, "already" in again.fault) == (400, True)
    assert ">Ann\nBob\nann</textarea>" in again.text, "what was typed is kept"
    cup.begin("number,name\n1,Ann\n2,Bob\n3,Cleo\n")
    assert cup.do("swap", one="0", other="1").told == "Done: Olga had Ann and Bob change seats."
    assert "waits for the result" in cup.do("close").fault
    assert cup.do("result", round="0", pairing="0", result="2-1").told.endswith("0 : 1.")
    assert cup.do("clock").status == 200
    assert cup.do("close").told == "Done: Olga closed round 1."
    assert cup.do("add", names="Late").status == 200
    cup.do("draft")
    assert cup.do("withdraw", player="0").told.endswith("The draft is dropped: make it anew.")
    cup.do("result", round="0", pairing="0", result="1-2")
    assert "corrected the result" in cup.browser.get(f"{cup.path}/trail").text
    for wrong in ("nonsense", "", "created"):
        assert cup.do(wrong).status == 400
    for what, fields in (
        ("swap", {}),
        ("result", {"round": "0", "pairing": "99", "result": "1-2"}),
        ("table", {"pairing": "x"}),
    ):
        assert cup.do(what, **fields).fault
    assert cup.do("finish").told == "Done: Olga finished the tournament."


def test_a_result_that_a_game_brought_is_corrected_on_the_games_page(served: Site) -> None:
    cup = Organised(served)
    cup.begin("Ann\nBob")
    told = json.loads(cup.browser.get(f"/api{cup.path}").text)
    names, known = tuple(told["rounds"][0]["pairings"][0]["players"]), Tournaments(served.database)
    order = known.get(told["id"]).rounds[0].pairings[0].order
    game = stored(served.database, names=names, order=order)
    asyncio.run(known.settle())
    page = cup.browser.get(cup.path).text
    assert (f'href="/results/{game}"' in page, 'name="result"' in page) == (True, False)
    assert "corrected on that game's page" in cup.do("result", round="0", pairing="0", result="1-2").fault
    path = f"/results/{game}"
    assert f'href="{cup.path}">' in served.visitor().get(path).text
    change = {"score-0": "1", "score-1": "2", "won-0": "y", "version": "0", "reason": "Misread"}
    assert cup.browser.submit(f"{path}/change", change, path).told == (
        "The result is changed, and the tournament's with it."
    )
    told = json.loads(cup.browser.get(f"/api{cup.path}").text)
    assert [row["points"] for row in told["standings"]] == [1.0, 0.0]
    assert "Olga</bdi></b> corrected the result of" in cup.browser.get(f"{cup.path}/trail").text
    version = re.search(r'name="version" value="(\d+)"', cup.browser.get(path).text)
    assert version is not None
    cup.browser.submit(f"{path}/change", change | {"struck": "y", "version": version[1]}, path)
    assert "its game is struck out" in cup.browser.get(cup.path).text
    assert cup.do("result", round="0", pairing="0", result="1-2").status == 200
    assert "It stays" in cup.browser.get(path).text


def test_slips_of_an_organiser_are_taken_back_by_forms(served: Site) -> None:
    cup = Organised(served)
    cup.begin("Ann\nBob")
    buttons = ("Take the release back", "Pause the clock", "Let the clock go on", "Open round 1 again")

    def offered(page: Answer) -> list[str]:
        return [one for one in buttons if f"<button>{one}</button>" in page.text]

    assert offered(cup.do("clock")) == [buttons[0], buttons[1]]
    paused = cup.do("pause")
    assert ("<b>20:00</b> paused" in paused.text, offered(paused)) == (True, [buttons[0], buttons[2]])
    assert json.loads(cup.browser.get(f"/api{cup.path}").text)["rounds"][0]["paused"] == served.seconds
    served.seconds += 60
    assert f'data-deadline="{served.seconds + 1200}"' in cup.do("resume").text
    assert "Draft of round 1" in cup.do("recall").text
    cup.do("release")
    cup.do("result", round="0", pairing="0", result="1-2")
    assert offered(cup.do("close")) == [buttons[3]]
    assert "<button>Open the tournament again</button>" in cup.do("finish").text
    assert "<button>Finish the tournament</button>" in cup.do("reopen").text
    cup.do("draft")
    assert cup.do("reopen").told == "Done: Olga opened round 1 again. The draft is dropped: make it anew."


def test_a_tournament_is_deleted_by_its_name_and_not_by_a_slip(served: Site) -> None:
    cup, everybody = Organised(served, name=HOSTILE), served.visitor()
    csrf = everybody.get("/login").csrf
    for who in (everybody, cup.browser):
        assert who.post(f"{cup.path}/delete", {"sure": HOSTILE, "csrf": csrf}).status == 403
    assert "Delete this tournament" not in everybody.get(cup.path).text
    wrong = cup.browser.submit(f"{cup.path}/delete", {"sure": HOSTILE[:-1]}, cup.path)
    assert (wrong.status, "once more" in wrong.fault) == (400, True)
    done = cup.browser.submit(f"{cup.path}/delete", {"sure": f" {HOSTILE} "}, cup.path)
    assert done.told == f"{HOSTILE} is deleted."
    assert "There is no tournament yet" in done.text
    assert everybody.get(cup.path).status == 404


@pytest.mark.parametrize(
    "file",
    [
        b"name;club\r\nZo\xc3\xab;A\r\nBob;B\r\n",
        b"\xef\xbb\xbfZo\xc3\xab\nBob",
        "Zoë\r\nBob\r\n".encode("cp1252"),
    ],
)
def test_players_come_from_a_file(served: Site, file: bytes) -> None:
    cup = Organised(served)
    assert "added Ann, Zoë and Bob" in cup.browser.upload(cup.path, {"do": "add", "names": "Ann"}, "file", file).told
    again = cup.browser.upload(cup.path, {"do": "add", "names": "Cleo"}, "file", b"Dan\nANN")
    assert ("already" in again.fault, ">Cleo</textarea>" in again.text) == (True, True)
    assert "added Dan" in cup.browser.upload(cup.path, {"do": "add", "names": "Dan"}, "file", b"").told


def test_what_is_no_list_or_no_form_is_refused(served: Site) -> None:
    cup = Organised(served)

    def upload(file: bytes, **fields: str) -> Answer:
        return cup.browser.upload(cup.path, {"do": "add"} | fields, "file", file)

    assert "Save it as CSV" in upload(b"PK\x03\x04\x00\x00Ann").fault
    assert upload(b"Ann\n" * 10_000).status == 413
    assert upload(b"Ann", csrf="").status == 403
    assert upload(b"Ann", **{'x"; y="': "1"}).status == 400
    assert upload(b"Ann\r\n--x-y").status == 400, "a boundary in a file ends it"
    assert upload(b"Ann", names="a\0b").status == 400
    assert json.loads(cup.browser.get(f"/api{cup.path}").text)["players"] == []


def test_a_page_that_all_get_is_no_organisers_and_not_an_old_one(served: Site) -> None:
    cup, everybody = Organised(served), served.visitor()
    for view in ("", "/screen"):
        for who, name in ((cup.browser, True), (everybody, False), (cup.browser, True), (served.visitor(), False)):
            assert ("Olga</bdi>" in who.get(cup.path + view).text) == name
    cup.begin("Ann\nBob")
    assert "Round 1" in everybody.get(f"{cup.path}/screen").text
    cup.do("clock")
    served.seconds += 1201
    assert "Time is over" in everybody.get(f"{cup.path}/screen").text
    other = Organised(served, name="Other")
    assert "<bdi>Other</bdi>" in everybody.get(other.path).text
    assert everybody.get("/tournaments/none/screen").status == 404


def test_a_pod_is_entered_place_by_place(served: Site) -> None:
    made = "/tournaments/new?game=davinci&system=pods"
    browser = served.organiser()
    wrong = browser.submit("/tournaments/new", {"game": "davinci", "system": "pods", "name": "Pods", "most": "9"}, made)
    assert (wrong.status, "not for 9 players" in wrong.fault, 'value="Pods"' in wrong.text) == (400, True, True)
    cup = Organised(served, game="davinci", system="pods", least="3", most="3")
    cup.begin("A\nB\nC\nD\nE\nF")
    assert cup.do("result", round="0", pairing="0", place0="2", place1="1", place2="").fault == "Choose a result first."
    assert cup.do("result", round="0", pairing="0", place0="2", place1="1", place2="3").told.endswith("1 : 2 : 0.")


def test_who_is_no_organiser_reads_no_draft_and_changes_nothing(served: Site) -> None:
    cup, everybody = Organised(served), served.visitor()
    cup.do("add", names="Zoe\nYves")
    cup.do("assign", tables="table-77")
    cup.do("draft")
    assert "Draft of round 1" in cup.browser.get(cup.path).text
    for view in VIEWS:
        text = everybody.get(cup.path + view).text
        assert ("Draft" in text, "table-77" in text.lower().replace(" ", "-") and view != "/print/codes") == (
            False,
            False,
        )
        assert "<form" not in text.partition("<main")[2]
    assert "Zoe" not in everybody.get(f"{cup.path}/pairings.csv").text
    assert everybody.get(f"{cup.path}/trail").status == 303
    csrf = everybody.get("/login").csrf
    for who, fields in ((everybody, {"csrf": csrf}), (everybody, {}), (cup.browser, {}), (cup.browser, {"csrf": csrf})):
        assert who.post(cup.path, {"do": "release"} | fields).status == 403
        assert who.post("/tournaments/new", CUP | fields).status == 403
    assert everybody.get(f"{cup.path}/print/tables").text.count("No round is released yet") == 1
    assert everybody.get("/tournaments/nothing").status == 404


def test_lists_go_out_without_formulas_and_the_code_leads_to_the_page(served: Site) -> None:
    cup = Organised(served, name=HOSTILE)
    cup.begin("-Ann\nBob")
    listed = cup.browser.get(f"{cup.path}/players.csv")
    assert listed.text == "\ufeffnumber,name,state\r\n1,'-Ann,plays\r\n2,Bob,plays\r\n"
    assert listed.headers["Content-Disposition"] == 'attachment; filename="players.csv"'
    assert cup.browser.get(f"{cup.path}/code.svg").headers["Content-Type"].startswith("image/svg+xml")
    assert cup.browser.get(f"{cup.path}/print/codes").text.count(f"{served.address}{cup.path}</p>") == 2
    page = cup.browser.get(cup.path).text
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


# In a browser


def log_in(page: Page, address: str) -> None:
    page.goto(f"{address}/login")
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


@pytest.mark.browser
def test_every_page_fits_and_axe_finds_nothing(browser: Browser, served: Site) -> None:
    cup = Organised(served, name=HOSTILE)
    cup.begin("Ann\nWilhelmina M\nCleo\nDan\nEve")
    cup.do("result", round="0", pairing="0", result="1-1")
    page = new_page(browser)
    for path in ("/tournaments", *(cup.path + view for view in VIEWS)):
        page.goto(served.address + path)
        judge(page)
    log_in(page, served.address)
    for path in ("/tournaments", "/tournaments/new", MADE, cup.path, f"{cup.path}/trail"):
        page.goto(served.address + path)
        judge(page)
    cup.do("clock")
    cup.do("pause")
    page.goto(served.address + cup.path)
    judge_opened(page)
    cup.do("result", round="0", pairing="1", result="1-2")
    cup.do("close")
    cup.do("draft")
    page.goto(served.address + cup.path)
    expect(page.get_by_role("heading", name="Draft of round 2")).to_be_visible()
    judge_opened(page)
    for what in ("reopen", "close", "finish"):
        cup.do(what)
    page.goto(served.address + cup.path)
    judge_opened(page)
    page.context.close()


def judge_opened(page: Page) -> None:
    """The same with everything unfolded."""
    for details in page.locator("details > summary").all():
        details.focus()
        page.keyboard.press("Enter")
    judge(page)


def judge(page: Page) -> None:
    """The page that is shown fits from a phone to a projector, and axe finds nothing."""
    assert page.locator('img[src="x"]').count() == 0
    for width, height in ((1920, 1080), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) == 0, f"{page.url} at {width}"
    assert violations_in_both_schemes(page) == [], page.url


@pytest.mark.browser
def test_a_hundred_tables_and_the_clock_fit_on_a_projector_which_follows(browser: Browser, served: Site) -> None:
    cup = Organised(served)
    cup.begin("\n".join(f"W player {number:03}" for number in range(200)))
    page = new_page(browser, viewport={"width": 1920, "height": 1080})
    page.goto(f"{served.address}{cup.path}/screen")
    clock = page.locator(".clock")
    expect(clock).to_contain_text("not started yet")
    # It follows by itself.
    cup.do("clock")
    expect(clock.locator("b")).to_have_text(re.compile(r"^(20:00|19:5\d)$"))
    cup.do("result", round="0", pairing="3", result="1-2")
    expect(page.locator(".pairings > .done")).to_have_count(1)
    assert page.locator(".pairings > li").count() == 100
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 1080
    served.seconds += 1201
    page.reload()
    expect(clock.locator("b")).to_have_text("Time is over")
    page.context.close()


@pytest.mark.browser
def test_a_page_that_follows_does_not_disturb_who_fills_in_a_form(browser: Browser, served: Site) -> None:
    cup = Organised(served)
    cup.begin()
    page = new_page(browser)
    log_in(page, served.address)
    page.goto(served.address + cup.path)
    choice = page.locator('select[name="result"]').first
    choice.focus()
    choice.select_option("1-1")
    cup.do("result", round="0", pairing="1", result="1-2")
    expect(page.locator("#live[data-waits]")).to_be_attached()
    expect(choice).to_have_value("1-1")
    page.get_by_role("button", name="Enter").first.click()
    expect(page.locator(".told")).to_contain_text("½ : ½")
    expect(page.get_by_role("button", name="Close round 1")).to_be_visible()
    page.context.close()


# A whole tournament

TABLES = tuple(f"table-{number}" for number in range(1, 9))
PLAYERS = tuple(f"Player {number}" for number in range(1, 17))


@pytest.mark.browser
@pytest.mark.slow
def test_bots_at_eight_tables_play_a_tournament_from_draft_to_standings(
    browser: Browser, at: Broker, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    database = Database(url)
    database.migrate()
    Organisers(database).set_password("Olga", PASSWORD)
    database.close()
    page = patient(browser.new_page(reduced_motion="reduce"))
    with club(at, url) as running, playing_tables(tmp_path, at, TABLES):
        log_in(page, running.address)
        page.get_by_role("link", name="Tournaments").click()
        page.get_by_role("link", name="New tournament").click()
        page.get_by_label("Game").select_option(label="Da Vinci Code")
        page.get_by_role("button", name="Go on").click()
        page.get_by_label("Name of the tournament").fill("Cup of the bots")
        page.get_by_role("textbox", name="Rounds").fill("3")
        page.get_by_label("Minutes").fill("30")
        page.get_by_role("button", name="Make the tournament").click()
        page.get_by_label("Add players").fill("\n".join(PLAYERS))
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_label("The tables of this tournament").fill("\n".join(TABLES))
        page.get_by_role("button", name="Use these tables").click()
        path = page.url.removeprefix(running.address).partition("#")[0]
        for number in (1, 2, 3):
            if number == 2:
                page.get_by_label("Add players").fill("Late")
                page.get_by_role("button", name="Add", exact=True).click()
            page.get_by_role("button", name=f"Make a draft of round {number}").click()
            page.get_by_role("button", name=f"Release round {number}").click()
            page.get_by_role("button", name="Start the clock").click()
            if number == 2:
                # A power cut in the middle of the round. The page has another port afterwards.
                running.kill()
                running.start()
                log_in(page, running.address)
                page.goto(running.address + path)
            # The page follows: no table is asked, and no result is entered by hand.
            page.get_by_role("button", name=f"Close round {number}").click()
            expect(page.locator(".told")).to_contain_text(f"closed round {number}")
        page.get_by_role("button", name="Finish the tournament").click()
        expect(page.get_by_text("finished.", exact=False).first).to_be_visible()
        told: dict[str, Any] = running.json(f"/api{path}")
        shown = page.locator(".standings tbody tr th").all_text_contents()
        judged(running, told, shown)
    page.context.close()


def judged(running: RunningClub, told: dict[str, Any], shown: list[str]) -> None:
    """Standings and rounds agree with the games that the tables have sent."""
    assert told["state"] == "finished"
    assert shown == [row["name"] for row in told["standings"]]
    assert {*shown} == {*PLAYERS, "Late"}
    games = {game["id"]: game for game in running.games()}
    total: dict[str, float] = dict.fromkeys(shown, 0.0)
    for played in told["rounds"]:
        assert len(played["pairings"]) == (8 if played["round"] == 1 else 9)
        for pairing in played["pairings"]:
            for name, points in zip(pairing["players"], pairing["points"], strict=True):
                total[name] += points
            if not pairing["bye"]:
                line = games.pop(pairing["game"])["line"]
                assert line["players"] == pairing["players"]
                winners = line["result"]["winners"]
                assert pairing["points"] == ([0.5, 0.5] if len(winners) == 2 else [1.0 - winners[0], float(winners[0])])
    assert games == {}, "every game was played once, by its order"
    assert total == {row["name"]: row["points"] for row in told["standings"]}
