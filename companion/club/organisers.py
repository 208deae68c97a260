"""The organisers of a club, who may change what it keeps, and the sessions of their browsers.

A password is kept as its Argon2id hash. Each hash takes 32 MiB and, on a Raspberry Pi 3, about a second; a Pi Zero 2 has room for
one at a time beside the rest, so whoever calls `log_in` does so on one thread at a time. OWASP's least is 19 MiB and two passes.

A session is a random token in a browser's cookie; the database has its SHA-256 alone. The token also makes the secret of the
browser's forms, so a form of another session, or of another site, is not taken.

Invariants. A session ends 12 hours after its last use, 7 days after its start, at the logout, and when its organiser's password
is changed or the organiser is removed. A name that nobody has takes as long as a wrong password.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

import sqlalchemy as sql
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from companion.club.database import METADATA, Database
from companion.core.errors import RequestError
from companion.web.shares import Buckets, MonotonicClock

ORGANISER: Final = sql.Table(
    "organiser",
    METADATA,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("name", sql.String(64), nullable=False, unique=True),
    sql.Column("password", sql.String(200), nullable=False),
    sqlite_autoincrement=True,
)
"""`password`: its hash, with the parameters it was made by."""
SESSION: Final = sql.Table(
    "organiser_session",
    METADATA,
    sql.Column("digest", sql.String(64), primary_key=True),
    sql.Column("organiser", sql.Integer, sql.ForeignKey("organiser.number"), nullable=False, index=True),
    sql.Column("began", sql.Float, nullable=False),
    sql.Column("used", sql.Float, nullable=False),
)

IDLE_SECONDS: Final = 12 * 3600.0
SESSION_SECONDS: Final = 7 * 86_400.0
NOTED_SECONDS: Final = 60.0
"""A use is written down when the last one was so long ago."""
LONGEST_NAME: Final = 64
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 200
TOKEN_LETTERS: Final = 43
_MEMORY_KIB: Final = 32 * 1024
_PASSES: Final = 3
_HASHER: Final = PasswordHasher(time_cost=_PASSES, memory_cost=_MEMORY_KIB, parallelism=1)
_NOBODYS: Final = f"$argon2id$v=19$m={_MEMORY_KIB},t={_PASSES},p=1${'A' * 22}${'A' * 43}"
"""A hash of no password, which takes as long as any other."""


class Organisers:
    """The organisers in a database. Every method but `session` may take a second. All raise DatabaseError. `now`: seconds since
    1970."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    def set_password(self, name: str, password: str) -> bool:
        """Add an organiser, or change the password of one, which ends the sessions. Whether the organiser is new. Raises
        RequestError with a sentence for a name or a password that cannot be one."""
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise RequestError(f"An organiser's name has 1 to {LONGEST_NAME} letters, without spaces around it.")
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise RequestError(f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} letters.")
        hashed = _HASHER.hash(password)
        with self._database.writing() as connection:
            number = connection.execute(sql.select(ORGANISER.c.number).where(ORGANISER.c.name == name)).scalar()
            if number is None:
                connection.execute(sql.insert(ORGANISER).values(name=name, password=hashed))
                return True
            connection.execute(sql.delete(SESSION).where(SESSION.c.organiser == number))
            connection.execute(sql.update(ORGANISER).where(ORGANISER.c.number == number).values(password=hashed))
            return False

    def remove(self, name: str) -> bool:
        """Remove an organiser, and end the sessions. Whether there was one."""
        with self._database.writing() as connection:
            number = connection.execute(sql.select(ORGANISER.c.number).where(ORGANISER.c.name == name)).scalar()
            if number is None:
                return False
            connection.execute(sql.delete(SESSION).where(SESSION.c.organiser == number))
            connection.execute(sql.delete(ORGANISER).where(ORGANISER.c.number == number))
            return True

    def log_in(self, name: str, password: str) -> str | None:
        """The token of a new session; None where name and password do not belong together."""
        query = sql.select(ORGANISER.c.number, ORGANISER.c.password).where(ORGANISER.c.name == name)
        with self._database.reading() as connection:
            found = connection.execute(query).one_or_none()
        kept = _NOBODYS if found is None else found.password
        if not _belong(kept, password) or found is None:
            return None
        again = _HASHER.hash(password) if _HASHER.check_needs_rehash(kept) else kept
        token, now = secrets.token_urlsafe(32), self._now()
        with self._database.writing() as connection:
            # The password may have been changed meanwhile.
            if connection.execute(query).one_or_none() != found:
                return None
            connection.execute(sql.update(ORGANISER).where(ORGANISER.c.number == found.number).values(password=again))
            is_over = sql.or_(SESSION.c.used < now - IDLE_SECONDS, SESSION.c.began < now - SESSION_SECONDS)
            connection.execute(sql.delete(SESSION).where(is_over))
            connection.execute(
                sql.insert(SESSION).values(digest=digest_of(token), organiser=found.number, began=now, used=now)
            )
        return token

    def session(self, token: str) -> str | None:
        """The name of the organiser whose session this is; None where it is none, or over."""
        now, digest = self._now(), digest_of(token)
        query = (
            sql.select(ORGANISER.c.name, SESSION.c.began, SESSION.c.used)
            .join(ORGANISER, ORGANISER.c.number == SESSION.c.organiser)
            .where(SESSION.c.digest == digest)
        )
        with self._database.reading() as connection:
            found = connection.execute(query).one_or_none()
        # A clock that was set back ends them, too.
        if found is None or abs(now - found.used) >= IDLE_SECONDS or abs(now - found.began) >= SESSION_SECONDS:
            return None
        if abs(now - found.used) >= NOTED_SECONDS:
            with self._database.writing() as connection:
                connection.execute(sql.update(SESSION).where(SESSION.c.digest == digest).values(used=now))
        return str(found.name)

    def log_out(self, token: str) -> None:
        """End a session."""
        with self._database.writing() as connection:
            connection.execute(sql.delete(SESSION).where(SESSION.c.digest == digest_of(token)))

    def are_there(self) -> bool:
        """Whether there is any organiser."""
        with self._database.reading() as connection:
            return connection.execute(sql.select(ORGANISER.c.number).limit(1)).scalar() is not None


