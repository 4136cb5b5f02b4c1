"""The site around `scoring`: permissions, the database, and the pages."""

__version__ = "0.1.0"
