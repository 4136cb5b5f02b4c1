"""Pytest plugins that make the tests faster and change nothing else. pyproject.toml loads them by `-p`.

Each plugin's docstring says how much time it saves. To run the tests without a plugin: `pytest -p
no:tests.plugins.garbage`.
"""
