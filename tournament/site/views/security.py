"""The security page of the visitor's account: logins, events, and confirming the password again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournament.core.actions.logins import EVENTS_KEPT, end_logins, note_event
from tournament.core.actions.rates import give_back
from tournament.core.actions.write_budget import never_refused
from tournament.core.authentication import count_guess
from tournament.core.logins.passkeys import are_possible
from tournament.core.requests import IDLE_FOR, LOGIN_LASTS, SESSION_LOGIN, TenboRequest, account_in, confirm_now
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.confirmation import CODE, PASSWORD, confirmation_page, confirms, has_password
from tournament.core.views.passkeys import origin_of
from tournament.models import AccountEvent
from tournament.site.actions.passkeys import use_recovery_code
from tournament.site.queries.security import security as security_of
from tournament.site.views.change_mail import mail_owner
from tournament.site.views.onward import onward

DAY = 24 * 60 * 60


@require_safe
@login_required
@never_cache
def security(request: TenboRequest) -> HttpResponse:
    """Show the browsers where the visitor is logged in, and the account's passkeys and events."""
    page = {
        "security": security_of(account_in(request), request.session.get(SESSION_LOGIN, 0)),
        "are_possible": are_possible(origin_of(request)),
        "idle_days": IDLE_FOR // DAY,
        "most_days": LOGIN_LASTS // DAY,
        "kept_days": EVENTS_KEPT.days,
    }
    return render(request, "site/security/page.html", page)


@require_POST
@never_refused
@login_required
def login_end(request: TenboRequest, pk: int) -> HttpResponse:
    """Log the account out of one other browser. A retry changes nothing."""
    end_logins(request, account_in(request), only=pk)
    messages.success(request, _("That browser is logged out."))
    return redirect("security")


@require_POST
@never_refused
@login_required
def logins_end(request: TenboRequest) -> HttpResponse:
    """Log the account out of all browsers but this one."""
    end_logins(request, account_in(request))
    messages.success(request, _("All other browsers are logged out."))
    return redirect("security")


@require_safe_or_post
@never_refused
@login_required
@never_cache
@sensitive_post_parameters(PASSWORD, CODE)
def confirm(request: TenboRequest) -> HttpResponse:
    """Ask for the password or a passkey again, then redirect to the page in `next`."""
    target = onward(request)
    if request.method == "POST" and (confirms(request) or _confirms_by_code(request)):
        return redirect(target or "security")
    return confirmation_page(request, action=request.path, fields=[("next", target)])


def _confirms_by_code(request: TenboRequest) -> bool:
    """Whether the request contains the password and an unused recovery code, of an account that needs a passkey. If so,
    use up the code, and store in the session that the login was confirmed. Raises `TooOften`."""
    user = account_in(request)
    if not user.needs_passkey or CODE not in request.POST or not has_password(request):
        return False
    uses = count_guess(request, user.get_username(), user)
    if not use_recovery_code(user=user, code=request.POST[CODE]):
        note_event(request, user, AccountEvent.Kind.WRONG_CODE)
        return False
    give_back(*uses)
    confirm_now(request)
    note_event(request, user, AccountEvent.Kind.CODE_USED)
    mail_owner(request, user, AccountEvent.Kind.CODE_USED)
    return True
