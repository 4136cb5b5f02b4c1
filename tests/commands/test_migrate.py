"""`manage.py migrate --plan` says whether the old version has to be stopped before the migration."""

import io
from importlib import import_module

import pytest
from django.core.management import call_command

from tournament.management.commands import migrate


def migration(name):
    return import_module(f"tournament.migrations.{name}").Migration(name, "tournament")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("names", "last_line"),
    [
        (["0053_choices_in_words"], "The old version can go on meanwhile."),
        (
            ["0036_game_length", "0053_choices_in_words"],
            "The old version cannot go on meanwhile, so stop all its processes first: 0036_game_length.",
        ),
    ],
)
def test_the_plan_says_whether_the_old_version_goes_on(monkeypatch, names, last_line):
    monkeypatch.setattr(migrate, "pending_migrations", lambda: [migration(name) for name in names])
    output = io.StringIO()

    call_command("migrate", "--plan", stdout=output)

    assert output.getvalue().splitlines()[-1] == last_line
