"""Readers of the environment for `settings`: texts, switches, numbers and choices; the secret and the time zone."""

import os
import secrets
import tempfile
import zoneinfo
from collections.abc import Callable
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """The value of a variable, without spaces around it; the default if it is empty."""
    return os.environ.get(name, "").strip() or default


def switch(name: str) -> bool:
    """Whether a switch is on; off by default. Raises ImproperlyConfigured for any other text."""
    value = text(name, "0").lower()
    if value not in {"0", "1", "no", "yes", "false", "true"}:
        raise ImproperlyConfigured(f"{name} is a switch: say 1 or 0, not {value!r}")
    return value in {"1", "yes", "true"}


def number(name: str, default: int) -> int:
    """The value of a variable as a whole number. Raises ImproperlyConfigured for any other text."""
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is a number, not {value!r}")
    return int(value)


def choice(name: str, *choices: str) -> str:
    """The value of a variable among these; the first is the default. Raises ImproperlyConfigured for others."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(choices)}, not {value!r}")
    return value


def random_text() -> str:
    """A text that nobody guesses."""
    return secrets.token_urlsafe(64)


def secret_in(path: Path, make: Callable[[], str] = random_text) -> str:
    """Read the secret stored in this file; create the file, readable for its owner alone, if there is none."""
    if not path.exists():
        # Two processes may start at once. Each writes a whole file of its own (0600, as mkstemp makes them), and
        # the one that links it first wins: nobody can read half a key, and everybody reads the same one.
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()


def time_zone_here() -> str:
    """The time zone of this computer, from the link that Linux and macOS have; UTC if there is none."""
    try:
        link = str(Path("/etc/localtime").readlink())
    except OSError:
        return "UTC"
    zone = link.partition("zoneinfo/")[2]
    return zone if zone in zoneinfo.available_timezones() else "UTC"
