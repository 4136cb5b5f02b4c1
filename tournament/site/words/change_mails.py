"""The first sentences of the mails that tell the owner of an account of a change, by the kind of the log entry."""

from django.utils.translation import gettext_lazy as _

from tournament.models import AccountEvent

CHANGES = {
    AccountEvent.Kind.PASSWORD: _("The password of this Tenbo account was changed:"),
    AccountEvent.Kind.MAIL: _("The mail address of this Tenbo account was changed or removed:"),
    AccountEvent.Kind.PASSKEY_ADDED: _("A passkey was added to this Tenbo account:"),
    AccountEvent.Kind.PASSKEY_REMOVED: _("A passkey of this Tenbo account was removed:"),
    AccountEvent.Kind.SECOND_OFF: _("This Tenbo account no longer requires a passkey to log in:"),
    AccountEvent.Kind.CODES: _("The recovery codes of this Tenbo account were replaced by new codes:"),
    AccountEvent.Kind.CODE_USED: _("A recovery code was used to confirm a permanent change in this Tenbo account:"),
    AccountEvent.Kind.CODE_LOGIN: _("A recovery code was used to log in to this Tenbo account:"),
}
