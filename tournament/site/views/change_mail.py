"""Notices to the owner of an account, as a view requests them."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from tournament.core.addresses import absolute_url
from tournament.models import AccountEvent, User
from tournament.site.actions.change_mails import queue_change_mail


def mail_owner(request: HttpRequest, user: User, change: AccountEvent.Kind, *, to: str | None = None) -> None:
    """Queue a notice of a change to the account's present address, if it has one, or to its former address `to`."""
    queue_change_mail(
        user,
        change,
        to=user.email if to is None else to,
        language=get_language() or settings.LANGUAGE_CODE,
        site=absolute_url(request, "/"),
    )
