from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0070_mail_from_elsewhere")]

    operations = [
        migrations.AddField(
            model_name="handover",
            name="mirrored_bytes",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
