"""The security of the visitor's account: its logins and events, and confirming the password again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournament.core.actions.logins import EVENTS_KEPT, end_logins
from tournament.core.passkeys import are_possible
from tournament.core.requests import IDLE_FOR, LOGIN_LASTS, SESSION_LOGIN, TenboRequest, account_in
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.confirmation import PASSWORD, confirmation_page, confirms
from tournament.core.views.passkeys import origin_of
from tournament.site.queries.security import security as security_of
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
@login_required
def login_end(request: TenboRequest, pk: int) -> HttpResponse:
    """End one other login of the account. A retry changes nothing."""
    end_logins(request, account_in(request), only=pk)
    messages.success(request, _("That browser is logged out."))
    return redirect("security")


@require_POST
@login_required
def logins_end(request: TenboRequest) -> HttpResponse:
    """End all logins but this one."""
    end_logins(request, account_in(request))
    messages.success(request, _("All other browsers are logged out."))
    return redirect("security")


@require_safe_or_post
@login_required
@never_cache
@sensitive_post_parameters(PASSWORD)
def confirm(request: TenboRequest) -> HttpResponse:
    """Ask for the password or a passkey again, then redirect to the page in `next`."""
    target = onward(request)
    if request.method == "POST" and confirms(request):
        return redirect(target or "security")
    return confirmation_page(request, action=request.path, fields=[("next", target)])
