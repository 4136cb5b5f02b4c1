"""Accounts upload small pictures that take long to decode, while other people submit forms."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests.attack.accounts import create, fresh_account
from tests.attack.arena import Browser, arena
from tests.scans import jpeg_of_scans

ACCOUNTS = 3
SCANS = 6_000


def many_scans() -> bool:
    """Three accounts each upload a JPEG with 6,000 scans: a stranger's form may wait at most a second."""
    picture = jpeg_of_scans(SCANS)
    with arena("pictures of many scans") as field:
        accounts = [fresh_account(field) for _ in range(ACCOUNTS)]
        for n, account in enumerate(accounts):
            create(account, n)
        stranger = Browser(field.site.port)
        stranger.get("/accounts/login/")
        slugs = [f"club-{n}" for n in range(ACCOUNTS)]
        waits = []
        with field.hands_meanwhile(), ThreadPoolExecutor(ACCOUNTS) as threads:
            began = time.monotonic()
            uploads = [threads.submit(_upload, *each, picture) for each in zip(accounts, slugs, strict=True)]
            for _ in range(4):
                time.sleep(0.5)
                sent = time.monotonic()
                field.check(stranger.post("/language/", {"language": "fr"})[0] == 302, "a form was not answered")
                waits.append(time.monotonic() - sent)
            answers = Counter(upload.result() for upload in uploads)
            seconds = time.monotonic() - began
        field.figures = {
            "picture_kb": len(picture) // 1_000,
            "answers": dict(answers),
            "longest_form_s": round(max(waits), 2),
            "seconds": round(seconds, 1),
        }
        field.check(max(waits) <= 1, f"a form waited {max(waits):.1f} s")
        field.check(set(answers) == {422}, f"answers: {dict(answers)}")
    return not field.wrong


def _upload(browser: Browser, slug: str, picture: bytes) -> int:
    status, _page = browser.upload(f"/t/{slug}/about/edit/", "picture", "scans.jpg", picture)
    return status


ATTACKS = [many_scans]
