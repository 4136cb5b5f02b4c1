"""The ASGI application that a server runs: `uvicorn tournament.asgi:application`."""

import logging
import os
from functools import partial

import django

from tournament.starting import check_database, configured

configured(partial(django.setup, set_prefix=False))
check_database()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.urls import get_resolver  # noqa: E402 (these import models, which are loaded from now on)

from tournament.archive.actions.delete_tournament import finish_deletions  # noqa: E402
from tournament.archive.actions.erase_leavers import finish_erasures  # noqa: E402
from tournament.archive.actions.import_upload import forget_old_uploads  # noqa: E402
from tournament.archive.actions.unfinished_imports import clear_unfinished_imports  # noqa: E402
from tournament.archive.sender import MirrorSender  # noqa: E402
from tournament.core.sqlite.serving_locks import note_serving  # noqa: E402
from tournament.core.telemetry.logs import NoFlood, WithoutKeys  # noqa: E402
from tournament.core.views.failures import LastResort, prepare_failures  # noqa: E402
from tournament.live.app import Live  # noqa: E402
from tournament.live.file_limit import raise_file_limit  # noqa: E402
from tournament.live.garbage import FullCollections  # noqa: E402
from tournament.live.lanes.owners import owner_of  # noqa: E402
from tournament.live.lanes.session_owners import session_owners  # noqa: E402
from tournament.live.lanes.valid_links import valid_links  # noqa: E402
from tournament.live.lifespan import BackgroundWork, Lifespan  # noqa: E402
from tournament.live.limits.loop_time import InTurn  # noqa: E402
from tournament.live.limits.open_requests import OpenRequests  # noqa: E402
from tournament.live.threads import DjangoInThreads, switch_often  # noqa: E402
from tournament.live.tidying import tidy  # noqa: E402
from tournament.mail.sender import MailSender  # noqa: E402
from tournament.push.sender import Sender  # noqa: E402
from tournament.site.actions.change_mails import send_change_mails  # noqa: E402
from tournament.site.actions.reset_mails import send_reset_mails  # noqa: E402

# uvicorn's log of requests does not pass our handlers and their filters.
logging.getLogger("uvicorn.access").addFilter(WithoutKeys())
# Its log of malformed requests does not either; anybody may send thousands of them.
logging.getLogger("uvicorn.error").addFilter(NoFlood())
raise_file_limit()
switch_often()
if connection.vendor == "sqlite":
    note_serving(settings.VAR)

get_resolver().url_patterns  # noqa: B018 (imports every view now, so that the first request does not wait for it)
pages = prepare_failures()

os.umask(0o077)  # files that the server writes are readable only by its user

hourly = partial(tidy, clear_unfinished_imports, finish_deletions, finish_erasures, forget_old_uploads)
live = Live(DjangoInThreads(), tidy=hourly, owner_of=owner_of, session_owners=session_owners, valid_links=valid_links)
# A tried backup has the phones and mirrors of the real site, and its push key. Its mails go to nobody.
senders: list[BackgroundWork] = [] if settings.TENBO_QUIET else [Sender(), MirrorSender()]
limited = OpenRequests(InTurn(LastResort(live, pages)), live.known_session, live.valid_link, live.remembered_session)
application = Lifespan(limited, *senders, MailSender(send_reset_mails, send_change_mails), FullCollections())
