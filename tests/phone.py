"""A phone at a table, over HTTP: it reads pages, submits their forms and keeps cookies. Its server may fail."""

from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.forms_on_page import Fields, pressed

NO_ANSWER = (OSError, HTTPException)


class Phone:
    """A browser with one connection. `session` is the key of a session in which the table's link was opened."""

    def __init__(self, port: int, session: str, table: str, hanchan: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies = {"sessionid": session}
        self.table = table
        self.hands = f"{hanchan}hands/"

    def draw(self, **touched: str) -> Fields:
        """Return the fields that the form of the confirmation sends after these choices. Raises the errors in
        NO_ANSWER."""
        status, page = self.ask("GET", f"{self.table}?{urlencode(touched)}")
        assert status == 200, (status, page)
        return pressed(page, self.hands)

    def submit(self, fields: Fields) -> tuple[int, str]:
        """Submit a hand and return the status and the page of the response. Raises the errors in NO_ANSWER."""
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
