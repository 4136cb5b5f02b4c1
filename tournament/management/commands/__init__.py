"""One command a file; Django finds it by the name of the file."""
