from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0065_people_to_erase")]

    operations = [migrations.AddField("resetmail", "sent_to", models.TextField(blank=True, db_default="", default=""))]
