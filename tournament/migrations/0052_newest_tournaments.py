from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0051_shares_public_name")]

    operations = [
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["-starts_on", "-id"], name="newest_tournaments"),
        ),
    ]
