"""The pages of accounts: sign up, log in and out, the account page, passwords. Mostly Django's own views with our
templates."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as log_in
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic.edit import FormMixin

from tournament.core.actions.logins import begin_login, end_logins, end_other_logins, note_event
from tournament.core.actions.rates import take
from tournament.core.addresses import client_network
from tournament.core.errors import TooOften
from tournament.core.requests import TenboRequest, know_browser
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.passkeys import offer_passkey, store_challenge
from tournament.core.views.rates import RESET_MAILS, RESET_MAILS_OF_SPELLING, SIGN_UPS, count_of_visitor
from tournament.mail.queries.mails import can_mail_links
from tournament.mail_addresses import mail_spelling
from tournament.models import AccountEvent, League, Tournament
from tournament.site.actions.accounts import edit_account, sign_up
from tournament.site.actions.change_mails import count_entered
from tournament.site.actions.passwords import change_password, may_reset_by_mail, reset_tokens, set_password_by_mail
from tournament.site.actions.reset_mails import request_reset
from tournament.site.forms.accounts import (
    AccountForm,
    ChangePasswordForm,
    ForgottenPasswordForm,
    LogInForm,
    NewPasswordForm,
    SignUpForm,
)
from tournament.site.queries.security import has_passkeys
from tournament.site.views.change_mail import mail_owner
from tournament.site.views.onward import onward, wait_for_passkey


@require_safe_or_post
@never_cache
@sensitive_post_parameters("password1", "password2")
def signup(request: TenboRequest) -> HttpResponse:
    """Create an account, and redirect to the page that the visitor came from."""
    target = onward(request)
    if request.user.is_authenticated:
        return redirect(target or "home")
    form = SignUpForm(posted(request))
    if form.is_valid():
        with refusal_on(form, "username"):
            count_of_visitor(request, SIGN_UPS)
            count_entered(form.cleaned_data["email"])
            user = sign_up(
                username=form.cleaned_data["username"],
                email=form.cleaned_data["email"],
                password=form.cleaned_data["password1"],
            )
            log_in(request, user)
            begin_login(request, user)
            response = redirect(target or "home")
            know_browser(request, response, user)
            return response
    return render(request, "site/accounts/signup.html", {"form": form, "next": target}, status=form_status(form))


@require_safe_or_post
@login_required
@never_cache
@sensitive_post_parameters("password")
def account(request: TenboRequest) -> HttpResponse:
    """Show the visitor's account: name, mail, password, and the tournaments and leagues that they run."""
    user = request.visitor.account
    assert user is not None  # noqa: S101 (login_required says so; for the type check)
    form = AccountForm(request.POST or None, user=user, request=request)
    if request.method == "POST" and form.is_valid():
        old_address, old_name = user.email, user.get_full_name()
        with refusal_on(form, "email"):
            if old_address != form.cleaned_data["email"]:
                count_entered(form.cleaned_data["email"], user)
            edit_account(user=user, name=form.cleaned_data["name"], email=form.cleaned_data["email"])
            if old_name != user.get_full_name():
                note_event(request, user, AccountEvent.Kind.NAME)
            if old_address != user.email:
                note_event(request, user, AccountEvent.Kind.MAIL)
                mail_owner(request, user, AccountEvent.Kind.MAIL, to=old_address)
            messages.success(request, _("Your account was changed."))
            return redirect("account")
    return render(
        request,
        "site/accounts/account.html",
        {
            "form": form,
            "tournaments": Tournament.objects.refereed_by(request.visitor).with_role(request.visitor),
            "leagues": League.objects.owned_by(request.visitor),
        },
        status=form_status(form),
    )


class WrongInputIs422(FormMixin):  # type: ignore[type-arg]  # generic in the stubs alone
    """Mixin that answers wrong input with the status 422, and a refusal with 409; Django's own views answer with
    200."""

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = form_status(form)
        return response


