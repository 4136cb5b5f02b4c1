"""Work beside the requests lives as long as the server."""

import asyncio

from tournament.live.lifespan import FINISH_WITHIN, Lifespan


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


def test_what_must_not_break_off_is_finished_before_the_server_ends():
    class Unfinished(Worker):
        def finish(self, within):
            self.calls.append(f"finish within {within}")

    workers, messages, sent = [Worker(), Unfinished()], iter(["lifespan.startup", "lifespan.shutdown"]), []

    async def receive():
        return {"type": next(messages)}

    async def send(message):
        sent.append([list(worker.calls) for worker in workers])

    asyncio.run(Lifespan(send, *workers)({"type": "lifespan"}, receive, send))

    assert sent[-1] == [["start", "stop"], ["start", "stop", f"finish within {FINISH_WITHIN}"]]
