"""The order in which requests are answered: hands at a table before everything else. Begin with `lanes`."""
