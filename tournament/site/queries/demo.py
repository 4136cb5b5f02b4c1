"""What a terminal tells of the demo: who to log in as, and one table to try."""

from dataclasses import dataclass

from django.conf import settings

from tournament.models import Hanchan, Tournament, User, Visitor

USERNAME = "demo"
LOGIN_FILE = "demo-login"
"""In `settings.VAR`: the password that the demo's account was made with, for the next `make run` to print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """`password` is None once somebody has set another; `table_link` is None while no round is on."""

    username: str
    password: str | None
    table_link: str | None


def demo() -> Demo | None:
    """The demo as it stands, or None where there is none."""
    user = User.objects.filter(username=USERNAME, is_active=True).first()
    if user is None:
        return None
    return Demo(username=user.username, password=_password(user), table_link=_table_link(user))


def _password(user: User) -> str | None:
    """The password it was made with, if it still opens the account."""
    try:
        kept = (settings.VAR / LOGIN_FILE).read_text(encoding="ascii").strip()
    except OSError:
        return None
    return kept if kept and user.check_password(kept) else None


def _table_link(user: User) -> str | None:
    """The first table of the latest round in the tournaments of this account."""
    mine = Tournament.objects.owned_by(Visitor(user=user))
    hanchans = Hanchan.objects.valid().filter(round__tournament__in=mine).select_related("table__tournament")
    latest = hanchans.order_by("-round__started_at", "table__number").first()
    return latest.table.get_link() if latest else None
