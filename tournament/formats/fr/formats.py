"""French formats as tournament pages write them: Django's own, but "21 novembre 2026 à 14:30", and a thin space in 25
000."""

DATETIME_FORMAT = "j F Y à H:i"
SHORT_DATETIME_FORMAT = "d/m/Y à H:i"
THOUSAND_SEPARATOR = "\N{NARROW NO-BREAK SPACE}"
