"""What changes the database or the backups as a whole."""
