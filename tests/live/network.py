"""A network between browsers and a server that can be lost: then nothing gets through, and no connection is closed."""

import asyncio
import threading
from contextlib import suppress


class Network:
    """Forwards a free port to another port."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.is_lost = False
        self._never = asyncio.Event()
        self._streaming: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        started = self._loop.create_future()
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        self.port: int = asyncio.run_coroutine_threadsafe(self._port(started), self._loop).result(10)

    def _run(self, started: "asyncio.Future[int]") -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.create_task(self._serve(started))
        self._loop.run_forever()

    async def _port(self, started: "asyncio.Future[int]") -> int:
        return await started

    async def _serve(self, started: "asyncio.Future[int]") -> None:
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        started.set_result(self.server.sockets[0].getsockname()[1])

    async def _carry(self, browser: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            server, forth = await asyncio.open_connection("127.0.0.1", self.to)
            pumps = [
                asyncio.create_task(self._pump(browser, forth, asks=True)),
                asyncio.create_task(self._pump(server, back, asks=False)),
            ]
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._streaming.discard(forth)
                for pump in pumps:
                    pump.cancel()
                forth.close()
                back.close()

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, asks: bool) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if self.is_lost:
                    await self._never.wait()  # the connection is dead, but neither side is told
                if asks:
                    # A browser sends different requests over one connection, one after another.
                    is_stream = data.startswith(b"GET /live/events")
                    (self._streaming.add if is_stream else self._streaming.discard)(target)
                target.write(data)
                await target.drain()

    @property
    def streams(self) -> int:
        """The number of live streams that go through the network now."""
        return len(self._streaming)
