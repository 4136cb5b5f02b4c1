"""Django's settings. These environment variables change them; none is required, and every default is the safe one.

TENBO_DEBUG               "1" shows tracebacks in the browser. Default: off. Never set it on an open network.
TENBO_VAR                 Folder for files that a running Tenbo writes: database, secret keys. Default: var/ in the
                          project; if Tenbo is installed by uvx or pipx, the system's folder for the user's data.
TENBO_SECRET_KEY          Signs sessions and links. Default: created on the first run and stored in var/secret-key.
TENBO_OLD_SECRET_KEYS     Former keys, separated by spaces. Their signatures stay valid, so that printed links work.
                          Default: the keys that `manage.py new_secret_key` has moved to var/former-secret-keys.
DATABASE_URL              postgresql://user:password@host:5432/name. Default: SQLite, var/tenbo.sqlite3. For two
                          servers, one of them a replica: postgresql://…@one,two/name?target_session_attrs=read-write.
DATABASE_REPLICA_URL      postgresql://user:password@host:5432/name of a streaming replica. It then answers strangers:
                          public pages, exports and the API, at most a few seconds old. Default: none.
TENBO_DATABASE_POOL       Most PostgreSQL connections of one process. Default 40; 0 opens one for each request.
TENBO_HOSTS               Host names of this site, separated by commas. Default: only those of this computer.
TENBO_ADDRESS             https://tenbo.example.org, for links on paper, in mails and in QR codes. Its host is added to
                          TENBO_HOSTS. Default: the address of the request.
TENBO_HTTPS               "1" if people use https: secure cookies, HSTS, and http is redirected to https.
TENBO_PROXIES             Number of our own proxies before the server. Default 0: X-Forwarded-* headers are ignored.
TENBO_BACKUPS             Folder for backups. Default: backups/ in TENBO_VAR.
TENBO_BACKUP_PASSPHRASE   Encrypts backups. Without it nobody can read them, not even you. Default: no encryption.
TENBO_BACKUP_STORE        https://s3.example.org/bucket/prefix, an S3-compatible store that gets each encrypted backup
                          too. Needs the package boto3. Default: none. The store's key is in AWS_ACCESS_KEY_ID and
                          AWS_SECRET_ACCESS_KEY, its region in AWS_REGION (default us-east-1).
TENBO_LOG                 "text" (default), or "json" for one JSON object on each line. Lines contain the request's id.
TENBO_LOG_REQUESTS        "1" logs every request, without the secret keys of links.
TENBO_SLOW_QUERY          Milliseconds after which a database statement is logged. Default 500; 0 logs none.
TENBO_METRICS_TOKEN       Bearer token, 16 characters or more, for Prometheus to read /metrics. Default: only staff may.
TENBO_SENTRY_DSN          Address of a Sentry-compatible service that gets errors. Needs the package sentry-sdk.
TENBO_STATIC_ROOT         Folder that `manage.py collectstatic` fills; then files have hashed names and are cached for
                          ever. Default: files are served from the project, without collecting.
TENBO_TOURNAMENT_CREATORS Who may create tournaments: "everyone" with an account (default), or "staff".
TENBO_PUSH_KEY            Signs push messages: a P-256 private key, 32 bytes as base64url. All servers of one site need
                          the same key. Default: created on the first run and stored in var/push-key.
TENBO_PUSH_SERVICES       https://push.example.org, push services to allow besides those of the browsers' makers,
                          separated by commas. Default: none.
TENBO_MIRROR_SITES        https://tenbo.example.org, sites to which this laptop may mirror a tournament taken from them,
                          separated by commas. Default: every https site on the internet; none with TENBO_HTTPS.
TENBO_QUIET               "1" sends nothing to anybody, for a backup that is tried beside its site: no mails,
                          phones get no messages and other sites no mirrors. Default: off.
TENBO_SECURITY_CONTACT    mailto:security@example.org, for reports of vulnerabilities, in /.well-known/security.txt.
                          Default: none, and that page does not exist.
TENBO_TIME_ZONE           Europe/Prague, for the times on the pages. Default: that of this computer if known, or UTC.
TENBO_MAIL_HOST           Mail server, for password resets and mails to players; both need TENBO_ADDRESS too.
                          Default: none is sent. Whoever runs Tenbo on a terminal sees them there; a log has only
                          that they were not sent.
TENBO_MAIL_PORT, TENBO_MAIL_USER, TENBO_MAIL_PASSWORD   Default: 587, without a login.
TENBO_MAIL_SECURITY       "starttls" (default), "ssl" or "none".
TENBO_MAIL_FROM           Sender of our mails. Default: tenbo@localhost.
"""

from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from tournament.core.telemetry.logging_settings import logging_settings
from tournament.database_settings import POOL, databases
from tournament.environment import (
    backup_store,
    choice,
    contact,
    default_var,
    folder,
    former_secrets,
    items,
    number,
    origins,
    private_folder,
    secret,
    site_address,
    site_files,
    switch,
    text,
    time_zone,
    token,
)
from tournament.template_libraries import TEMPLATE_LIBRARIES

BASE_DIR = site_files()

# Files that a running Tenbo writes

VAR = folder("TENBO_VAR", default_var())
private_folder(VAR)

ACKNOWLEDGED = VAR / "acknowledged"
TENBO_BACKUPS = Path(text("TENBO_BACKUPS", str(VAR / "backups"))).resolve()
TENBO_BACKUP_STORE = backup_store("TENBO_BACKUP_STORE")

