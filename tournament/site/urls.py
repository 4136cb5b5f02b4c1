"""Addresses of the site's own pages, its accounts, and a tournament's first page, settings, team and rules."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament.core.actions.write_budget import never_refused, not_counted
from tournament.core.views.csp_reports import csp_reports
from tournament.core.views.security_txt import security_txt
from tournament.site.views import accounts, passkeys, rehearsal, rules, security, team, tournament_settings, visibility
from tournament.site.views.home import archive, home
from tournament.site.views.phones import phones, phones_certificate
from tournament.site.views.rules_correction import rules_correction
from tournament.site.views.styles import styles
from tournament.site.views.tournament import tournament

of_accounts = [
    path("signup/", accounts.signup, name="signup"),
    path("login/", never_refused(accounts.LogIn.as_view()), name="login"),
    path("login/passkey/", passkeys.login_passkey, name="login-passkey"),
    path("login/second/", passkeys.login_second, name="login-second"),
    path("logout/", never_refused(LogoutView.as_view()), name="logout"),
    path("", accounts.account, name="account"),
    path("password/", never_refused(accounts.PasswordChange.as_view()), name="password_change"),
    path("security/", security.security, name="security"),
    path("security/logins/end/", security.logins_end, name="logins-end"),
    path("security/logins/<int:pk>/end/", security.login_end, name="login-end"),
    path("security/passkeys/new/", passkeys.passkey_new, name="passkey-new"),
    path("security/passkeys/<int:pk>/removal/", passkeys.passkey_remove, name="passkey-remove"),
    path("security/second-factor/", passkeys.second_factor, name="second-factor"),
    path("security/recovery-codes/", passkeys.recovery_codes_new, name="recovery-codes-new"),
    path("confirm/", security.confirm, name="confirm"),
    path("password-reset/", accounts.PasswordReset.as_view(), name="password_reset"),
    path("password-reset/sent/", accounts.PasswordResetDone.as_view(), name="password_reset_done"),
    path("password-reset/<uidb64>/<token>/", accounts.PasswordResetConfirm.as_view(), name="password_reset_confirm"),
    path("password-reset/done/", accounts.PasswordResetComplete.as_view(), name="password_reset_complete"),
]

of_tournament = [
    path("", tournament, name="tournament"),
    path("rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("rehearsal/removal/", rehearsal.rehearsal_wipe, name="rehearsal-wipe"),
    path("settings/", tournament_settings.tournament_edit, name="tournament-edit"),
    path("settings/visibility/", visibility.visibility, name="visibility"),
    path("hall/link/", visibility.hall_link_new, name="hall-link-new"),
    path("hall/link/removal/", visibility.hall_link_remove, name="hall-link-remove"),
    path("hall/link/<str:token>/", visibility.hall_link, name="hall-link"),
    path("settings/sitting-out/", tournament_settings.sit_out_edit, name="sit-out-edit"),
    path("rules/edit/", rules.rules_edit, name="rules-edit"),
    path("rules/correction/", rules_correction, name="rules-correction"),
    path("team/", team.team, name="team"),
    path("team/members/<int:pk>/role/", team.member_role, name="member-role"),
    path("team/members/<int:pk>/removal/", team.member_remove, name="member-remove"),
    path("team/invitations/", team.invitation_new, name="invitation-new"),
    path("team/invitations/<int:pk>/removal/", team.invitation_revoke, name="invitation-revoke"),
    path("rounds/<int:number>/visibility/", visibility.round_visibility, name="round-visibility"),
    path("rounds/<int:number>/release/", visibility.round_release, name="round-release"),
    path("rules/", rules.rules, name="rules"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""

of_site = [
    path(".well-known/security.txt", security_txt, name="security-txt"),
    # Exempt from the CSRF check: browsers send no token with a report.
    path("csp-reports/", csrf_exempt(csp_reports), name="csp-reports"),
    path("accounts/", include(of_accounts)),
    path("phones/", phones, name="phones"),
    path("phones/tenbo.crt", phones_certificate, name="phones-certificate"),
    path("", home, name="home"),
    # Exempt from the CSRF check: the worst that another site can do is to change Tenbo's language.
    path("language/", not_counted(csrf_exempt(set_language)), name="set_language"),
    path("tournaments/new/", tournament_settings.tournament_new, name="tournament-new"),
    path("tournaments/archive/", archive, name="archive"),
    path("invitations/<str:token>/", team.invitation, name="invitation"),
    path("rules/", rules.rulesets, name="rulesets"),
    path("rules/in-words/", rules.rules_in_words, name="rules-in-words"),
    path("rules/<slug:key>/", rules.ruleset, name="ruleset"),
    path("styles/", styles, name="styles"),
]
