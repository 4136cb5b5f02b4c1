"""A federation over many organizers' events: who is one person, lists and files of all public events, and rankings.

Its staff see names, numbers and results that anybody may read, and nothing that is private. Begin with
`queries/ranking.py`; the question to organizers is `people/queries/same_person.py`.
"""
