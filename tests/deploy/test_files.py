"""The files of deploy/: what they name is there, and the tools that read them accept them."""

import os
import re
import shutil
import subprocess

import pytest
import yaml

from tests.conftest import ROOT
from tournament.live.bodies import LARGEST_FILE

DEPLOY = ROOT / "deploy"
SETTINGS = (ROOT / "tournament" / "settings.py").read_text()


@pytest.mark.parametrize(
    "name", ["compose.yaml", "Containerfile", "systemd/tenbo@.service", "systemd/tenbo-backup.service"]
)
def test_every_variable_is_one_of_tenbo(name):
    variables = set(re.findall(r"\b(?:TENBO_[A-Z_]+|DATABASE_URL)\b", (DEPLOY / name).read_text()))

    of_caddy = {"TENBO_SITE", "TENBO_UPSTREAMS"}
    assert variables
    assert [variable for variable in variables - of_caddy if not re.search(rf"^{variable} ", SETTINGS, re.M)] == []


def test_the_image_gets_every_folder_that_the_site_reads():
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    copied = [line.split()[1] for line in lines if line.startswith("COPY") and "--from" not in line]

    for path in [
        "scoring",
        "tournament",
        "templates",
        "static",
        "locale",
        "manage.py",
        "docs/*.md",
        "requirements/run.txt",
        "requirements/store.txt",
    ]:
        assert path in copied
    assert all(list(ROOT.glob(path)) for path in copied)
    assert "USER 10001" in lines


def test_the_processes_of_compose_are_those_that_caddy_asks():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]

    upstreams = services["caddy"]["environment"]["TENBO_UPSTREAMS"].split()
    assert [upstream.partition(":")[0] for upstream in upstreams] == ["tenbo-1", "tenbo-2"]
    for name in ("tenbo-1", "tenbo-2"):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
    assert services["migrate"]["command"] == ["python", "manage.py", "migrate"]


OF_BACKUPS = {"TENBO_BACKUP_PASSPHRASE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}


def test_what_answers_requests_knows_no_secret_of_backups():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    unit = (DEPLOY / "systemd" / "tenbo@.service").read_text()
    unset = re.findall(r"^UnsetEnvironment=(.*)$", unit, re.M)

    for name in ("tenbo-1", "tenbo-2", "volumes-owner"):
        assert "DATABASE_URL" in services[name]["environment"]
        assert not OF_BACKUPS & services[name]["environment"].keys()
    for name in ("backup", "migrate"):
        assert services[name]["environment"].keys() >= {"DATABASE_URL", "TENBO_BACKUP_STORE", *OF_BACKUPS}
        assert services[name]["networks"] == ["web", "data"]
        assert services[name]["read_only"] is True
    assert unset
    assert set(unset[0].split()) >= OF_BACKUPS


def test_what_answers_requests_may_not_change_backups():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    unit = (DEPLOY / "systemd" / "tenbo@.service").read_text()

    for name in ("tenbo-1", "tenbo-2"):
        assert services[name]["volumes"] == ["site:/var/lib/tenbo", "backups:/var/backups/tenbo:ro"]
    for name in ("backup", "migrate"):
        assert "backups:/var/backups/tenbo" in services[name]["volumes"]
    assert "ProtectSystem=strict" in unit
    assert "ReadWritePaths" not in unit
    assert "ReadWritePaths=-/var/backups/tenbo" in (DEPLOY / "systemd" / "tenbo-backup.service").read_text()


def test_postgresql_logs_no_statement_that_fails_and_no_row():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]

    settings = services["database"]["command"][2::2]
    assert settings == ["log_min_error_statement=panic", "log_error_verbosity=terse"]


def test_caddy_does_not_reach_the_database():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    networks = {name: set(service["networks"]) for name, service in compose["services"].items()}

    assert networks["database"] == {"data"}
    assert networks["caddy"] == {"web"}
    assert networks["tenbo-1"] == networks["tenbo-2"] == networks["backup"] == {"web", "data"}
    assert compose["networks"]["data"] == {"internal": True}


