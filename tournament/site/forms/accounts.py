"""Forms to sign up, log in, and change an account."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UserCreationForm,
    UsernameField,
)
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField, MailField
from tournament.core.text import one_line
from tournament.models import User

SECOND_FIELD = "password2"
LONGEST_USERNAME = User._meta.get_field("username").max_length or 0

# The conditions of `AUTH_PASSWORD_VALIDATORS` in one line, because Django's own text is a long list.
PASSWORD_HELP = _("At least 12 characters, not only digits, and not a very common password.")


class AccountNameField(UsernameField):
    """The name of an account. Spaces around it are removed, and several spaces between words become one."""

    def to_python(self, value: Any) -> Any:
        name = super().to_python(value)
        return one_line(name) if isinstance(name, str) else name


class FirstPasswordChecked:
    """Mixin for a form with a password that is typed twice. Errors of the password are shown at the first of the two
    fields; Django shows them at the second. The first field with an error gets the focus."""

    def validate_password_for_user(self, user: User, field_name: str = SECOND_FIELD) -> None:
        super().validate_password_for_user(user, field_name.replace("2", "1"))  # type: ignore[misc]

    def full_clean(self: Any) -> None:
        super().full_clean()  # type: ignore[misc]
        wrong = [field for name, field in self.fields.items() if name in self.errors]
        if wrong:
            for field in self.fields.values():
                field.widget.attrs.pop("autofocus", None)
            wrong[0].widget.attrs["autofocus"] = True


class SignUpForm(FirstPasswordChecked, UserCreationForm):  # type: ignore[type-arg]  # generic in the stubs alone
    """A name to log in with, a password typed twice, and optionally a mail address."""

    class Meta:
        model = User
        fields = ["username", "email"]
        field_classes = {"username": AccountNameField, "email": MailField}
        labels = {"username": _("Name"), "email": _("Mail address")}
        help_texts = {
            "username": _("You log in with this name, and the log of a tournament shows it."),
            "email": _("Optional. Used only if you forget your password."),
        }
        widgets = {"email": forms.EmailInput(attrs={"autocomplete": "email"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].help_text = ""
        self.fields["password2"].label = _("Repeat the password")


class LogInForm(AuthenticationForm):
    """The login form: name and password."""

    username = AccountNameField(widget=forms.TextInput(attrs={"autofocus": True}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        # Django limits the length of a name only in the browser.
        self.fields["username"].validators.append(MaxLengthValidator(LONGEST_USERNAME))


class ForgottenPasswordForm(PasswordResetForm):
    """The mail address to which a link for a new password is sent."""

    email = MailField(label=_("Mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))


class NewPasswordForm(FirstPasswordChecked, SetPasswordForm):  # type: ignore[type-arg]
    """A new password typed twice, on the page that the mailed link opens."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_HELP

    def save(self, commit: bool = True) -> User:
        """Hash the password and store nothing: the view's action does (`site.actions.passwords`)."""
        user: User = self.user
        user.set_password(self.cleaned_data["new_password1"])
        return user


class ChangePasswordForm(NewPasswordForm, PasswordChangeForm):
    """The old password, and a new one typed twice. A wrong old password counts as a failed login for the rate limit."""

    def __init__(self, user: User, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        if not _is_password_of(self.user, password, self.request):
            raise forms.ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return password


class AccountForm(OnlyEdited, forms.Form):
    """Name and mail address. A new address needs the password, because reset links are mailed there; a wrong password
    counts as a failed login for the rate limit.
    """

    name = LineField(
        label=_("Full name"),
        max_length=150,
        help_text=_("Optional. Your team and the logs show your full name instead of the name you log in with."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = MailField(
        label=_("Mail address"),
        required=False,
        help_text=_("Optional. Used only if you forget your password."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        required=False,
        strip=False,
        help_text=_("Enter your password only if you change the mail address."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, data: Any, *, user: User, request: HttpRequest) -> None:
        super().__init__(data, initial={"name": user.get_full_name(), "email": user.email})
        self.user = user
        self.request = request

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        changes = self.cleaned_data.get("email", self.user.email) != self.user.email
        if changes and not _is_password_of(self.user, password, self.request):
            raise forms.ValidationError(
                _("This password is wrong. To change the mail address, enter your current password.")
            )
        return password


def _is_password_of(user: User, password: str, request: HttpRequest) -> bool:
    """Check a password, as an attempt to log in that is counted. Afterwards `user` has the hash that is stored: Django
    replaces a hash of older settings when its password is checked."""
    known = authenticate(request, username=user.get_username(), password=password)
    if known is not None:
        user.password = known.password
    return known is not None
