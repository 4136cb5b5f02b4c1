"""Responses that a browser saves as a file."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse


def download_csv(text: str, name: str) -> HttpResponse:
    return download(HttpResponse(text, content_type="text/csv; charset=utf-8"), name)


def download_json(data: Mapping[str, Any], name: str) -> HttpResponse:
    return download(JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}), name)


def download(response: HttpResponse, name: str) -> HttpResponse:
    """Make the response a download with this file name."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
