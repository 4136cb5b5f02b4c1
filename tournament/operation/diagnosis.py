"""Finds problems in a site's configuration and their remedies. This module reads only the facts in `Findings`, never
the site itself."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

OLDEST_BACKUP = timedelta(days=2)
LEAST_FILES = 4_096
SHORTEST_PASSPHRASE = 12
"""Minimum number of characters of a passphrase, so that nobody can guess it; passwords have the same minimum."""


@dataclass(frozen=True, kw_only=True)
class Findings:
    """The facts about a site that the diagnosis needs; sizes are in bytes. `private_visitor` is the address of whoever
    looks at the operator's page, if it belongs to a private network."""

    address: str = ""
    https: bool = False
    proxies: int = 0
    private_visitor: str = ""
    debug: bool = False
    is_sqlite: bool = True
    is_served_twice: bool = False
    read_problem: str = ""
    write_problem: str = ""
    replica_problem: str = ""
    role_logged_with_values: str = ""
    var: str = ""
    free_bytes: int = 0
    reserved_bytes: int = 0
    has_other_secret: bool = False
    readable_by_others: list[str] = field(default_factory=list)
    languages_not_compiled: list[str] = field(default_factory=list)
    static_root: str = ""
    is_static_collected: bool = True
    is_quiet: bool = False
    mail_host: str = ""
    mail_problem: str = ""
    has_sender: bool = True
    unknown_variables: list[str] = field(default_factory=list)
    open_files: int = LEAST_FILES
    backups: str = ""
    backups_problem: str = ""
    backups_free_bytes: int = 0
    backup_bytes: int = 0
    backup_failure: str = ""
    backup_age: timedelta | None = None
    backups_from_future: list[str] = field(default_factory=list)
    backups_encrypted: bool = True
    passphrase_length: int = 0
    store: str = ""
    store_problem: str = ""
    store_age: timedelta | None = None
    upload_problem: str = ""
    missing_changes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Problem:
    """A sentence about a problem (`what`), and a sentence about its remedy. If `is_hint` is set, the problem is no
    error, only a possible improvement."""

    what: str
    remedy: str
    is_hint: bool = False


def problems(site: Findings) -> list[Problem]:
    """Return the problems of a site; hints come last."""
    everything = [
        *_database_problems(site),
        *_address_problems(site),
        *_mail_problems(site),
        *_files_problems(site),
        *_backups_problems(site),
        *_names_problems(site),
        *_passphrase_problems(site),
        *_store_problems(site),
    ]
    return sorted(everything, key=lambda problem: problem.is_hint)


def _database_problems(site: Findings) -> Iterator[Problem]:
    if "migrations" in site.read_problem:
        yield Problem(
            "The database lacks migrations.",
            "Run `manage.py migrate`. It makes a backup first, unless the database is empty.",
        )
    elif site.read_problem:
        yield Problem(
            f"The database cannot be read: {site.read_problem}.",
            "Check that it runs, and DATABASE_URL: postgresql://user:password@host:5432/name.",
        )
    elif site.write_problem:
        yield Problem(
            f"Nothing can be recorded: {site.write_problem}",
            "Make room on its disk, end what holds the lock, or name the writable server in DATABASE_URL.",
        )
    if site.is_sqlite and site.is_served_twice:
        yield Problem(
            "Two processes serve this SQLite database, which takes one: hands and pages may wait for each other.",
            "End one of them, as by `systemctl disable --now tenbo@8002`, or use PostgreSQL.",
        )
    if site.replica_problem:
        yield Problem(
            f"The replica is not read: {site.replica_problem}.",
            "Check that it runs and follows, and DATABASE_REPLICA_URL. Until then everything is read from the primary.",
        )
    if role := site.role_logged_with_values:
        yield Problem(
            "PostgreSQL logs a statement that fails with its values, such as a person's name or the key of a login.",
            f"As its superuser: ALTER ROLE {role} SET log_min_error_statement = 'panic'; ALTER ROLE {role} SET"
            " log_error_verbosity = 'terse'; and restart Tenbo. Tenbo's own log names the error anyway.",
            is_hint=True,
        )
    if site.missing_changes:
        yield Problem(
            f"The database lacks changes that were acknowledged: {site.missing_changes[0]}.",
            "It is an older copy. Find the newer one, or see `manage.py verify` for all that is missing.",
        )


