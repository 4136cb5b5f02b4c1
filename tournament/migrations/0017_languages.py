from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0016_player_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="languages",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
    ]
