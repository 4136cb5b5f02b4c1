"""A bare asyncio server that writes a number of bytes to every open stream when it gets a POST. It shows the least
possible cost of viewers.

`python -m tests.benchmarks.bare_streams PORT BYTES`. The responses look like Tenbo's streams, so the same viewers can
read them.
"""

import asyncio
import sys

PAGE = b'<meta name="tenbo-live" content="1:0">'


class Streams:
    def __init__(self, size: int) -> None:
        self.size = size
        self.version = 0
        self.open: list[asyncio.StreamWriter] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.read(10_000)  # complete, as a request is short; or empty
        if head.startswith(b"GET /live/"):
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            writer.write(_chunk(b"event: hello\ndata:\n\n"))
            self.open.append(writer)
            return
        if head.startswith(b"POST"):
            self.publish()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(PAGE), PAGE))
        await writer.drain()
        writer.close()

    def publish(self) -> None:
        self.version += 1
        part = b"event: part\ndata: 1 %d /t/ " % self.version
        news = b"data: 1 %d\n\n" % self.version
        event = _chunk(part + b"A" * (self.size - 16) + b"\n\n" + news)
        for writer in self.open:
            writer.write(event)


def _chunk(text: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(text), text)


async def main(port: int, size: int) -> None:
    server = await asyncio.start_server(Streams(size).answer, "127.0.0.1", port, backlog=1_000)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
