"""One connection to an MQTT broker, kept for ever: paho-mqtt, driven by asyncio.

paho's own thread is not used: the loop watches paho's socket for reading and, while there is something to write, for writing. To
look up a host, to connect and to greet by TLS block, so each try does these on a thread of its own, which nobody waits for at the
end of the program.

MQTT 5, a fixed client id, and a session that the broker keeps for seven days: what was sent with QoS 1 while this program was
away is delivered afterwards. A broker ends a connection when another one comes with the same client id. So the id is made of name
and password: who does not know the password cannot end the connection.

A PUBACK has a reason: a publish that the broker's access rules forbid is acknowledged with 0x87, which libraries that look for
the acknowledgement alone take for a success.

Invariant: there is no last try. Pauses between tries grow from 1 s to 60 s, each times a random 0.5 to 1.5.
"""

import asyncio
import hashlib
import logging
import random
import socket
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, error_string
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.threads import on_thread
from companion.club.wire import MAX_PAYLOAD_BYTES
from companion.config.club import BrokerAddress
from companion.core.errors import ConfigError

log = logging.getLogger("companion")

SESSION_SECONDS: Final = 7 * 86_400
_ID_DIGITS: Final = 16
"""64 bits that nobody guesses; the passwords of `companion club add-table` have 128."""
KEEPALIVE: Final = 20
"""Seconds: the broker sends the last will after one and a half of it."""
CONNECT_SECONDS: Final = 10.0
"""How long the broker may take to answer a greeting."""
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
QUEUED: Final = 1000
"""Messages with QoS 1 that wait in memory, without a connection or without the broker's answer."""
GOODBYE_SECONDS: Final = 2.0
"""How long the end waits until the broker has the last messages."""


class Account(Struct, frozen=True):
    """Who connects. `will`: the topic and payload that the broker publishes for us, retained, when the connection is lost.
    `client_id`: empty for that of the function `client_id`. With any other one the broker keeps no session."""

    user: str
    password: str | None
    will: tuple[str, bytes] | None = None
    client_id: str = ""


def client_id(user: str, password: str | None) -> str:
    """By which the broker knows the session of a user: always the same, and a secret where there is a password."""
    if password is None:
        return user
    return f"{user}-{hashlib.sha256(f'{user}:{password}'.encode()).hexdigest()[:_ID_DIGITS]}"


class Listener:
    """What a connection tells. Subclass it; each function is called on the loop."""

    def connected(self) -> None:
        """There is a connection: subscribe, and say what is so now."""

    def message(self, topic: str, payload: bytes) -> None:
        """A message came."""

    def acknowledged(self, mid: int, refusal: str | None) -> None:
        """The broker has answered the publish `mid`; `refusal` says why it was not taken."""

    def trouble(self, sentence: str | None) -> None:
        """Why there is no connection, or what the broker forbids; None: all is well again."""


class _Client(Client):
    """paho's client, which can drop its socket, closes one that TLS refuses, and reaches the broker through a Unix socket where
    `relay` names one. Its own transport "unix" takes the path for the host's name in the certificate."""

    relay: str | None = None

    def drop(self) -> None:
        """Close the socket, if there is one, without a greeting."""
        self._sock_close()

    def _create_socket_connection(self) -> socket.socket:
        if self.relay is None:
            return super()._create_socket_connection()
        wire = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            wire.settimeout(CONNECT_SECONDS)
            wire.connect(self.relay)
        except BaseException:
            wire.close()
            raise
        return wire

    def _ssl_wrap_socket(self, tcp_sock: socket.socket) -> ssl.SSLSocket:
        # paho's leaves the socket open when the greeting fails, at each try.
        wire: socket.socket = tcp_sock
        try:
            assert self._ssl_context is not None, "there is TLS"
            wire = self._ssl_context.wrap_socket(tcp_sock, server_hostname=self._host, do_handshake_on_connect=False)
            wire.settimeout(CONNECT_SECONDS)
            wire.do_handshake()
        except BaseException:
            wire.close()
            raise
        return wire


