"""Operation of a site: backup, restore, diagnosis and metrics."""
