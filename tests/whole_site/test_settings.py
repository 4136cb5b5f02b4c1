"""Settings are read once, when a process starts. Most tests run their module anew, in this process."""

import os
import re
import runpy
import stat
import subprocess
import sys
import zoneinfo
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.conftest import ROOT
from tournament import database_settings, environment

# Everything an operator of a public server sets.
PRODUCTION = {
    "TENBO_SECRET_KEY": "of an operator, with fifty characters or more, at least 5 different",
    "TENBO_ADDRESS": "https://tenbo.example.org",
    "TENBO_HTTPS": "1",
    "TENBO_PROXIES": "1",
}


def only(environment, folder):
    """This process's environment with these settings alone, whose files go into a folder."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_"))}
    return bare | {"TENBO_VAR": str(folder / "var")} | environment


@pytest.fixture
def start(tmp_path):
    """Runs Python with the settings an environment gives: `start({"TENBO_DEBUG": "1"}, "-c", "…")`."""

    def run(environment, *arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=only(environment, tmp_path),
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture
def settings_in(tmp_path):
    """The named settings in an environment, from the module run anew as in a process that starts."""

    def read(environment, *names):
        with patch.dict(os.environ, only(environment, tmp_path), clear=True):
            settings = runpy.run_path(str(ROOT / "tournament" / "settings.py"))
        return [settings[name] for name in names]

    return read


def test_without_an_environment_every_default_is_safe(settings_in):
    debug, hosts, proxies = settings_in({}, "DEBUG", "ALLOWED_HOSTS", "TENBO_PROXIES")

    assert (debug, hosts, proxies) == (False, ["localhost", "127.0.0.1", "[::1]"], 0)


def test_the_secret_key_is_made_once_and_nobody_else_reads_it(settings_in, tmp_path):
    first = settings_in({}, "SECRET_KEY")
    second = settings_in({}, "SECRET_KEY")

    path = tmp_path / "var" / "secret-key"
    assert first == second == [path.read_text()]
    assert len(path.read_text()) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_processes_that_start_together_agree_on_the_key(start):
    code = "from tournament import settings; print(settings.SECRET_KEY)"
    with ThreadPoolExecutor(4) as pool:
        started = list(pool.map(lambda _: start({}, "-c", code), range(4)))

    assert [process.stderr for process in started] == [""] * 4
    assert len({process.stdout for process in started}) == 1


def test_an_operators_key_is_not_kept(settings_in, tmp_path):
    assert settings_in({"TENBO_SECRET_KEY": "given by its operator"}, "SECRET_KEY") == ["given by its operator"]
    assert list((tmp_path / "var").iterdir()) == []


def test_the_address_people_type_is_one_we_answer_to(settings_in):
    hosts, origins = settings_in(PRODUCTION, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS")

    assert hosts[0] == "tenbo.example.org"
    assert origins == ["https://tenbo.example.org"]


@pytest.mark.parametrize("address", ["https://Tenbo.example.org/", "http://10.0.0.7:8000", "http://[fe80::1]:8000"])
def test_an_address_may_have_capitals_a_port_or_a_number_for_a_host(monkeypatch, address):
    monkeypatch.setenv("TENBO_ADDRESS", address)

    assert environment.site_address("TENBO_ADDRESS") == address.rstrip("/")


def test_a_database_url_means_postgresql_through_a_pool(settings_in):
    [databases] = settings_in({"DATABASE_URL": "postgresql://tenbo:se%40cret@db:5433/club"}, "DATABASES")

    database = databases["default"]
    assert [database[name] for name in ("ENGINE", "HOST", "PORT", "NAME", "USER", "PASSWORD", "CONN_MAX_AGE")] == [
        "tournament.core.postgresql", "db", "5433", "club", "tenbo", "se@cret", 0,
    ]  # fmt: skip
    assert database["OPTIONS"]["pool"] == {"min_size": 2, "max_size": 40, "timeout": 3, "reconnect_timeout": 0}
    assert database["OPTIONS"]["connect_timeout"] == 3


def test_a_database_url_may_name_servers_of_which_one_can_be_written(monkeypatch):
    address = "postgresql://tenbo@one:5432,two:5433/club?target_session_attrs=read-write&connect_timeout=8"
    monkeypatch.setenv("DATABASE_URL", address)

    database = database_settings.postgresql("DATABASE_URL", pool=0)

    assert (database["HOST"], database["PORT"]) == ("one,two", "5432,5433")
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"
    assert database["OPTIONS"]["connect_timeout"] == "8"


def test_a_replica_is_a_second_database_that_waits_less(settings_in):
    environment = {"DATABASE_URL": "postgresql://one/club", "DATABASE_REPLICA_URL": "postgresql://two/club"}

    databases, routers = settings_in(environment, "DATABASES", "DATABASE_ROUTERS")
    [alone] = settings_in({"DATABASE_URL": "postgresql://one/club"}, "DATABASE_ROUTERS")

    assert (databases["default"]["HOST"], databases["replica"]["HOST"]) == ("one", "two")
    assert databases["replica"]["OPTIONS"]["pool"]["timeout"] == 1
    assert routers == ["tournament.core.replica.routing.ByRequest"]
    assert alone == []


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DATABASE_REPLICA_URL": "postgresql://two/club"}, "needs DATABASE_URL: SQLite"),
        ({"DATABASE_URL": "postgresql://one/club", "DATABASE_REPLICA_URL": "sqlite:///club"}, "is for PostgreSQL"),
    ],
)
def test_only_postgresql_has_a_replica(settings_in, environment, sentence):
    with pytest.raises(ImproperlyConfigured, match=f"DATABASE_REPLICA_URL {sentence}"):
        settings_in(environment, "DATABASES")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://tenbo:a@b@c:d/club",
        "postgresql://db",
        "postgresql://db/club?x=y",
        "postgresql://tenbo:a@b@db/club",
        "postgresql://tenbo:1/a@b/club",
        "postgresql://tenbo:a?sslmode=a@b/club",
        "postgresql://tenbo:a?b=a@b/club",
    ],
)
def test_a_database_url_that_cannot_be_read_is_refused_without_its_password(monkeypatch, address):
    monkeypatch.setenv("DATABASE_URL", address)

    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL ") as refused:
        database_settings.postgresql("DATABASE_URL", pool=0)

    assert "a@b" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://one/club?target_session_attr=read-write", "an option that PostgreSQL does not know: target_ses"),
        ("postgresql://tenbo:secret@one:5433", "This one names no database after the host"),
    ],
)
def test_a_database_url_that_is_nearly_right_is_told_what_it_lacks(monkeypatch, address, reason):
    monkeypatch.setenv("DATABASE_URL", address)

    with pytest.raises(ImproperlyConfigured, match=reason) as refused:
        database_settings.postgresql("DATABASE_URL", pool=0)

    assert "secret" not in str(refused.value)


def test_the_pool_can_be_left_out(settings_in):
    environment = {"DATABASE_URL": "postgresql://tenbo:secret@db/club", "TENBO_DATABASE_POOL": "0"}

    [databases] = settings_in(environment, "DATABASES")

    assert "pool" not in databases["default"].get("OPTIONS", {})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TENBO_DEBUG", "perhaps"),
        ("TENBO_SECRET_KEY", "riichi"),
        ("TENBO_VAR", "/dev/null/var"),
        ("TENBO_LOG", "xml"),
        ("TENBO_TIME_ZONE", "Prague"),
        ("TENBO_PROXIES", "-1"),
        ("TENBO_TOURNAMENT_CREATORS", "nobody"),
        ("TENBO_ADDRESS", "tenbo.example.org"),
        ("TENBO_ADDRESS", "https://example.org/tenbo"),
        ("TENBO_ADDRESS", "https://ten bo.org"),
        ("TENBO_ADDRESS", "https://example.org?club=one"),
        ("TENBO_ADDRESS", "https://example.org#club"),
        ("TENBO_ADDRESS", "https://name:secret@example.org"),
        ("TENBO_ADDRESS", "https://example.org:many"),
        ("TENBO_METRICS_TOKEN", "short"),
        ("TENBO_MAIL_SECURITY", "maybe"),
        ("DATABASE_URL", "mysql://tenbo@db/club"),
    ],
)
def test_a_setting_that_cannot_be_meant_stops_the_start(settings_in, name, value):
    with pytest.raises(ImproperlyConfigured, match=f"^{name}"):
        settings_in({name: value})


@pytest.mark.slow
def test_a_production_server_passes_djangos_deployment_check(start):
    answer = start(PRODUCTION, "manage.py", "check", "--deploy", "--fail-level", "WARNING")

    assert answer.returncode == 0, answer.stderr


@pytest.mark.slow
def test_collected_files_have_hashed_names_and_modules_import_each_other_by_them(start, tmp_path):
    """A module under two names would run twice, and each would know half of what the page shows."""
    static, hashed = tmp_path / "static", re.compile(r"[.][0-9a-f]{12}[.]js$")

    answer = start({"TENBO_STATIC_ROOT": str(static)}, "manage.py", "collectstatic", "--no-input", "-v0")

    assert answer.returncode == 0, answer.stderr
    assert list((static / "django_htmx").glob("htmx-2.min.*.js"))
    modules = [path for path in (static / "js").rglob("*.js") if hashed.search(path.name)]
    imported = [name for path in modules for name in re.findall(r'from "([^"]+)"', path.read_text())]
    assert len(imported) >= 15, imported
    assert [name for name in imported if not hashed.search(name)] == []


def test_times_are_those_of_the_computer_unless_the_operator_says_which(settings_in):
    here, said = settings_in({}, "TIME_ZONE"), settings_in({"TENBO_TIME_ZONE": "Europe/Prague"}, "TIME_ZONE")

    assert here[0] in zoneinfo.available_timezones()
    assert said == ["Europe/Prague"]


def test_the_computers_zone_is_where_its_clock_links_to(subtests):
    for link, zone in [
        ("/usr/share/zoneinfo/Europe/Prague", "Europe/Prague"),
        ("../usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
        ("/var/db/timezone/zoneinfo/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),  # macOS
        ("/usr/share/zoneinfo/Nowhere", "UTC"),
        ("/etc/somewhere-else", "UTC"),
        (None, "UTC"),  # a file, or none
    ]:
        with subtests.test(link=link, zone=zone):

            def readlink(path, link=link):
                if link is None:
                    raise OSError
                return Path(link)

            with patch.object(Path, "readlink", readlink):
                assert environment.time_zone_here() == zone


@pytest.mark.parametrize("before", [None, 0o755])
def test_the_folder_is_for_its_owner_alone(settings_in, tmp_path, before):
    var = tmp_path / "var"
    if before:
        var.mkdir(mode=before)

    settings_in({})

    assert stat.S_IMODE(var.stat().st_mode) == 0o700


@pytest.mark.slow
def test_what_a_server_writes_is_for_its_owner_alone(start, tmp_path):
    upload = tmp_path / "upload"

    assert start({}, "-c", f"import tournament.asgi; open('{upload}', 'w').close()").returncode == 0
    assert stat.S_IMODE(upload.stat().st_mode) == 0o600


def test_cookies_belong_to_the_host_alone_over_https(settings_in):
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")

    assert settings_in(PRODUCTION, *names) == ["__Host-sessionid", "__Host-csrftoken"]
    assert settings_in({}, *names) == ["sessionid", "csrftoken"]