class Connection:
    """The connection to the broker at `address`. `run` keeps it; `close` says goodbye."""

    def __init__(
        self,
        address: BrokerAddress,
        account: Account,
        listener: Listener,
        *,
        ca_file: str | None = None,
        relay: str | None = None,
        uniform: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._address = address
        self._listener = listener
        self._uniform = uniform
        self._loop = asyncio.get_running_loop()
        self._answered = asyncio.Event()
        self._lost = asyncio.Event()
        self._quiet = asyncio.Event()
        self._kept: deque[tuple[str, bytes, bool]] = deque(maxlen=QUEUED)
        """What was published without a connection; of too many the newest."""
        self._waiting: set[int] = set()
        """Publishes that the broker has not answered."""
        self._not_needed: set[int] = set()
        """Subscriptions that the broker may forbid."""
        self._timer: asyncio.TimerHandle | None = None
        self._trouble: str | None = None
        self._reason = ""
        self.is_connected = False
        self._session = 0 if account.client_id else SESSION_SECONDS
        client = _Client(
            CallbackAPIVersion.VERSION2,
            client_id=account.client_id or client_id(account.user, account.password),
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        client.relay = relay
        client.suppress_exceptions = False
        client.max_queued_messages_set(QUEUED)
        client.username_pw_set(account.user, account.password)
        if account.will is not None:
            client.will_set(account.will[0], account.will[1], qos=1, retain=True)
        if address.tls:
            client.tls_set_context(_tls_context(ca_file))
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        client.on_socket_close = self._on_socket_close
        client.on_socket_register_write = self._on_register_write
        client.on_socket_unregister_write = self._on_unregister_write
        self._client = client

    async def run(self) -> None:
        """Connect, and connect again whenever the connection is lost; never returns."""
        pause = FIRST_PAUSE
        while True:
            self._reason = ""
            try:
                await self._connect()
            except (OSError, ValueError) as error:
                self._tell(f"The broker at {self._address} cannot be reached: {_plain(error, self._address.host)}.")
            else:
                if self.is_connected:
                    pause = FIRST_PAUSE
                    self._tell(None)
                    self._listener.connected()
                    while self._kept and self.is_connected:
                        topic, payload, retain = self._kept.popleft()
                        self.publish(topic, payload, retain=retain)
                    await self._lost.wait()
                    log.info("the connection to the broker is lost%s", f": {self._reason}" if self._reason else "")
                    self._tell(self._reason or f"The connection to the broker at {self._address} is lost.")
                else:
                    self._tell(self._reason or f"The broker at {self._address} does not answer.")
            await asyncio.sleep(self._uniform(0.5, 1.5) * pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> int | None:
        """Send a message, or keep one with QoS 1 until there is a connection. Returns its number for `acknowledged`; None where
        it was not sent now."""
        if not self.is_connected:
            # Not given to paho yet: while a thread connects, it would go before the greeting.
            if qos:
                self._kept.append((topic, payload, retain))
            return None
        sent = self._client.publish(topic, payload, qos=qos, retain=retain)
        if sent.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            log.warning("a message to the broker is dropped: %s", error_string(sent.rc))
            return None
        if qos:
            self._waiting.add(sent.mid)
            self._quiet.clear()
        return sent.mid

    def subscribe(self, topics: list[str], *, needed: bool = True) -> None:
        """Ask for these topics, with QoS 1. `needed`: that the broker forbids it is trouble."""
        _, mid = self._client.subscribe([(topic, 1) for topic in topics])
        if mid is not None and not needed:
            self._not_needed.add(mid)

    async def close(self) -> None:
        """Wait shortly until the broker has what was published last, and say goodbye, which sends no will."""
        if self.is_connected:
            if self._waiting:
                with suppress(TimeoutError):
                    async with asyncio.timeout(GOODBYE_SECONDS):
                        await self._quiet.wait()
            self._client.disconnect()
            self._client.loop_write()
        self._end_socket()

    # One try

    async def _connect(self) -> None:
        """Raises OSError and ValueError where there is no connection; `is_connected` says whether the broker took us."""
        # No timer of the connection before touches the client while a thread connects it.
        self._end_socket()
        self._answered.clear()
        self._lost.clear()
        self.is_connected = False
        session = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        session.SessionExpiryInterval = self._session
        # The broker drops what is larger, which nobody who keeps to the contract sends.
        session.MaximumPacketSize = MAX_PAYLOAD_BYTES + 1024
        host, port = self._address.host, self._address.port

        def connect() -> MQTTErrorCode:
            return self._client.connect(host, port, KEEPALIVE, clean_start=False, properties=session)

        # Not cut short: a second thread would use the same client. Each of its steps ends by itself.
        await on_thread(connect, "club")
        wire: Any = self._client.socket()
        if wire is None or wire.fileno() < 0:
            raise ConnectionResetError
        self._loop.add_reader(wire, self._readable)
        self._on_register_write()
        self._tick()
        with suppress(TimeoutError):
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._answered.wait()
        if not self.is_connected:
            self._end_socket()

    def _readable(self) -> None:
        while True:
            wire: Any = self._client.socket()
            if wire is None or self._client.loop_read() != MQTTErrorCode.MQTT_ERR_SUCCESS:
                return
            # What TLS has decrypted already, the loop's select does not see.
            if not (isinstance(wire, ssl.SSLSocket) and self._is_current(wire) and wire.pending()):
                return

    def _is_current(self, wire: Any) -> bool:
        return wire is not None and self._client.socket() is wire

    def _writable(self) -> None:
        self._client.loop_write()

    def _tick(self) -> None:
        """Ping the broker, and notice that it has been silent for too long."""
        self._client.loop_misc()
        if self._client.socket() is not None:
            self._timer = self._loop.call_later(KEEPALIVE / 4, self._tick)

    def _end_socket(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._client.drop()
        self.is_connected = False
        self._lost.set()

    def _tell(self, sentence: str | None) -> None:
        if sentence != self._trouble:
            self._trouble = sentence
            if sentence is None:
                log.info("the broker at %s is reached", self._address)
            else:
                log.warning("%s", sentence)
            self._listener.trouble(sentence)

    # paho's callbacks

    def _on_connect(
        self, _client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        self.is_connected = not reason.is_failure
        if reason.is_failure:
            self._reason = f"The broker at {self._address} refuses this name or its password: {reason}."
        self._answered.set()

    def _on_disconnect(
        self, _client: Client, _data: object, _flags: DisconnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        if str(reason) == "Session taken over":
            self._reason = (
                "Another program has connected to the broker under this name: give each table a name of its own."
            )
        self._answered.set()
        self._lost.set()
        self.is_connected = False

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self._listener.message(message.topic, bytes(message.payload))

    def _on_publish(
        self, _client: Client, _data: object, mid: int, reason: ReasonCode, _more: Properties | None
    ) -> None:
        self._waiting.discard(mid)
        if not self._waiting:
            self._quiet.set()
        self._listener.acknowledged(mid, str(reason) if reason.is_failure else None)

    def _on_subscribe(
        self, _client: Client, _data: object, mid: int, reasons: list[ReasonCode], _more: Properties | None
    ) -> None:
        if mid not in self._not_needed and any(reason.is_failure for reason in reasons):
            self._tell("The broker forbids this name to read its own topics: see its access rules.")

    def _on_socket_close(self, _client: Client, _data: object, wire: Any) -> None:
        with suppress(ValueError, OSError, RuntimeError):
            self._loop.remove_reader(wire)
            self._loop.remove_writer(wire)

    def _on_register_write(self, *_: object) -> None:
        # While a thread connects, it writes for itself; what is left is found when it is done.
        self._loop.call_soon_threadsafe(self._watch_writing)

    def _watch_writing(self) -> None:
        wire: Any = self._client.socket()
        if wire is not None and self._client.want_write():
            self._loop.add_writer(wire, self._writable)

    def _on_unregister_write(self, _client: Client, _data: object, wire: Any) -> None:
        self._loop.call_soon_threadsafe(self._stop_writing, wire)

    def _stop_writing(self, wire: Any) -> None:
        if self._is_current(wire) and not self._client.want_write():
            with suppress(ValueError, OSError):
                self._loop.remove_writer(wire)


def read_password(path: str | None) -> str | None:
    """The password in a file, without the line feed at its end; None without a file. Raises ConfigError."""
    if path is None:
        return None
    try:
        return Path(path).read_text(encoding="utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "it is no text"
        raise ConfigError((f"The password file {path} cannot be read: {reason}.",)) from error


def _tls_context(ca_file: str | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca_file)
    except (OSError, ssl.SSLError) as error:
        raise ConfigError((f"The file with the certificate authority {ca_file} cannot be used: {error}.",)) from error


CERTIFICATE_FAULTS: Final = {
    9: "its certificate is not valid yet; is the date of this machine right?",
    10: "its certificate has expired",
    18: "its certificate is of no authority but its own; see ca_file",
    19: "its certificate is of an authority that is not trusted here; see ca_file",
    20: "its certificate is of an authority that is not trusted here; see ca_file",
    21: "its certificate is of an authority that is not trusted here; see ca_file",
    62: "its certificate is not for the name {host}",
    64: "its certificate is not for the address {host}",
}
"""By the numbers of OpenSSL's x509_vfy.h."""


def _plain(error: Exception, host: str) -> str:
    """What went wrong, in a few words."""
    match error:
        case ssl.SSLCertVerificationError():
            words = CERTIFICATE_FAULTS.get(
                error.verify_code, f"its certificate is not trusted ({error.verify_message})"
            )
            return words.format(host=host)
        case ssl.SSLEOFError() | ConnectionResetError() | BrokenPipeError():
            return "the connection is closed at once"
        case TimeoutError():
            return "it does not answer"
        case OSError():
            return error.strerror or str(error)
        case _:
            return str(error)
