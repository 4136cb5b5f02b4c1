import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0012_ceremony"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="rehearsal_of",
            field=models.OneToOneField(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rehearsal",
                to="tournament.tournament",
            ),
        ),
    ]
