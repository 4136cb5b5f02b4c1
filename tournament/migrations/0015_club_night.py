from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0014_seasons"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="is_club_night",
            field=models.BooleanField(default=False, verbose_name="club night"),
        ),
    ]
