"""A real Mosquitto for a test, on a free port of the loopback address, and a program of others that talks to it.

Without a Mosquitto the tests are skipped with a reason. If COMPANION_NEEDS_MOSQUITTO is set, as in `.ci/run`, they fail instead.
"""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from tests.patience import PATIENCE
from tests.until import until


def mosquitto(program: str = "mosquitto") -> str:
    """The program, or another one of Mosquitto's. Skips the test where there is none."""
    found = shutil.which(program) or shutil.which(f"/usr/sbin/{program}")
    if found is None:
        if os.environ.get("COMPANION_NEEDS_MOSQUITTO"):
            pytest.fail(f"{program} is missing")
        pytest.skip(f"needs {program}: sudo apt install mosquitto mosquitto-clients")
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Broker:
    """A Mosquitto that can be stopped and started again at its port, with what it had stored."""

    def __init__(self, folder: Path, more: str = "allow_anonymous true") -> None:
        self.port = free_port()
        self.url = f"mqtt://127.0.0.1:{self.port}"
        self._file = folder / "mosquitto.conf"
        self._file.write_text(
            f"listener {self.port} 127.0.0.1\nuser root\nlog_dest stderr\npersistence true\n"
            f"persistence_location {folder}/\nautosave_on_changes true\nautosave_interval 1\n{more}\n"
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers: a signal that comes before its main loop runs is lost."""
        # Nobody reads what it logs: a pipe would be full one day, and the broker would wait.
        process = self._process = subprocess.Popen([mosquitto(), "-c", str(self._file)], stderr=subprocess.DEVNULL)
        while process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE) as wire:
                wire.sendall(b"\x10\x11\x00\x04MQTT\x04\x02\x00\x3c\x00\x05hello")
                assert wire.recv(4), "it answers a greeting, if only by a refusal"
                return
        raise AssertionError(f"mosquitto ended with status {process.returncode}")

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()
        self._process = None

    def reload(self) -> None:
        """Have it read its passwords and rules again; it does so soon."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.communicate(timeout=PATIENCE)


@contextmanager
def broker(folder: Path, more: str = "allow_anonymous true") -> Iterator[Broker]:
    made = Broker(folder, more)
    made.start()
    try:
        yield made
    finally:
        made.close()


class Heard:
    """A message. `text`: of its payload."""

    def __init__(self, message: MQTTMessage) -> None:
        self.topic, self.retained, self.qos = message.topic, message.retain, message.qos
        self.payload = bytes(message.payload)

    @property
    def text(self) -> str:
        return self.payload.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    def __repr__(self) -> str:
        return f"<{self.topic}: {self.text[:80]}>"


class Peer:
    """Another program at the broker, with paho's own thread. `heard`: every message that came, oldest first."""

    def __init__(self, client: Client) -> None:
        self.heard: list[Heard] = []
        self._client = client
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._subscribed = asyncio.Event()
        self._answers: dict[int, asyncio.Future[str]] = {}
        client.on_publish = self._has_published
        client.on_message = lambda _client, _data, message: self._tell(Heard(message))
        client.on_subscribe = self._has_subscribed

    def _has_subscribed(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._subscribed.set)

    def _tell(self, heard: Heard) -> None:
        def note() -> None:
            self.heard.append(heard)
            self._event.set()

        self._loop.call_soon_threadsafe(note)

    async def news(self) -> None:
        await self._event.wait()
        self._event.clear()

    async def subscribe(self, topic: str) -> None:
        """Returns when the broker has taken it."""
        self._subscribed.clear()
        self._client.subscribe(topic, 1)
        async with asyncio.timeout(PATIENCE):
            await self._subscribed.wait()

    def say(self, topic: str, payload: Any, *, qos: int = 1, retain: bool = False) -> None:
        text = payload if isinstance(payload, str) else json.dumps(payload)
        self._client.publish(topic, text, qos=qos, retain=retain)

    def _has_published(self, _client: object, _data: object, mid: int, reason: object, _more: object) -> None:
        self._loop.call_soon_threadsafe(lambda: self._answer(mid).set_result(str(reason)))

    def _answer(self, mid: int) -> "asyncio.Future[str]":
        return self._answers.setdefault(mid, self._loop.create_future())

    async def answer(self, topic: str) -> str:
        """What the broker answers to a message."""
        sent = self._client.publish(topic, "{}", qos=1)
        async with asyncio.timeout(PATIENCE):
            return await self._answer(sent.mid)

    def on(self, topic: str) -> list[Heard]:
        return [one for one in self.heard if one.topic == topic]

    async def until(self, holds: Callable[[], bool]) -> None:
        await until(holds, self.news)


class AtPort(Protocol):
    """A broker of this machine."""

    port: int


@asynccontextmanager
async def peer(
    at: AtPort, name: str, *topics: str, password: str | None = None, session: int = 0, client_id: str | None = None
) -> AsyncIterator[Peer]:
    """A program that is connected and has subscribed. `session`: seconds for which the broker keeps its session. `client_id`:
    whose it is; None for its own name's."""
    client = Client(CallbackAPIVersion.VERSION2, client_id=client_id or name, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set(name, password)
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.SessionExpiryInterval = session
    client.connect("127.0.0.1", at.port, clean_start=not session, properties=properties)
    made = Peer(client)
    client.loop_start()
    try:
        for topic in topics:
            await made.subscribe(topic)
        yield made
    finally:
        client.disconnect()
        client.loop_stop()
        client._reset_sockets()  # the pair by which its thread was woken
