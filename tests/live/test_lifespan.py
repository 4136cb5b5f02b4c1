"""Work beside the requests lives as long as the server."""

import asyncio

from tournament.live.lifespan import Lifespan


class Worker:
    """Work that says when it is started and stopped."""

    def __init__(self):
        self.calls = []

    def start(self):
        self.calls.append("start")

    def stop(self):
        self.calls.append("stop")


def test_it_starts_and_stops_with_the_server_and_requests_pass():
    worker, sent = Worker(), []

    async def site(scope, receive, send):
        await send({"type": f"answer to {scope['type']}"})

    async def run():
        messages = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive():
            return {"type": next(messages)}

        async def send(message):
            sent.append((message["type"], list(worker.calls)))

        app = Lifespan(site, worker)
        await app({"type": "lifespan"}, receive, send)
        await app({"type": "http"}, receive, send)

    asyncio.run(run())

    assert sent == [
        ("lifespan.startup.complete", ["start"]),
        ("lifespan.shutdown.complete", ["start", "stop"]),
        ("answer to http", ["start", "stop"]),
    ]
