"""Actions on the whole database or the backups."""
