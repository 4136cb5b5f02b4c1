"""Decides in which order requests are answered: the recording of hands comes before everything else. Begin with
`lanes`."""
