"""Pages of passkeys: log in with a passkey, add and remove passkeys, and the second step of a login for accounts that
require a passkey."""

from django.contrib import messages
from django.contrib.auth import login as log_in
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.actions.logins import begin_login, note_event
from tournament.core.actions.rates import give_back
from tournament.core.actions.write_budget import never_refused
from tournament.core.authentication import count_guess
from tournament.core.logins.devices import device_name
from tournament.core.logins.passkeys import WrongPasskey, are_possible, created_credential, creation_options
from tournament.core.requests import TenboRequest, account_in, know_browser
from tournament.core.views.answers import posted, refusal_as_message, require_safe_or_post
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.passkeys import (
    challenge_of,
    forget_challenge,
    offer_passkey,
    origin_of,
    store_challenge,
    used_passkey,
)
from tournament.models import AccountEvent, Passkey, User
from tournament.site.actions.passkeys import (
    add_passkey,
    need_passkey,
    new_recovery_codes,
    remove_passkey,
    use_recovery_code,
)
from tournament.site.forms.passkeys import PasskeyForm, RecoveryForm
from tournament.site.views.change_mail import mail_owner
from tournament.site.views.onward import SESSION_WAITING, onward, waiting_user

BACKEND = "tournament.core.authentication.CountedPasswordBackend"


@require_POST
@never_refused
@never_cache
def login_passkey(request: TenboRequest) -> HttpResponse:
    """Log in with a passkey; the account is the passkey's owner. A wrong answer counts as an attempt to log in to
    this account or, if nobody has the passkey, to the account whose password was right before."""
    answer, waiting = request.POST.get("answer", ""), waiting_user(request)
    try:
        passkey = used_passkey(request, answer, Passkey.objects.filter(user__is_active=True), otherwise=waiting)
    except WrongPasskey:
        messages.error(
            request, _("No account of this site has this passkey, or the page was open too long. Try again.")
        )
        return redirect("login")
    return _complete_login(request, passkey.user, AccountEvent.Kind.PASSKEY_LOGIN)


def _complete_login(request: TenboRequest, user: User, kind: AccountEvent.Kind) -> HttpResponse:
    target = onward(request)
    request.session.pop(SESSION_WAITING, None)
    log_in(request, user, BACKEND)
    begin_login(request, user, kind)
    response = redirect(target or "home")
    know_browser(request, response, user)
    forget_challenge(response)
    return response


@require_safe_or_post
@never_refused
@never_cache
def login_second(request: TenboRequest) -> HttpResponse:
    """Show the second step of a login, after the right password, and check a recovery code. A passkey is sent to
    `login_passkey` instead."""
    user = waiting_user(request)
    if user is None:
        return redirect("login")
    form = RecoveryForm(posted(request))
    if form.is_valid():
        uses = count_guess(request, user.get_username(), user)
        if use_recovery_code(user=user, code=form.cleaned_data["code"]):
            give_back(*uses)
            mail_owner(request, user, AccountEvent.Kind.CODE_LOGIN)
            return _complete_login(request, user, AccountEvent.Kind.CODE_LOGIN)
        note_event(request, user, AccountEvent.Kind.WRONG_CODE)
        form.add_error("code", _("This recovery code is wrong or was already used. Try another code."))
    options, challenge = offer_passkey(request)
    page = {"form": form, "options": options, "next": onward(request)}
    response = render(request, "site/passkeys/second.html", page, status=422 if form.errors else 200)
    store_challenge(response, challenge)
    return response


@require_safe_or_post
@login_required
@recently_confirmed
@never_cache
def passkey_new(request: TenboRequest) -> HttpResponse:
    """Add a passkey. With the first passkey of an account, recovery codes are created, which only this response
    shows."""
    user, origin = account_in(request), origin_of(request)
    form = PasskeyForm(posted(request), initial={"name": device_name(request.headers.get("User-Agent", ""))})
    if form.is_valid():
        try:
            credential = created_credential(origin, challenge_of(request), form.cleaned_data["answer"])
        except WrongPasskey:
            form.add_error(None, _("The passkey could not be added. Try again."))
        else:
            with refusal_as_message(request):
                add_passkey(user=user, credential=credential, name=form.cleaned_data["name"] or _("Passkey"))
                note_event(request, user, AccountEvent.Kind.PASSKEY_ADDED)
                mail_owner(request, user, AccountEvent.Kind.PASSKEY_ADDED)
                messages.success(request, _("The passkey was added. You can log in with it from now on."))
                if Passkey.objects.filter(user=user).count() == 1:
                    return _show_new_codes(request, user)
            return redirect("security")
    present = [bytes(passkey.credential) for passkey in Passkey.objects.filter(user=user)]
    handle = salted_hmac("tenbo.passkey", str(user.pk), algorithm="sha256").digest()
    options, challenge = "", ""
    if are_possible(origin):
        options, challenge = creation_options(origin, handle, user.get_username(), present)
    page = {"form": form, "options": options}
    response = render(request, "site/passkeys/new.html", page, status=422 if form.errors else 200)
    store_challenge(response, challenge)
    return response


@require_POST
@never_refused
@login_required
@recently_confirmed
def passkey_remove(request: TenboRequest, pk: int) -> HttpResponse:
    """Remove a passkey. A retry changes nothing."""
    user = account_in(request)
    if remove_passkey(user=user, passkey_id=pk):
        note_event(request, user, AccountEvent.Kind.PASSKEY_REMOVED)
        mail_owner(request, user, AccountEvent.Kind.PASSKEY_REMOVED)
    messages.success(request, _("The passkey was removed. Delete it on your device too."))
    return redirect("security")


@require_POST
@never_refused
@login_required
@recently_confirmed
def second_factor(request: TenboRequest) -> HttpResponse:
    """Set whether logging in needs a passkey beside the password."""
    user, is_needed = account_in(request), "on" in request.POST
    if not need_passkey(user=user, is_needed=is_needed):
        messages.error(request, _("Add a passkey first."))
    else:
        note_event(request, user, AccountEvent.Kind.SECOND_ON if is_needed else AccountEvent.Kind.SECOND_OFF)
        if user.needs_passkey and not is_needed:
            mail_owner(request, user, AccountEvent.Kind.SECOND_OFF)
        on, off = (
            _("From now on you also need a passkey or a recovery code to log in."),
            _("You can now log in without a passkey."),
        )
        messages.success(request, on if is_needed else off)
    return redirect("security")


@require_POST
@never_refused
@login_required
@recently_confirmed
@never_cache
def recovery_codes_new(request: TenboRequest) -> HttpResponse:
    """Create new recovery codes, which only this response shows."""
    user = account_in(request)
    response = _show_new_codes(request, user)
    mail_owner(request, user, AccountEvent.Kind.CODES)
    return response


def _show_new_codes(request: TenboRequest, user: User) -> HttpResponse:
    codes = new_recovery_codes(user=user)
    note_event(request, user, AccountEvent.Kind.CODES)
    return render(request, "site/passkeys/codes.html", {"codes": codes})
