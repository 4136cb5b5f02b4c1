"""A refusal from before answers had times becomes one of long ago, as a hidden entry without a time is no refusal."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from tests.factories import EntryFactory
from tournament.models import Entry

pytestmark = pytest.mark.django_db

migration = import_module("tournament.migrations.0069_old_refusals")


def test_a_refusal_without_a_time_gets_one_and_a_consent_stays():
    refused, agreed, dated = (EntryFactory(may_publish=may_publish) for may_publish in (False, True, False))
    Entry.objects.filter(pk__in=[refused.pk, agreed.pk]).update(answered_at=None)

    migration.date_old_refusals(apps, SimpleNamespace(connection=connection))

    times = dict(Entry.objects.values_list("pk", "answered_at"))
    assert (times[refused.pk].year, times[agreed.pk], times[dated.pk]) == (2000, None, dated.answered_at)