# Secrets, addresses and proxies

DEBUG = switch("TENBO_DEBUG")
SECRET_KEY = secret("TENBO_SECRET_KEY", VAR / "secret-key")
SECRET_KEY_FALLBACKS = former_secrets("TENBO_OLD_SECRET_KEYS", VAR / "former-secret-keys")
HTTPS = switch("TENBO_HTTPS")

TENBO_ADDRESS = site_address("TENBO_ADDRESS")
# For each host of a request by http: the base URL of this site by https. `manage.py serve --lan` fills it.
TENBO_SECURE_ADDRESSES: dict[str, str] = {}
TENBO_PROXIES = number("TENBO_PROXIES", 0)
TENBO_TOURNAMENT_CREATORS = choice("TENBO_TOURNAMENT_CREATORS", "everyone", "staff")
TENBO_SECURITY_CONTACT = contact("TENBO_SECURITY_CONTACT")

ALLOWED_HOSTS = items("TENBO_HOSTS")
if TENBO_ADDRESS:
    ALLOWED_HOSTS.append(str(urlsplit(TENBO_ADDRESS).hostname))
    CSRF_TRUSTED_ORIGINS = [TENBO_ADDRESS]
# Requests from this computer are always allowed, so that health checks and `make run` need no configuration.
ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]

# Apps, middleware and templates

INSTALLED_APPS = [
    "tournament",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
    "django_countries",  # its translations
]

MIDDLEWARE = [
    "tournament.core.monitoring.monitoring_middleware",
    "tournament.core.middleware.permissions_middleware",
    "tournament.core.middleware.health_middleware",  # before the checks of the host name
    "django.middleware.security.SecurityMiddleware",
    "tournament.core.static_files.static_files_middleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.core.middleware.visitor_middleware",
    "tournament.core.middleware.conflict_middleware",
    "tournament.core.middleware.budget_middleware",
    "tournament.core.replica.middleware.replica_middleware",  # the last, because it calls views
]

ROOT_URLCONF = "tournament.urls"
ASGI_APPLICATION = "tournament.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "tournament.core.views.templates.Templates",
        "NAME": "django",  # by which template_partials finds it
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": TEMPLATE_LIBRARIES,
            "builtins": ["template_partials.templatetags.partials"],  # built in from Django 6 on
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# A round of 250 tables has 1,000 seats, and entered from paper 2,000 fields; 400 pasted names are two fields each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_100

# Database

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASES = databases("DATABASE_URL", "DATABASE_REPLICA_URL", VAR, pool=number("TENBO_DATABASE_POOL", POOL))
DATABASE_ROUTERS = ["tournament.core.replica.routing.ByRequest"] if "replica" in DATABASES else []

# Accounts

AUTH_USER_MODEL = "tournament.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

PASSWORD_HASHERS = [
    "tournament.core.logins.hashers.QueuedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

AUTHENTICATION_BACKENDS = ["tournament.core.authentication.CountedPasswordBackend"]

SESSION_ENGINE = "tournament.core.logins.sessions"

# Security headers and cookies

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "report-uri": "/csp-reports/",
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # browsers ignore it on http, with a warning
SECURE_REFERRER_POLICY = "same-origin"  # a table's link contains its key, which must not leak in a Referer
# With this prefix browsers refuse the cookie over http, and from other hosts of the domain.
_prefix = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_prefix}sessionid", f"{_prefix}csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^metrics$"]  # Prometheus asks each process directly, without a proxy
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
if TENBO_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# HSTS for subdomains (W005) and for browsers' built-in lists (W021) would bind every other site of the club's domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Static files

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
_collected = text("TENBO_STATIC_ROOT")
if _collected:
    STATIC_ROOT = Path(_collected).resolve()
SERVESTATIC_USE_FINDERS = not _collected
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "tournament.core.static_files.CollectedFiles"
        if _collected
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Languages and time

USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("cs", "Čeština")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = time_zone("TENBO_TIME_ZONE")
FORMAT_MODULE_PATH = ["tournament.formats"]

# Mail

TENBO_QUIET = switch("TENBO_QUIET")
EMAIL_HOST = "" if TENBO_QUIET else text("TENBO_MAIL_HOST")
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else "tournament.mail.unsent.EmailBackend"
EMAIL_PORT = number("TENBO_MAIL_PORT", 587)
EMAIL_HOST_USER = text("TENBO_MAIL_USER")
EMAIL_HOST_PASSWORD = text("TENBO_MAIL_PASSWORD")
_mail_security = choice("TENBO_MAIL_SECURITY", "starttls", "ssl", "none")
EMAIL_USE_TLS = _mail_security == "starttls"
EMAIL_USE_SSL = _mail_security == "ssl"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = text("TENBO_MAIL_FROM", "tenbo@localhost")

# Messages to phones, and mirrors

TENBO_PUSH_KEY = text("TENBO_PUSH_KEY")
TENBO_PUSH_SERVICES = origins("TENBO_PUSH_SERVICES")
TENBO_MIRROR_SITES = origins("TENBO_MIRROR_SITES")

# Log and monitoring

LOGGING = logging_settings(lines=choice("TENBO_LOG", "text", "json"), every_request=switch("TENBO_LOG_REQUESTS"))
TENBO_SLOW_QUERY = number("TENBO_SLOW_QUERY", 500)
TENBO_METRICS_TOKEN = token("TENBO_METRICS_TOKEN")
TENBO_SENTRY_DSN = text("TENBO_SENTRY_DSN")
