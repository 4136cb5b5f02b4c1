from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0066_reset_mails_sent")]

    operations = [
        migrations.AlterField(
            model_name="accountevent",
            name="kind",
            field=models.CharField(
                max_length=20,
                choices=[
                    ("login", "Logged in"),
                    ("wrong-password", "Wrong password"),
                    ("password", "Password changed"),
                    ("mail", "Mail address changed"),
                    ("name", "Full name changed"),
                    ("passkey-login", "Logged in with a passkey"),
                    ("code-login", "Logged in with a recovery code"),
                    ("code-used", "Confirmed with a recovery code"),
                    ("wrong-code", "Wrong recovery code"),
                    ("wrong-passkey", "Wrong passkey"),
                    ("passkey-added", "Passkey added"),
                    ("passkey-removed", "Passkey removed"),
                    ("codes", "New recovery codes"),
                    ("second-on", "Passkey required for every login"),
                    ("second-off", "Login without a passkey allowed"),
                    ("ended", "Logged out elsewhere"),
                ],
            ),
        ),
    ]
