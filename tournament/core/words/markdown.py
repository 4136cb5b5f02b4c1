"""A template filter that turns Markdown into HTML."""

from django import template

from tournament.core.markdown import markdown_html

register = template.Library()

register.filter("markdown", markdown_html)
