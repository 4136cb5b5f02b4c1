"""With TENBO_QUIET a copy of a site, such as a backup that is tried, sends nothing to the real people."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.whole_site.test_settings import only

SENDERS = """
from tournament.asgi import application
from django.conf import settings
print(settings.EMAIL_BACKEND.split(".")[-2], *sorted(type(work).__name__ for work in application.background))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("quiet", "sends"),
    [("0", "smtp FullCollections MailSender MirrorSender Sender"), ("1", "unsent FullCollections MailSender")],
)
def test_a_quiet_server_sends_nothing_to_phones_and_other_sites_and_mails_nothing(tmp_path, quiet, sends):
    environment = only({"TENBO_QUIET": quiet, "TENBO_MAIL_HOST": "mail.example.org"}, tmp_path)

    said = subprocess.run(
        [sys.executable, "-c", SENDERS], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout

    assert said.strip() == sends
