"""A person's stored data as a JSON file."""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def person_json(data: dict[str, Any]) -> bytes:
    """Return a person's data as indented JSON in UTF-8."""
    return (json.dumps(data, ensure_ascii=False, indent=2, cls=DjangoJSONEncoder) + "\n").encode()
