from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0069_old_refusals")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="is_mail_from_elsewhere",
            field=models.BooleanField(default=False, db_default=False, editable=False),
        ),
    ]
