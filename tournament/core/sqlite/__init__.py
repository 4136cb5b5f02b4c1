"""Django's SQLite backend, in which the threads of a process write in order of arrival."""
