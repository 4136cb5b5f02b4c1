from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0071_mirrored_bytes")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="home_since",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
