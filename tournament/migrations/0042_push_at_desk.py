from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0041_invited_by")]

    operations = [
        migrations.AddField(
            model_name="pushsubscription",
            name="is_at_desk",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