class LogIn(WrongInputIs422, auth.LoginView):
    """Log in with name and password. After several failures `core.authentication` refuses further attempts for a
    while."""

    template_name = "site/accounts/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Render the form, with the options for logging in with a passkey if the browser supports that."""
        options, challenge = offer_passkey(self.request)
        response = super().render_to_response(context | {"options": options}, **kwargs)
        store_challenge(response, challenge)
        return response

    def form_valid(self, form: LogInForm) -> HttpResponse:
        user = form.get_user()
        if user.needs_passkey:
            wait_for_passkey(self.request, user)
            return redirect(f"{reverse('login-second')}?{urlencode({'next': self.get_redirect_url()})}")
        response = super().form_valid(form)
        begin_login(self.request, user)
        know_browser(self.request, response, user)
        return response


PASSKEYS_REMOVED = gettext_lazy(
    "The account’s passkeys were removed, as somebody else could have added them before this mail address was"
    " confirmed. You can add yours on the page “Security”."
)


def _warn_of_passkeys(request: HttpRequest, user: Any) -> None:
    """A new password does not end passkeys, which somebody else may have added with the old one."""
    if has_passkeys(user):
        messages.warning(
            request, _("Passkeys still open this account. On the page “Security”, remove any that is not yours.")
        )


class PasswordChange(WrongInputIs422, auth.PasswordChangeView):
    template_name = "site/accounts/password_change.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request}

    def form_valid(self, form: Any) -> HttpResponse:
        before = form.user.password
        with refusal_on(form):
            response = super().form_valid(form)  # hashes the new password
            change_password(user=form.user, before=before)
            messages.success(self.request, _("Your password was changed. All other browsers are logged out."))
            _warn_of_passkeys(self.request, form.user)
            end_other_logins(self.request, form.user)
            know_browser(self.request, response, form.user)
            note_event(self.request, form.user, AccountEvent.Kind.PASSWORD)
            mail_owner(self.request, form.user, AccountEvent.Kind.PASSWORD)
            return response
        return self.form_invalid(form)


class PasswordReset(WrongInputIs422, auth.PasswordResetView):
    """Mail a link to reset a forgotten password; without a mail server or an address of the site for the link, show who
    can help."""

    template_name = "site/accounts/password_reset.html"
    form_class = ForgottenPasswordForm

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not can_mail_links():
            return render(self.request, "site/accounts/password_reset_without_mail.html")
        return super().dispatch(*args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        take((RESET_MAILS, client_network(self.request)))
        try:
            take((RESET_MAILS_OF_SPELLING, mail_spelling(form.cleaned_data["email"])))
        except TooOften:
            return redirect(self.get_success_url())  # the same answer, so that it does not reveal who has an account
        # The request's host and port are the visitor's, who could have the link sent to a server of their own.
        request_reset(email=form.cleaned_data["email"], language=get_language() or "", site=settings.TENBO_ADDRESS)
        return redirect(self.get_success_url())


class PasswordResetDone(auth.PasswordResetDoneView):
    template_name = "site/accounts/password_reset_done.html"


@method_decorator(never_cache, name="dispatch")
class PasswordResetConfirm(WrongInputIs422, auth.PasswordResetConfirmView):
    """Set a new password by a mailed link. The browser then counts as known to the account, because its user reads the
    account's mail."""

    template_name = "site/accounts/password_reset_confirm.html"
    form_class = NewPasswordForm
    token_generator = reset_tokens

    def get_user(self, uidb64: str) -> Any:
        """Return the link's account; None, as for an invalid link, if no mailed link may set its password now."""
        user = super().get_user(uidb64)
        return user if user is None or may_reset_by_mail(user) else None

    def form_valid(self, form: NewPasswordForm) -> HttpResponse:
        before = form.user.password
        with refusal_on(form):
            response = super().form_valid(form)  # hashes the new password
            if set_password_by_mail(user=form.user, before=before):
                note_event(self.request, form.user, AccountEvent.Kind.PASSKEY_REMOVED)
                messages.warning(self.request, PASSKEYS_REMOVED)
            end_logins(self.request, form.user)
            _warn_of_passkeys(self.request, form.user)
            note_event(self.request, form.user, AccountEvent.Kind.PASSWORD)
            mail_owner(self.request, form.user, AccountEvent.Kind.PASSWORD)
            know_browser(self.request, response, form.user)
            return response
        return self.form_invalid(form)


class PasswordResetComplete(auth.PasswordResetCompleteView):
    template_name = "site/accounts/password_reset_complete.html"
