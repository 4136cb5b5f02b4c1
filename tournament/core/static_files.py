"""Names and compression of collected static files."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class CollectedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # servestatic has no types
    """Static files with hashed names, also in the imports of our JavaScript modules.

    Django can do this for every script (`support_js_module_import_aggregation`), but then fails on imports in the
    comments of other packages' scripts.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )
