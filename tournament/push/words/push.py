"""Template tag for pages that offer push messages."""

from django import template

from tournament.push.keys import server_key

register = template.Library()

register.simple_tag(server_key, name="push_key")
