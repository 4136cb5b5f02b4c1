"""Actions on the whole database or on the backups."""
