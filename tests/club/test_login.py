"""Who may change things in a club: passwords, sessions, forms, and what attacks on them meet."""

import subprocess
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote

import pytest
import sqlalchemy as sql

from companion.club.database import Database
from companion.club.organisers import (
    IDLE_SECONDS,
    OF_A_NAME,
    OF_AN_ADDRESS,
    SESSION_SECONDS,
    LoginTries,
    Organisers,
    form_secret,
)
from companion.core.errors import RequestError
from tests.club.running import COMPANION
from tests.club.site import PASSWORD, Site
from tests.patience import PATIENCE

pytestmark = pytest.mark.process


class Clock:
    """Seconds as the test says."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def test_a_session_ends_after_its_time_at_the_logout_and_with_the_password(database_url: str) -> None:
    database, clock = Database(database_url), Clock()
    database.migrate()
    organisers = Organisers(database, clock)
    assert not organisers.are_there()
    assert organisers.set_password("Olga", PASSWORD)
    assert organisers.log_in("Olga", "wrong horse") is None
    assert organisers.log_in("Nobody", PASSWORD) is None

    def logged_in() -> str:
        token = organisers.log_in("Olga", PASSWORD)
        assert token is not None
        assert organisers.session(token) == "Olga"
        return token

    token = logged_in()
    clock.now += IDLE_SECONDS
    assert organisers.session(token) is None, "it was not used for so long"
    token = logged_in()
    for _ in range(int(SESSION_SECONDS // 36_000)):
        clock.now += 36_000
        assert organisers.session(token) == "Olga", "each use begins the 12 hours anew"
    clock.now += 36_000
    assert organisers.session(token) is None, "it is 7 days old"
    token, other = logged_in(), logged_in()
    organisers.log_out(token)
    assert (organisers.session(token), organisers.session(other)) == (None, "Olga")
    assert not organisers.set_password("Olga", "another horse")
    assert organisers.session(other) is None
    assert organisers.log_in("Olga", PASSWORD) is None
    last = organisers.log_in("Olga", "another horse")
    assert last is not None
    assert organisers.remove("Olga")
    assert not organisers.remove("Olga")
    assert organisers.session(last) is None


def test_the_database_has_neither_password_nor_token(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite3"
    database = Database(f"sqlite:///{path}")
    database.migrate()
    organisers = Organisers(database)
    organisers.set_password("Olga", PASSWORD)
    token = organisers.log_in("Olga", PASSWORD)
    assert token is not None
    kept = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert b"$argon2id$" in kept
    assert PASSWORD.encode() not in kept
    assert token.encode() not in kept
    with database.reading() as connection:
        hashed = connection.execute(sql.text("SELECT password FROM organiser")).scalar()
    assert "m=32768,t=3,p=1" in str(hashed)


@pytest.mark.parametrize(
    ("name", "password"),
    [("", PASSWORD), (" Olga", PASSWORD), ("O\n", PASSWORD), ("O" * 65, PASSWORD), ("Olga", "short")],
)
def test_what_is_no_name_or_password_is_refused(tmp_path: Path, name: str, password: str) -> None:
    database = Database(f"sqlite:///{tmp_path}/club.sqlite3")
    database.migrate()
    with pytest.raises(RequestError):
        Organisers(database).set_password(name, password)


def test_guesses_are_slowed_and_do_not_lock_the_organiser_out() -> None:
    clock = Clock()
    tries = LoginTries(clock)
    tries.wait("home", "Olga")
    tries.succeeded("home", "Olga")
    for _ in range(OF_AN_ADDRESS):
        assert tries.wait("one", "Olga") == 0
    assert tries.wait("one", "Olga") > 0
    assert tries.wait("one", "Petra") > 0, "another name does not help"
    made = sum(tries.wait(f"address {number}", "Olga") == 0 for number in range(100))
    assert made + OF_AN_ADDRESS + 1 == OF_A_NAME
    assert tries.wait("elsewhere", "Olga") > 0
    assert tries.wait("home", "Olga") == 0, "there the right password was known"
    clock.now += 30
    assert tries.wait("elsewhere", "Olga") == 0


def test_an_organiser_logs_in_and_out(served: Site) -> None:
    visitor = served.visitor()
    assert "Log in" in visitor.get("/").text
    answer = visitor.post(
        "/login", {"csrf": visitor.get("/login").csrf, "name": " Olga ", "password": PASSWORD, "next": "/?x=1"}
    )
    assert (answer.status, answer.headers["Location"]) == (303, "/?x=1")
    cookie = answer.headers["Set-Cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/"))
    assert "Secure" not in cookie
    hall = visitor.get("/")
    assert "<bdi>Olga</bdi>" in hall.text
    assert visitor.get("/login").headers["Location"] == "/"
    kept = dict(visitor.cookies)
    assert visitor.post("/logout", {"csrf": hall.csrf}).status == 303
    assert visitor.cookies == {}
    visitor.cookies = kept
    assert "<bdi>Olga</bdi>" not in visitor.get("/").text, "the cookie of an ended session is worth nothing"


def test_a_login_by_https_keeps_its_cookie_to_https(served: Site) -> None:
    visitor = served.visitor()
    fields = {"csrf": visitor.get("/login").csrf, "name": "Olga", "password": PASSWORD}
    assert "Secure" in visitor.post("/login", fields, **{"X-Forwarded-Proto": "https"}).headers["Set-Cookie"]


def test_a_token_that_was_there_before_the_login_is_not_taken_over(served: Site) -> None:
    victim = served.visitor()
    page = victim.get("/login")
    (name, planted), *_ = victim.cookies.items()
    victim.post("/login", {"csrf": page.csrf, "name": "Olga", "password": PASSWORD})
    assert victim.cookies[name] != planted
    attacker = served.visitor()
    attacker.cookies = {name: planted}
    assert "<bdi>Olga</bdi>" not in attacker.get("/").text


def test_a_form_without_its_secret_or_origin_is_refused(served: Site) -> None:
    olga, other = served.organiser(), served.organiser()
    secret = olga.get("/").csrf
    for fields in ({}, {"csrf": ""}, {"csrf": "é"}, {"csrf": other.get("/").csrf}, {"csrf": form_secret("")}):
        assert olga.post("/logout", fields).status == 403
    for origin in ("null", "http://evil.example", f"http://127.0.0.1:{served.port + 1}"):
        assert olga.post("/logout", {"csrf": secret}, Origin=origin).status == 403
    assert "<bdi>Olga</bdi>" in olga.get("/").text
    stranger = served.visitor()
    assert stranger.post("/login", {"csrf": "", "name": "Olga", "password": PASSWORD}).status == 403


def test_what_is_no_form_is_refused(served: Site) -> None:
    olga = served.organiser()
    secret = olga.get("/").csrf
    assert olga.post("/logout", {"csrf": secret, "x": "\0"}).status == 400
    assert olga.post("/logout", {"csrf": secret, "x": "y" * 45_000}).status == 413
    assert olga.post("/logout", [("csrf", secret)] + [("x", "")] * 1001).status == 400
    assert olga.get("/logout").status == 405


def test_passwords_cannot_be_guessed_quickly(served: Site) -> None:
    guesser = served.visitor()
    statuses = [guesser.log_in(password=f"guess {number}").status for number in range(OF_AN_ADDRESS + 1)]
    assert statuses == [*[403] * OF_AN_ADDRESS, 429]
    answer = guesser.log_in()
    assert (answer.status, answer.headers["Retry-After"]) == (429, "20"), "not even the right one"
    assert answer.fault == "Too many tries. Try again in 20 seconds."
    served.seconds += 20
    assert guesser.log_in().status == 303


def test_who_is_logged_in_is_asked_for_each_request_of_a_connection(served: Site) -> None:
    """A proxy sends the requests of several browsers over one."""
    ((name, token),) = served.organiser().cookies.items()
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)) as connection:
        for jar, is_olga in (({"Cookie": f"{name}={token}"}, True), ({}, False), ({"Cookie": f"{name}={token}"}, True)):
            connection.request("GET", "/", headers=jar)
            assert (b"<bdi>Olga</bdi>" in connection.getresponse().read()) == is_olga


def test_a_proxy_on_this_machine_says_whose_tries_they_are(served: Site) -> None:
    guesser = served.visitor()
    page = guesser.get("/login")
    for number in range(2 * OF_AN_ADDRESS):
        fields = {"csrf": page.csrf, "name": "Olga", "password": "guess"}
        # The first is what the client itself claims.
        answer = guesser.post("/login", fields, **{"X-Forwarded-For": f"10.0.0.{number}, 192.0.2.7"})
    assert answer.status == 429
    assert guesser.post("/login", {"csrf": page.csrf, "name": "Olga", "password": PASSWORD}).status == 303


@pytest.mark.parametrize(
    "following", ["//evil.example", "/\\evil.example", "https://evil.example", "/\r\nX: y", "evil"]
)
def test_a_login_leads_nowhere_else(served: Site, following: str) -> None:
    visitor = served.visitor()
    page = visitor.get(f"/login?next={quote(following)}")
    assert 'name="next" value="/"' in page.text
    fields = {"csrf": page.csrf, "name": "Olga", "password": PASSWORD, "next": following}
    assert visitor.post("/login", fields).headers["Location"] == "/"


def test_an_organiser_changes_the_password_which_ends_the_other_sessions(served: Site) -> None:
    olga, other, new = served.organiser(), served.organiser(), {"new": "another horse", "again": "another horse"}
    for fields, fault in (
        ({"old": PASSWORD, "new": "another horse", "again": "another house"}, "The two new passwords differ."),
        ({"old": "a guess", **new}, "This is not your old password."),
        ({"old": PASSWORD, "new": "short", "again": "short"}, "A password has 8 to 200 letters."),
    ):
        assert olga.submit("/account", fields).fault == fault
    page = olga.submit("/account", {"old": PASSWORD, **new})
    assert page.told.startswith("Your password is changed")
    assert "<bdi>Olga</bdi>" in page.text
    assert "<bdi>Olga</bdi>" not in other.get("/").text
    served.seconds += 1000
    assert other.log_in().status == 403
    assert other.log_in(password="another horse").status == 303
    guesser = served.organiser(password="another horse")
    statuses = [guesser.submit("/account", {"old": f"guess {number}", **new}).status for number in range(OF_AN_ADDRESS)]
    assert statuses[-1] == 429, "at an open browser, too"


def test_what_was_typed_stays_and_is_text(served: Site) -> None:
    visitor = served.visitor()
    name = "\"><script>alert(1)</script>'; DROP TABLE organiser; --"
    answer = visitor.log_in(name)
    assert answer.status == 403
    assert answer.fault == "This name and this password do not belong together."
    assert "<script>alert" not in answer.text
    assert "&#34;&gt;&lt;script&gt;" in answer.text
    served.organiser()


def test_every_page_has_its_headers(served: Site) -> None:
    for path in ("/", "/login", "/nothing"):
        headers = served.visitor().get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "form-action 'self'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
    assert served.visitor().get("/nothing").status == 404


def test_organisers_are_named_on_the_command_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"

    def says(*words: str, typed: str = "") -> tuple[int, str]:
        done = subprocess.run(
            [*COMPANION, "club", *words, "--database", url], input=typed, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    assert says("add-organiser", "Olga", typed=f"{PASSWORD}\n") == (0, "Olga is an organiser.\n")
    assert Organisers(Database(url)).log_in("Olga", PASSWORD)
    assert says("add-organiser", "Olga", typed="another horse\n")[0] == 0
    assert not Organisers(Database(url)).log_in("Olga", PASSWORD)
    assert says("add-organiser", "Petra", typed="short\n")[0] == 1
    assert says("remove-organiser", "Olga") == (0, "Olga is no organiser any more.\n")
    assert says("remove-organiser", "Olga") == (1, "There is no organiser Olga.\n")
