from hashlib import sha256

from django.db import migrations, models


def note_facts(apps, schema_editor):
    """Answers hold on for players who still have the same number."""
    SamePerson = apps.get_model("tournament", "SamePerson")
    for answer in SamePerson.objects.using(schema_editor.connection.alias).select_related("first", "second"):
        number = answer.first.ema_number
        if number and number == answer.second.ema_number:
            facts = "\n".join([number, *sorted([answer.first.name, answer.second.name])])
            answer.facts = sha256(facts.encode()).hexdigest()
            answer.save(update_fields=["facts"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0044_deleted_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="sameperson",
            name="facts",
            field=models.CharField(db_default="", editable=False, max_length=64),
        ),
        migrations.RunPython(note_facts, migrations.RunPython.noop),
    ]
