"""A relay before a server, which a test cuts and mends: what its clients see of a network that is slow, or lost for a while."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from tests.patience import PATIENCE


class Relay:
    """`address`: the server's, through the relay. `delay`: seconds before what one side says reaches the other."""

    def __init__(self, address: str, delay: float = 0.0) -> None:
        place = urlsplit(address)
        self._scheme, self._host, self._port = place.scheme, place.hostname, place.port
        self._delay = delay
        self._loop = asyncio.new_event_loop()
        self._connections: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self.address = ""

    def cut(self) -> None:
        """End all connections, and every new one at once."""
        self._do(self._cut)

    def mend(self) -> None:
        """Let connections through again."""
        self._do(self._mend)

    def _cut(self) -> None:
        self._is_cut = True
        for writer in self._connections:
            writer.transport.abort()

    def _mend(self) -> None:
        self._is_cut = False

    def _do(self, what: Callable[[], None]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(what)
        self._loop.call_soon_threadsafe(done.set)
        assert done.wait(PATIENCE)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            there_reader, there_writer = await asyncio.open_connection(self._host, self._port)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, there_writer}
        self._connections |= both
        try:
            with suppress(asyncio.CancelledError):  # the end, which a stream would report as an error
                await asyncio.gather(self._copy(reader, there_writer), self._copy(there_reader, writer))
        finally:
            self._connections -= both
            for one in both:
                one.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self._delay:
                    await asyncio.sleep(self._delay)
                writer.write(data)
                await writer.drain()
        writer.close()

    def _run(self, ready: threading.Event, stop: asyncio.Event) -> None:
        async def serve() -> None:
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.address = f"{self._scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            ready.set()
            await stop.wait()
            server.close()
            self._cut()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self._loop.run_until_complete(serve())
        self._loop.close()

    @contextmanager
    def running(self) -> Iterator["Relay"]:
        """Until the block ends, on a loop in a thread of its own."""
        ready, stop = threading.Event(), asyncio.Event()
        thread = threading.Thread(target=self._run, args=(ready, stop), name="relay")
        thread.start()
        try:
            assert ready.wait(PATIENCE)
            yield self
        finally:
            self._loop.call_soon_threadsafe(stop.set)
            thread.join(PATIENCE)
