from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0057_answered_at")]

    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["tournament", "kind", "number"], name="log_by_kind"),
        ),
    ]
