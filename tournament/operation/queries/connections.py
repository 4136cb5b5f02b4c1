"""Why the servers that the settings name do not answer. For the terminal alone: a reason may name hosts and users."""

import smtplib

import psycopg
from django.conf import settings
from django.core import mail
from django.db import connection


def database_problem() -> str:
    """What PostgreSQL's library says of a connection; empty if one can be made, and for SQLite."""
    if connection.vendor != "postgresql":
        return ""
    params = connection.get_connection_params()
    for only_djangos in ("context", "cursor_factory", "prepare_threshold"):
        params.pop(only_djangos, None)
    try:
        psycopg.connect(**params).close()
    except psycopg.Error as error:
        return " ".join(str(error).split()).rstrip(".")
    return ""


def mail_problem() -> str:
    """Why nobody can connect to the mail server and log in there; empty if that works, and without a mail server."""
    if not settings.EMAIL_HOST:
        return ""
    try:
        server = mail.get_connection()
        server.open()
        server.close()
    except (OSError, smtplib.SMTPException) as error:
        return str(error) or type(error).__name__
    return ""
