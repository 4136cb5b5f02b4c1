"""The pages of a federation, about the events of many organizers: which players are one person, lists and files of all
public events, and rankings.

The federation's staff see only public names, numbers and results. Begin with `queries/ranking.py`;
`people/queries/same_person.py` finds the pairs of players that organizers are asked about.
"""
