"""Finds changes that people saw confirmed and that are missing in the database, for example after an older backup was
restored."""

from django.utils.translation import gettext as _

from tournament.core.acknowledged import acknowledged_versions
from tournament.models import Tournament


def missing_changes() -> list[str] | None:
    """Return a line of text for each tournament that is missing, or whose version is older than the last version that
    was confirmed to somebody. Return None if this server does not store the confirmed versions."""
    acknowledged = acknowledged_versions()
    if acknowledged is None:
        return None
    here = {pk: (slug, version) for pk, slug, version in Tournament.objects.values_list("pk", "slug", "version")}
    lines = []
    for pk, version in sorted(acknowledged.items()):
        if pk not in here:
            lines.append(
                _("tournament %(pk)s is missing, although its change %(last)s was confirmed as saved")
                % {"pk": pk, "last": version}
            )
        elif here[pk][1] < version:
            slug, last = here[pk]
            values = {"slug": slug, "here": last, "last": version, "missing": version - last}
            lines.append(
                _(
                    "%(slug)s: the last stored change is %(here)s, although change %(last)s was confirmed as saved;"
                    " missing: %(missing)s"
                )
                % values
            )
    return lines
