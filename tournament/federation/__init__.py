"""A federation over many organizers' events: which players are one person, lists and files of all public events, and
rankings.

Its staff see only public names, numbers and results. Begin with `queries/ranking.py`; organizers are asked by
`people/queries/same_person.py`.
"""
