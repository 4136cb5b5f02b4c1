from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0048_late_copies"),
    ]

    operations = [
        migrations.AddField(
            model_name="handover",
            name="mirror_key_at",
            field=models.DateTimeField(null=True),
        ),
    ]
