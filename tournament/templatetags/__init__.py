"""Words and numbers as pages show them."""
