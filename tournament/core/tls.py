"""TLS for requests that the site itself sends."""

import ssl
from functools import cache


@cache
def tls_to_anywhere() -> ssl.SSLContext:
    """Return the context for connections to servers on the internet, which checks their certificates. All threads of
    the process share it: making one parses the certificates of all authorities, which takes 40 ms of CPU."""
    return ssl.create_default_context()
