"""Formats of dates and times, for languages in which Django's own formats are not what our visitors expect."""
