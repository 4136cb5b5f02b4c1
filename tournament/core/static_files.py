"""Static files: hashed names and compression when they are collected, and how they are served."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from servestatic.middleware import ServeStaticMiddleware
from servestatic.storage import CompressedManifestStaticFilesStorage


class CollectedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # servestatic has no types
    """Static files with hashed names, also in the imports of our JavaScript modules.

    Django's `support_js_module_import_aggregation` would rewrite the imports of every script, but fails on imports in
    comments of other packages' scripts.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )


def static_files_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer with the static file at this address, if there is one.

    The package servestatic finds the files and their headers. Its middleware is not used, because it is asynchronous: a
    single asynchronous middleware makes Django move every request between its thread and the event loop several times.
    """
    files = ServeStaticMiddleware(_no_page)

    def middleware(request: HttpRequest) -> HttpResponse:
        find = files.find_file if files.autorefresh else files.files.get
        file = find(request.path_info)
        if file is None:
            return get_response(request)
        answer = file.get_response(request.method, request.META)
        response = HttpResponse(status=answer.status)
        del response["Content-Type"]
        for name, value in answer.headers:
            if value is not None:
                response[name] = value
        if answer.file is not None:
            with answer.file as content:
                response.content = content.read()
        return response

    return middleware


async def _no_page(request: HttpRequest) -> HttpResponse:
    """Stand in for the next handler that servestatic's middleware requires; this function is never called."""
    raise NotImplementedError
