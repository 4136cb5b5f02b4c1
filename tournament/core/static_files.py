"""Names and compression of collected static files."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class CollectedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # servestatic has no types
    """Static files with hashed names, also where one of our JavaScript modules imports another.

    Django can do this for every script (`support_js_module_import_aggregation`), but then stumbles over the imports
    that scripts of other packages show in their comments.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )
