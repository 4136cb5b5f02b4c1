"""Saves the response to a GET of every address, for every audience and every language: `python -m tests.crawl DIR`.

Each response is a file, named by language, audience and address. Two runs of the same code save the same files.
"""

import os
import sys
import tempfile
from pathlib import Path


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("Where to? python -m tests.crawl DIR")
    if os.environ.get("PYTHONHASHSEED") != "0":  # otherwise the order of sets would differ
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.crawl", sys.argv[1]])  # noqa: S606 (ourselves)
    folder = Path(sys.argv[1]).resolve()
    if folder.exists() and any(folder.iterdir()):
        raise SystemExit(f"There is something in {folder} already.")
    for name in list(os.environ):
        if name.startswith(("TENBO_", "DATABASE_")):
            del os.environ[name]
    with tempfile.TemporaryDirectory(prefix="tenbo-crawl-") as var:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "TENBO_VAR": var,
            "TENBO_SECRET_KEY": "not a secret, for this crawl alone, and as long as settings ask",
            "TENBO_TIME_ZONE": "UTC",
        }
        from tests.crawl import frozen

        frozen.install()
        import django

        django.setup()
        from tests.crawl.crawl import crawl

        crawl(folder)


if __name__ == "__main__":
    main()
