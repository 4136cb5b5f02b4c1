"""Plugins that make the suite faster, and change nothing else. pyproject.toml loads them by `-p`.

Each says what it saves. To run without it: `pytest -p no:tests.plugins.garbage`.
"""
