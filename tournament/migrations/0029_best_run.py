from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0028_merged_entries"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="league", name="league_counting_is_known"),
        migrations.AlterField(
            model_name="league",
            name="counted",
            field=models.CharField(
                choices=[
                    ("hanchan", "every hanchan"),
                    ("run", "hanchans in a row"),
                    ("event", "every tournament’s total"),
                ],
                default="hanchan",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("counted__in", ["hanchan", "run", "event"]), ("ranked_by__in", ["sum", "average"])),
                name="league_counting_is_known",
            ),
        ),
    ]
