"""The login of the demo and the link of a table to try, which the terminal shows."""

from dataclasses import dataclass

from django.conf import settings

from tournament.models import Hanchan, Tournament, User, Visitor

USERNAME = "demo"
LOGIN_FILE = "demo-login"
"""The file in `settings.VAR` with the first password of the demo's account. `make run` prints this password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """The demo's login. `password` is None if it was changed; `table_link` is None while no round is being played."""

    username: str
    password: str | None
    table_link: str | None


def demo() -> Demo | None:
    """Return the current demo, None if this site has no demo."""
    user = User.objects.filter(username=USERNAME, is_active=True).first()
    if user is None:
        return None
    return Demo(username=user.username, password=_password(user), table_link=_table_link(user))


def _password(user: User) -> str | None:
    """Return the password that the demo was created with, if it is still valid."""
    try:
        password = (settings.VAR / LOGIN_FILE).read_text(encoding="ascii").strip()
    except OSError:
        return None
    return password if password and user.check_password(password) else None


def _table_link(user: User) -> str | None:
    """Return the link of the first table in the latest round of this account's tournaments."""
    owned = Tournament.objects.owned_by(Visitor(user=user))
    hanchans = Hanchan.objects.valid().filter(round__tournament__in=owned).select_related("table__tournament")
    latest = hanchans.order_by("-round__started_at", "table__number").first()
    return latest.table.get_link() if latest else None
