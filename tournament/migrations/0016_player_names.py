from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0015_club_night"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="shown_as",
            field=models.CharField(
                choices=[
                    ("name", "the name"),
                    ("initials", "initials"),
                    ("nobody", "“a player”, and no page of their own"),
                ],
                default="name",
                max_length=10,
                verbose_name="shown as",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("shown_as__in", ["name", "initials", "nobody"])), name="shown_as_is_known"
            ),
        ),
    ]