def _address_problems(site: Findings) -> Iterator[Problem]:
    if site.debug:
        yield Problem("TENBO_DEBUG shows the program's inside to every visitor.", "Unset it.")
    if not site.address:
        yield Problem(
            "TENBO_ADDRESS is not set, so links on paper have the address that the organizer happened to use.",
            "Set it: TENBO_ADDRESS=https://tenbo.example.org",
            is_hint=True,
        )
    is_secure = site.address.startswith("https://")
    if is_secure and not site.https:
        yield Problem(
            "TENBO_ADDRESS is https, and TENBO_HTTPS is not set: cookies travel unencrypted too.",
            "Set TENBO_HTTPS=1.",
        )
    if site.https and site.address and not is_secure:
        yield Problem(
            "TENBO_HTTPS is set, and TENBO_ADDRESS begins with http: every printed link is redirected.",
            "Begin TENBO_ADDRESS with https.",
        )
    if site.https and not site.proxies:
        yield Problem(
            "TENBO_HTTPS is set and TENBO_PROXIES is 0: behind a proxy every page redirects to itself.",
            "Set TENBO_PROXIES to the number of your proxies, usually 1.",
            is_hint=True,
        )
    if is_secure and site.proxies and site.private_visitor:
        yield Problem(
            f"You seem to come from {site.private_visitor}, and so may others, who then share one visitor's limits.",
            "Unless you are in the server's own network, see “Addresses of visitors” in docs/operator.md.",
            is_hint=True,
        )
    for name in site.unknown_variables:
        yield Problem(f"{name} is no variable of Tenbo, so it changes nothing.", "Is it misspelt?", is_hint=True)


def _mail_problems(site: Findings) -> Iterator[Problem]:
    if site.is_quiet:
        yield Problem(
            "TENBO_QUIET is set: nobody gets mails, and phones and other sites get nothing.",
            "Unset it, unless this is a backup that you try beside its site.",
        )
        return
    if site.mail_problem:
        yield Problem(
            f"The mail server {site.mail_host} cannot be used: {site.mail_problem}.",
            "Check TENBO_MAIL_HOST, _PORT, _USER, _PASSWORD and _SECURITY against what your provider says.",
        )
    if site.mail_host and not site.has_sender:
        yield Problem(
            "TENBO_MAIL_FROM is not set: mails come from tenbo@localhost, which most servers refuse.",
            "Set TENBO_MAIL_FROM to an address of yours that this mail server may send for.",
        )
    if site.mail_host and not site.address:
        yield Problem(
            "TENBO_MAIL_HOST is set and TENBO_ADDRESS is not: mails to players wait, and forgotten passwords are not"
            " reset by mail, because these mails hold links.",
            "Set it: TENBO_ADDRESS=https://tenbo.example.org",
        )
    if site.address and not site.mail_host:
        yield Problem(
            "TENBO_MAIL_HOST is not set: players get no mails, and forgotten passwords are not reset by mail.",
            "Set TENBO_MAIL_HOST and TENBO_MAIL_FROM.",
            is_hint=True,
        )


