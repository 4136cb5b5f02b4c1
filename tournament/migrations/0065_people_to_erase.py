from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0064_full_name_changed")]

    operations = [migrations.AddField("handover", "to_erase", models.JSONField(db_default=[], default=list))]
