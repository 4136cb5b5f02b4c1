"""Django's PostgreSQL backend, with a pool that recovers at once when the server was restarted."""
