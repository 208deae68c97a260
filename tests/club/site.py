"""The pages of a club, served in this process, and a browser without scripts that visits them."""

import asyncio
import html
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode

from companion.club.api import create_app
from companion.club.database import Database
from companion.club.hall import Hall
from companion.club.intake import Counts
from companion.club.organisers import Organisers
from companion.club.pages import Frame
from companion.club.tournaments import Tournaments
from companion.web.server import WebServer
from companion.web.shares import Limits
from tests.patience import PATIENCE

PASSWORD = "correct horse"
AT_WILL = Limits(accepts=1e6, accepts_at_once=1e6, requests=1e6, requests_at_once=1e6)
"""No pace: these tests ask faster than people do."""


class Answer:
    """What came back."""

    def __init__(self, answer: HTTPResponse) -> None:
        self.status = answer.status
        self.headers = answer.headers
        self.text = answer.read().decode()

    @property
    def csrf(self) -> str:
        """The secret in the page's first form that has one."""
        found = re.search(r'name="csrf" value="([0-9a-f]*)"', self.text)
        assert found is not None, self.text
        return found[1]

    @property
    def fault(self) -> str:
        """The sentence that says what was wrong."""
        found = re.search(r'<p class="wrong"[^>]*>(.*?)</p>', self.text, re.DOTALL)
        return html.unescape(found[1]) if found else ""

    @property
    def told(self) -> str:
        """The sentence that says what was done."""
        found = re.search(r'<p class="told"[^>]*>(.*?)</p>', self.text, re.DOTALL)
        return html.unescape(found[1]) if found else ""


class Visitor:
    """A browser with its cookies."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        """A page, as it is answered: redirections are not followed."""
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, str] | list[tuple[str, str]], **headers: str) -> Answer:
        """A form, as it is answered."""
        return self._ask("POST", path, urlencode(fields), {"Origin": f"http://127.0.0.1:{self._port}"} | headers)

    def upload(self, path: str, fields: dict[str, str], name: str, file: bytes, head: str = "") -> Answer:
        """A form with a file, as browsers send it. `head`: more of the file's own head."""
        made = {name: value.encode() for name, value in {"csrf": self.get(path).csrf, **fields}.items()}
        parts = [
            f'\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + text for name, text in made.items()
        ]
        of_file = f'\r\nContent-Disposition: form-data; name="{name}"; filename="a; name=csrf"{head}\r\n'
        parts.append(f"{of_file}Content-Type: text/csv\r\n\r\n".encode() + file)
        body = b"--x-y" + b"\r\n--x-y".join([*parts, b"--\r\n"])
        kind = {"Content-Type": "multipart/form-data; boundary=x-y", "Origin": f"http://127.0.0.1:{self._port}"}
        answer = self._ask("POST", path, body, kind)
        return self.get(answer.headers["Location"]) if answer.status == 303 else answer

    def submit(self, path: str, fields: dict[str, str], shown_at: str = "") -> Answer:
        """A form with the secret of the page where it is shown; a redirection is followed."""
        answer = self.post(path, {"csrf": self.get(shown_at or path).csrf} | fields)
        return self.get(answer.headers["Location"]) if answer.status == 303 else answer

    def log_in(self, name: str = "Olga", password: str = PASSWORD) -> Answer:
        """The answer to the login's form."""
        return self.post("/login", {"csrf": self.get("/login").csrf, "name": name, "password": password})

    def _ask(self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]) -> Answer:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            kind = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
            jar = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
            connection.request(method, path, body, kind | (jar if self.cookies else {}) | headers)
            answer = Answer(connection.getresponse())
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value.strip('"')
            if "max-age=0" in cookie.lower():
                del self.cookies[name]
        return answer


class Site:
    """The pages of a club with one organiser, Olga. `seconds`: on both clocks."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.hall = Hall()
        self.seconds = 1_800_000_000.0
        self.organisers = Organisers(database, lambda: self.seconds)
        self.port = 0

    @property
    def address(self) -> str:
        """Of the hall, without the last /."""
        return f"http://127.0.0.1:{self.port}"

    def visitor(self) -> Visitor:
        """A new browser."""
        return Visitor(self.port)

    def organiser(self, password: str = PASSWORD) -> Visitor:
        """A browser in which Olga is logged in."""
        made = self.visitor()
        assert made.log_in(password=password).status == 303
        return made


@contextmanager
def site(database: Database) -> Iterator[Site]:
    """Served from another thread."""
    made = Site(database)
    made.organisers.set_password("Olga", PASSWORD)
    ready, over = threading.Event(), []

    async def serve() -> None:
        def now() -> float:
            return made.seconds

        tournaments = Tournaments(database, now=now)
        app = create_app(made.hall, database, Counts(), frame=Frame(database, now, now), tournaments=tournaments)

        def dismiss() -> None:
            made.hall.close()
            tournaments.close()

        loop, end = asyncio.get_running_loop(), asyncio.Event()
        over.append(lambda: loop.call_soon_threadsafe(end.set))
        async with WebServer(app, limits=AT_WILL, dismiss=dismiss) as server:
            made.port = server.port
            ready.set()
            await end.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), name="site")
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield made
    finally:
        over[0]()
        thread.join(PATIENCE)
