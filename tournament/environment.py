"""Functions that read environment variables for `settings`: texts, switches, numbers, choices, addresses, secrets and
folders. The functions for databases are in `database_settings`."""

import os
import secrets
import tempfile
import zoneinfo
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path

PROJECT = Path(__file__).resolve().parent.parent
"""The folder of the project, or of the installed packages."""


def site_files() -> Path:
    """Return the folder with templates, static files, translations and rules pages, in the project or the wheel."""
    return PROJECT if _is_project() else PROJECT / "tournament" / "site_files"


def default_var() -> Path:
    """Return the default of TENBO_VAR: var/ in the project; if Tenbo is installed, the system's user data folder."""
    return PROJECT / "var" if _is_project() else user_data_path("tenbo", appauthor=False)


def _is_project() -> bool:
    return (PROJECT / "manage.py").exists()


def text(name: str, default: str = "") -> str:
    """Return the value of a variable, without spaces at its ends; `default` if it is empty or not set."""
    return os.environ.get(name, "").strip() or default


def items(name: str) -> list[str]:
    """Return the items of a list in a variable, in which they are separated by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def switch(name: str) -> bool:
    """Whether a switch is on. Raises ImproperlyConfigured unless it is 1, yes, true, 0, no, false or not set."""
    value = text(name, "0").lower()
    if value not in {"0", "1", "no", "yes", "false", "true"}:
        raise ImproperlyConfigured(f"{name} is a switch: say 1 or 0, not {value!r}")
    return value in {"1", "yes", "true"}


def number(name: str, default: int) -> int:
    """Return the value of a variable as a whole number. Raises ImproperlyConfigured if it is not a whole number."""
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is a number, not {value!r}")
    return int(value)


def choice(name: str, *choices: str) -> str:
    """Return the value of a variable, by default the first choice. Raises ImproperlyConfigured if it is none of these
    choices."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(choices)}, not {value!r}")
    return value


def site_address(name: str) -> str:
    """Return the site's URL in this variable, without the last slash: a scheme, a host, perhaps a port. Raises
    ImproperlyConfigured for anything else."""
    value = text(name).rstrip("/")
    try:
        parts = urlsplit(value)
        has_host = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an impossible port or host
        has_host = False
    if value and (not has_host or set(value.partition("://")[2]) & set(" \t@/?#")):
        raise ImproperlyConfigured(f"{name} is like https://tenbo.example.org, not {value!r}")
    return value


def contact(name: str) -> str:
    """Return the contact in this variable. Raises ImproperlyConfigured if it is no https:, mailto: or tel: address."""
    value = text(name)
    if value and urlsplit(value).scheme not in {"https", "mailto", "tel"}:
        raise ImproperlyConfigured(f"{name} is like mailto:me@example.org, not {value!r}")
    return value


SHORTEST_SECRET = 20
"""Minimum number of characters of a secret key."""


def origins(name: str) -> list[str]:
    """Return the origins in a variable, such as https://tenbo.example.org, separated by commas; "none" is allowed too,
    and matches no URL. Raises ImproperlyConfigured for anything else."""
    found = [origin.rstrip("/").lower() for origin in items(name)]
    for origin in found:
        parts = urlsplit(origin)
        if origin != "none" and (parts.scheme not in {"http", "https"} or origin != f"{parts.scheme}://{parts.netloc}"):
            raise ImproperlyConfigured(f"{name} is like https://tenbo.example.org, not {origin!r}")
    return found


def secret(name: str, path: Path) -> str:
    """Return the secret key in this variable, or else in this file. Raises ImproperlyConfigured if it is too short."""
    value, place = text(name), name
    if not value:
        value, place = secret_in(path), str(path)
    if len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(
            f"{place} holds {len(value)} characters, and a secret key has {SHORTEST_SECRET} or more."
            " Make one: python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )
    return value


SHORTEST_TOKEN = 16
"""Minimum number of characters of a token that a program sends, because short tokens can be guessed."""


def token(name: str) -> str:
    """Return the token in this variable, empty if there is none. Raises ImproperlyConfigured if it is too short."""
    value = text(name)
    if value and len(value) < SHORTEST_TOKEN:
        raise ImproperlyConfigured(f"{name} holds {len(value)} characters, and a token has {SHORTEST_TOKEN} or more")
    return value


def former_secrets(name: str, path: Path) -> list[str]:
    """Return the former secret keys, newest first. The variable separates them by spaces, the file has one on each
    line."""
    stored = path.read_text(encoding="ascii").split() if path.exists() else []
    return text(name).split() + stored


def replace_secret(path: Path, former: Path) -> None:
    """Replace the secret in the file `path` by a new one, and put the old one first in the file `former`."""
    for target, lines in ((former, [secret_in(path), *former_secrets("", former)]), (path, [new_secret()])):
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write("\n".join(lines))
        Path(draft).replace(target)  # the former ones first, so that no key is lost if the process dies in between


def folder(name: str, default: Path) -> Path:
    """Return the folder in this variable, created if needed. Raises ImproperlyConfigured if it is not writable."""
    path = Path(text(name, str(default))).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is {path}, where nothing can be written: {error.strerror}") from error
    return path


def new_secret() -> str:
    return secrets.token_urlsafe(64)


def private_folder(path: Path) -> None:
    """Create a folder that only its owner may open. If this user already has the folder, restrict it to its owner."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = path.stat()
    if folder.st_mode & 0o077 and hasattr(os, "getuid") and folder.st_uid == os.getuid():
        path.chmod(0o700)


def secret_in(path: Path, make: Callable[[], str] = new_secret) -> str:
    """Read the secret in this file. If there is no file, create one that only its owner can read."""
    if not path.exists():
        # Two processes may start at once. Each writes a draft of its own (0600 by mkstemp), and the one that links it
        # first wins. So nobody reads half a key, and all read the same one.
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


def time_zone(name: str) -> str:
    """Return the time zone in this variable, by default this computer's. Raises ImproperlyConfigured if unknown."""
    value = text(name)
    if value and value not in zoneinfo.available_timezones():
        raise ImproperlyConfigured(f"{name} is like Europe/Prague, not {value!r}")
    return value or time_zone_here()


def time_zone_here() -> str:
    """Return the time zone of this computer, from the link /etc/localtime of Linux and macOS; UTC if there is none."""
    try:
        link = str(Path("/etc/localtime").readlink())
    except OSError:
        return "UTC"
    zone = link.partition("zoneinfo/")[2]
    return zone if zone in zoneinfo.available_timezones() else "UTC"


def backup_store(name: str) -> str:
    """Return the address of an S3-compatible store in this variable, without a slash at its end. Raises
    ImproperlyConfigured for anything else, with a message that does not contain the value, because somebody may have
    put a key into it."""
    value = text(name).rstrip("/")
    try:
        address = urlsplit(value)
        has_host = address.scheme in {"https", "http"} and bool(address.hostname) and address.port != 0
        is_store = has_host and bool(address.path.strip("/")) and not set("@?#") & set(value)
    except ValueError:  # an impossible port or host
        is_store = False
    if value and not is_store:
        raise ImproperlyConfigured(
            f"{name} is like https://s3.example.org/bucket/prefix. The key is no part of it: AWS_ACCESS_KEY_ID and"
            " AWS_SECRET_ACCESS_KEY"
        )
    return value
