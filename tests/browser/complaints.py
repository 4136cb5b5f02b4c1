"""What a browser says went wrong on a page, gathered so that a test can fail on it."""

import re

from playwright.sync_api import ConsoleMessage, Page, Response

# Pages and htmx requests may be refused: the test looks at what the person is told. A file that is missing is a bug.
MAY_BE_REFUSED = {"document", "xhr", "fetch"}

# A newer request takes an older one's place, for example the preview of another value. htmx calls that an error; of a
# request that failed it says more than this.
ABORTED = r"console error: htmx:(sendAbort|afterRequest),"

# A page was left or lost its network while the service worker's script was still being fetched; that it is fetched is
# what test_offline.py shows.
WORKER_LEFT = r"console error: An unknown error occurred when fetching the script\."


class Complaints:
    """Everything the watched pages complained about, less what the test said it expects."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.expected: list[str] = [ABORTED, WORKER_LEFT]

    def expect(self, pattern: str) -> None:
        """This is meant to happen in this test, e.g. `complaints.expect("ERR_INTERNET_DISCONNECTED")`."""
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
        # Chromium also logs each refused request, without saying of what kind; `_response` knows.
        if message.type in {"error", "warning"} and "the server responded with a status of" not in message.text:
            self.heard.append(f"console {message.type}: {message.text}")

    def _response(self, response: Response) -> None:
        missing = response.status >= 400 and response.request.resource_type not in MAY_BE_REFUSED
        if missing or response.status >= 500:
            self.heard.append(f"answer {response.status}: {response.url}")
