"""Collects the errors that a browser reports on a page, so that a test can fail on them."""

import re

from playwright.sync_api import ConsoleMessage, Page, Response

# Pages and htmx requests may be refused: the test checks what the person is told. A missing file is a bug.
MAY_BE_REFUSED = {"document", "xhr", "fetch"}

# htmx reports an error if a newer request replaces an older one, for example the preview of another value. If a request
# really failed, it reports another error too.
ABORTED = r"console error: htmx:(sendAbort|afterRequest),"

# A page was closed, or lost its network, while the service worker's script was still being fetched. test_offline.py
# tests that the script is fetched.
WORKER_LEFT = r"console error: An unknown error occurred when fetching the script\."


class Complaints:
    """All errors of the watched pages, without those that the test expects."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.expected: list[str] = [ABORTED, WORKER_LEFT]

    def expect(self, pattern: str) -> None:
        """Expect errors that match this pattern, such as `complaints.expect("ERR_INTERNET_DISCONNECTED")`."""
        self.expected.append(pattern)

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.heard.append(f"script error: {error}"))
        page.on("response", self._response)

    def unexpected(self) -> list[str]:
        return [line for line in self.heard if not any(re.search(pattern, line) for pattern in self.expected)]

    def assert_none(self) -> None:
        assert not self.unexpected(), "the browser complained:\n" + "\n".join(self.unexpected())

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium also logs each refused request, but without its type; `_response` handles these.
        if message.type in {"error", "warning"} and "the server responded with a status of" not in message.text:
            self.heard.append(f"console {message.type}: {message.text}")

    def _response(self, response: Response) -> None:
        missing = response.status >= 400 and response.request.resource_type not in MAY_BE_REFUSED
        if missing or response.status >= 500:
            self.heard.append(f"answer {response.status}: {response.url}")
