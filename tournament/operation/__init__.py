"""Running a site: backups and their return, and whether all is well."""
