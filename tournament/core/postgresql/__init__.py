"""Django's PostgreSQL backend, with a connection pool that recovers at once after a restart of the server."""
