"""A refusal without a time becomes one of long ago: from now on, a hidden entry without a time is one that nobody asked
about (`people.queries.refusals.answered`)."""

from datetime import UTC, datetime

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def date_old_refusals(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    entries = apps.get_model("tournament", "Entry").objects.using(schema_editor.connection.alias)
    entries.filter(may_publish=False, answered_at=None).update(answered_at=datetime(2000, 1, 1, tzinfo=UTC))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0068_change_mails")]

    operations = [migrations.RunPython(date_old_refusals, migrations.RunPython.noop)]
