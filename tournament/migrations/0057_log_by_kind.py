from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0056_agreed_roles")]

    operations = [
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["tournament", "kind", "number"], name="log_by_kind"),
        ),
    ]
