"""Which request is answered before which: hands at a table before everything else. Begin with `lanes`."""
