"""Colours that an organizer may choose for an event or a players' team."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Colour(models.TextChoices):
    """The colours that an event or a team may have; the stylesheet has a token for each."""

    NONE = "", pgettext_lazy("colour", "none")
    RED = "red", _("red")
    ORANGE = "orange", _("orange")
    YELLOW = "yellow", _("yellow")
    GREEN = "green", _("green")
    CYAN = "cyan", _("light blue")
    BLUE = "blue", _("blue")
    PURPLE = "purple", _("purple")
    PINK = "pink", _("pink")
    GREY = "grey", _("grey")
