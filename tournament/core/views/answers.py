"""How a page with a form is answered: the methods it takes."""

from django.views.decorators.http import require_http_methods

require_safe_or_post = require_http_methods(["GET", "HEAD", "POST"])
"""For a page with a form: HEAD is allowed wherever GET is."""
