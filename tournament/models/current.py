"""What holds until a line of the log ends it, and is kept then."""

from typing import Self, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model, covariant=True)


class UntilTakenBack(models.QuerySet[Row]):
    def current(self) -> Self:
        """Those that hold."""
        return self.filter(taken_back_by=None)


class UntilSuperseded(models.QuerySet[Row]):
    def current(self) -> Self:
        """Those that hold."""
        return self.filter(superseded_by=None)


class UntilWithdrawn(models.QuerySet[Row]):
    def current(self) -> Self:
        """Those that hold."""
        return self.filter(withdrawn_by=None)
