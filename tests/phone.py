"""A phone at a table, over HTTP: it reads pages, presses their buttons, keeps its cookies, and may lose its server."""

from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.forms_on_page import Fields, pressed

NO_ANSWER = (OSError, HTTPException)


class Phone:
    """One browser with one connection. `session` is the key of a session that has opened the table's link."""

    def __init__(self, port: int, session: str, table: str, hanchan: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies = {"sessionid": session}
        self.table = table
        self.hands = f"{hanchan}hands/"

    def draw(self, **touched: str) -> Fields:
        """What the confirmation's form sends after these touches. Raises NO_ANSWER."""
        status, page = self.ask("GET", f"{self.table}?{urlencode(touched)}")
        assert status == 200, (status, page)
        return pressed(page, self.hands)

    def submit(self, fields: Fields) -> tuple[int, str]:
        """Status and page of the answer. Raises NO_ANSWER."""
        return self.ask("POST", self.hands, urlencode(fields, doseq=True))

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            page = response.read().decode()
        except NO_ANSWER:
            self.connection.close()
            raise
        for name, morsel in SimpleCookie(", ".join(response.headers.get_all("Set-Cookie", []))).items():
            self.cookies[name] = morsel.value
        return response.status, page

    def close(self) -> None:
        self.connection.close()
