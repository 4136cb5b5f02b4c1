"""What is kept of a person, as a file they can read."""

import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def person_json(data: dict[str, Any]) -> bytes:
    """UTF-8, indented."""
    return (json.dumps(data, ensure_ascii=False, indent=2, cls=DjangoJSONEncoder) + "\n").encode()
