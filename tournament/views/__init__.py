"""HTTP in, HTTP out: one file a page, the file named like its form, its templates and its stylesheet."""
