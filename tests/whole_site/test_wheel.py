"""Tenbo as a package that somebody installs: the wheel holds all it needs, and writes where a user's data belong."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]

LOOK = """
import django
from django.contrib.staticfiles import finders
django.setup()
from django.test import Client
page = Client().get("/", headers={"Accept-Language": "cs", "Host": "localhost"})
print(page.status_code, 'lang="cs"' in page.text, "Přihlásit" in page.text)
codes = ("en", "fr")
print(*(Client().get("/rules/", headers={"Accept-Language": code, "Host": "localhost"}).status_code for code in codes))
print(finders.find("css/base.css"), finders.find("vendor/DejaVuSans.ttf"))
"""


@pytest.mark.long
def test_an_installed_wheel_has_its_pages_translations_and_rules_and_keeps_data_elsewhere(tmp_path):
    installed, home = tmp_path / "installed", tmp_path / "home"
    home.mkdir()
    _run(["uv", "build", "--wheel", "--no-build-isolation", "--quiet", "--out-dir", str(tmp_path), str(PROJECT)], {})
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(installed)
    here = {"HOME": str(home), "PYTHONPATH": str(installed), "DJANGO_SETTINGS_MODULE": "tournament.settings"}

    _run(["-m", "tournament", "migrate", "--no-backup", "-v", "0"], here, cwd=home)
    lines = _run(["-c", LOOK], here, cwd=home).splitlines()

    assert lines[0] == "200 True True"
    assert lines[1] == "200 200"
    files = installed / "tournament" / "site_files" / "static"
    assert lines[2] == f"{files / 'css' / 'base.css'} {files / 'vendor' / 'DejaVuSans.ttf'}"
    assert [str(path.relative_to(home)) for path in home.rglob("*.sqlite3")] == [".local/share/tenbo/tenbo.sqlite3"]
    assert not list(installed.glob("var*"))


def _run(arguments: list[str], environment: dict[str, str], *, cwd: Path = PROJECT) -> str:
    """What a program prints: uv, or else this Python. None of this run's own settings reach it."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_", "XDG_"))}
    program = [str(Path(sys.executable).with_name("uv"))] if arguments[0] == "uv" else [sys.executable, arguments[0]]
    done = subprocess.run([*program, *arguments[1:]], cwd=cwd, env=own | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