def digest_of(token: str) -> str:
    """What the database knows of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def form_secret(token: str) -> str:
    """What a form of the browser with this token carries."""
    return hmac.new(token.encode(), b"form", hashlib.sha256).hexdigest()


def _belong(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


OF_AN_ADDRESS: Final = 5
"""Tries at once from one address; then one in 20 seconds."""
OF_A_NAME: Final = 20
"""Tries at once for one name from addresses where it has not logged in; then one in 30 seconds, whoever tries."""
KNOWN: Final = 256
"""Addresses that are remembered for a name that has logged in there."""


class LoginTries:
    """How often somebody may try to log in. Who guesses from many addresses uses up the tries of a name, but not those of its
    organiser at an address where he has logged in since the club's start. `clock` as in TokenBucket."""

    def __init__(self, clock: MonotonicClock) -> None:
        self._addresses = Buckets(1 / 20, OF_AN_ADDRESS, clock)
        self._names = Buckets(1 / 30, OF_A_NAME, clock)
        self._known: dict[tuple[str, str], None] = {}

    def wait(self, address: str, name: str) -> float:
        """Count a try, and return 0; or count none, and return the seconds until the next."""
        is_known = (address, name) in self._known
        wait = max(self._addresses.wait(address), 0.0 if is_known else self._names.wait(name))
        if wait == 0:
            self._addresses.take(address)
            if not is_known:
                self._names.take(name)
        return wait

    def succeeded(self, address: str, name: str) -> None:
        """This was the right password."""
        self._known.pop((address, name), None)
        if len(self._known) >= KNOWN:
            del self._known[next(iter(self._known))]
        self._known[address, name] = None
