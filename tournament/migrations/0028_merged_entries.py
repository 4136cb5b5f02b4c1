from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0027_line_figures")]

    operations = [
        migrations.AddField(
            model_name="entry", name="came_by_merge", field=models.BooleanField(default=False, editable=False)
        ),
    ]
