"""Django's SQLite backend, in which the threads of a process write one after another, hands first."""
