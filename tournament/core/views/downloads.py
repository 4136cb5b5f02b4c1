"""Responses that a browser saves as a file."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from tournament.core.exports.json_lines import json_lines


def download_csv(content: bytes, name: str) -> HttpResponse:
    return download(HttpResponse(content, content_type="text/csv; charset=utf-8"), name)


def download_json(data: Mapping[str, Any], name: str) -> HttpResponse:
    return download(HttpResponse(json_lines(data), content_type="application/json"), name)


def download(response: HttpResponse, name: str) -> HttpResponse:
    """Make the response a download with this file name."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
