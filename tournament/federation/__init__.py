"""The pages of a federation, about the events of many organizers: which players are one person, lists and files of all
public events, and rankings.

Its staff see only public names, numbers and results. Begin with `queries/ranking.py`; organizers are asked by
`people/queries/same_person.py`.
"""