def _files_problems(site: Findings) -> Iterator[Problem]:
    left, reserved = site.free_bytes // 10**6, site.reserved_bytes // 10**6
    if site.free_bytes < site.reserved_bytes:
        yield Problem(
            f"The disk of {site.var} has {left} MB left, so imports, pictures and rehearsals are refused.",
            f"Make room: the last {reserved} MB are for hands and results.",
        )
    elif site.free_bytes < 2 * site.reserved_bytes:
        yield Problem(
            f"The disk of {site.var} has {left} MB left. Below {reserved} MB imports, pictures and rehearsals are"
            " refused.",
            "Make room.",
            is_hint=True,
        )
    if site.has_other_secret:
        yield Problem(
            f"TENBO_SECRET_KEY is another key than that in {site.var}/secret-key: links, QR codes and logins that the"
            " latter signed do not work.",
            "Unset TENBO_SECRET_KEY, or add the key in the file to TENBO_OLD_SECRET_KEYS; if that is meant, delete the"
            " file.",
        )
    if site.readable_by_others:
        names = ", ".join(site.readable_by_others)
        yield Problem(f"Other users of this computer can read {names}.", f"Run `chmod -R go= {site.var}`.")
    if site.languages_not_compiled:
        languages = ", ".join(site.languages_not_compiled)
        yield Problem(f"Translations are not compiled: {languages}.", "Run `manage.py compilemessages`.")
    if site.static_root and not site.is_static_collected:
        yield Problem(f"TENBO_STATIC_ROOT {site.static_root} is empty.", "Run `manage.py collectstatic --no-input`.")
    if site.open_files < LEAST_FILES:
        yield Problem(
            f"Only {site.open_files} files may be open at once, and each open page is one.",
            "Raise the limit: `ulimit -n 65536`, or LimitNOFILE=65536 in the systemd unit.",
        )


def _backups_problems(site: Findings) -> Iterator[Problem]:
    if site.backups_problem:
        yield Problem(
            f"No backup can be written to {site.backups}: {site.backups_problem}.",
            "Make this folder for the user that Tenbo runs as, or set TENBO_BACKUPS to another one.",
        )
    elif site.backup_failure:
        yield Problem(f"The last backup failed: {site.backup_failure}", "Mend that and run `manage.py backup`.")
    elif site.backups_free_bytes < site.backup_bytes:
        yield Problem(
            f"The disk of {site.backups} has {site.backups_free_bytes // 10**6} MB left, and the newest backup has"
            f" {site.backup_bytes // 10**6} MB.",
            "Make room, or set TENBO_BACKUPS to a folder on another disk.",
        )
    elif site.backup_age is None:
        yield Problem(
            f"There is no backup in {site.backups}.", "Run `manage.py backup` every hour or day.", is_hint=True
        )
    elif site.backup_age > OLDEST_BACKUP:
        yield Problem(
            f"The newest backup is {site.backup_age.days} days old.",
            "Run `manage.py backup`, and see why it does not run by itself.",
        )
    elif not site.backups_encrypted and site.address:
        yield Problem(
            "Backups hold the secret key and are not encrypted.",
            "Set TENBO_BACKUP_PASSPHRASE, and keep it somewhere else too.",
            is_hint=True,
        )


def _names_problems(site: Findings) -> Iterator[Problem]:
    if site.backups_from_future:
        yield Problem(
            f"{site.backups_from_future[0]} in {site.backups} is from the future, so a clock was wrong.",
            "Set the clock. Backups from the future do not count and are never removed: name each by the time at which"
            " it was made (`ls -l`), or remove it.",
        )


def _passphrase_problems(site: Findings) -> Iterator[Problem]:
    if 0 < site.passphrase_length < SHORTEST_PASSPHRASE:
        yield Problem(
            f"TENBO_BACKUP_PASSPHRASE has {site.passphrase_length} characters, so that who has a backup finds it by"
            " trying.",
            f"Take one of {SHORTEST_PASSPHRASE} or more, such as four random words, and keep the former one too: older"
            " backups need it.",
        )


def _store_problems(site: Findings) -> Iterator[Problem]:
    if site.store_problem:
        yield Problem(
            f"The store of backups cannot be used: {site.store_problem}",
            "Check TENBO_BACKUP_STORE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY against what its provider says.",
        )
    elif site.upload_problem:
        yield Problem(
            f"The last backup is in {site.backups} alone: {site.upload_problem}",
            "Mend that and run `manage.py backup`. `manage.py doctor` asks the store.",
        )
    elif site.store and site.store_age is None:
        yield Problem(f"No backup is in {site.store} yet.", "Run `manage.py backup`.", is_hint=True)
    elif site.store_age is not None and site.store_age > OLDEST_BACKUP:
        yield Problem(
            f"The newest backup in {site.store} is {site.store_age.days} days old.",
            "Run `manage.py backup`, and see why it does not run by itself.",
        )
