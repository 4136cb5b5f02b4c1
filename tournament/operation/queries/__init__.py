"""What is read of a whole site."""