def test_visitors_by_ipv6_come_with_their_own_addresses():
    """Without IPv6 in the network Docker forwards them itself, and Caddy sees its gateway as the address of each."""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    published = {name for service in compose["services"].values() if "ports" in service for name in service["networks"]}

    assert published
    assert all((compose["networks"][name] or {}).get("enable_ipv6") is True for name in published)


def test_caddy_and_a_backup_end_before_the_database_when_memory_ends():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    unit = (DEPLOY / "systemd" / "tenbo-backup.service").read_text().splitlines()

    assert {name for name, service in services.items() if "oom_score_adj" in service} == {"caddy", "backup"}
    assert min(services[name]["oom_score_adj"] for name in ("caddy", "backup")) > 0
    assert {"MemoryMax=50%", "OOMScoreAdjust=500"} <= set(unit)
    assert services["caddy"]["restart"] == "unless-stopped"
    assert "GOMEMLIMIT" in services["caddy"]["environment"]


UNITS = pytest.mark.parametrize("name", ["tenbo@.service", "tenbo-backup.service"])


@UNITS
def test_a_unit_may_no_more_than_it_needs(name):
    settings = (DEPLOY / "systemd" / name).read_text().splitlines()

    assert {
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
        "RestrictNamespaces=yes",
        "SystemCallFilter=@system-service",
        "SystemCallFilter=~@privileged",
        "MemoryDenyWriteExecute=yes",
        "PrivateDevices=yes",
        "ProtectKernelLogs=yes",
        "ProtectKernelModules=yes",
        "ProtectKernelTunables=yes",
        "ProtectSystem=strict",
    } <= set(settings)
    # raise_file_limit sets a limit, which stands in @resources
    assert not any("@resources" in line for line in settings)


@UNITS
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_systemd_calls_a_unit_well_protected(name):
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", DEPLOY / "systemd" / name],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    if "Unknown" in done.stderr or "unrecognized" in done.stderr:
        pytest.skip("an older systemd")
    assert done.returncode == 0, done.stdout[-1_000:]


@pytest.mark.skipif(not shutil.which("caddy"), reason="needs Caddy")
def test_caddy_accepts_its_file(tmp_path):
    done = subprocess.run(
        ["caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TENBO_SITE": "tenbo.example.org"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr


def test_caddy_lets_the_largest_file_through():
    most = re.search(r"max_size (\d+)MB", (DEPLOY / "Caddyfile").read_text())

    assert most
    assert int(most[1]) * 1_000_000 >= LARGEST_FILE


def test_the_units_start_what_is_there():
    for name in ("tenbo@.service", "tenbo-backup.service"):
        unit = (DEPLOY / "systemd" / name).read_text()
        assert "User=tenbo" in unit
        assert "UMask=0077" in unit
    assert "LimitNOFILE=65536" in (DEPLOY / "systemd" / "tenbo@.service").read_text()
    # Behind Caddy too: it hands a slow reader's pace on, and such connections would be kept for ever.
    for name in ("systemd/tenbo@.service", "Containerfile"):
        command = (DEPLOY / name).read_text()
        assert "tournament.live.connections:GuardedProtocol" in command
        assert "tournament.live.limits.listening:Loop" in command
    assert "--timeout-graceful-shutdown" in (DEPLOY / "systemd" / "tenbo@.service").read_text()


def test_commands_run_as_the_processes_do():
    unit = (DEPLOY / "systemd" / "tenbo@.service").read_text()
    command = (DEPLOY / "systemd" / "tenbo-manage").read_text()

    for name in ("User=", "Group=", "WorkingDirectory=", "EnvironmentFile=", "StateDirectory=", "UMask="):
        (value,) = re.findall(rf"^{name}(\S+)", unit, re.M)
        options = {
            "User=": f"--uid={value}",
            "Group=": f"--gid={value}",
            "WorkingDirectory=": f"--working-directory={value}",
        }
        assert options.get(name, f"--property={name}{value}") in command
    assert re.findall(r"TENBO_VAR=\S+", unit) == re.findall(r"TENBO_VAR=\S+", command)
    assert subprocess.run(["sh", "-n", DEPLOY / "systemd" / "tenbo-manage"], check=False).returncode == 0
