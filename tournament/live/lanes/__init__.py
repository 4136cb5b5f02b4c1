"""Decides in which order requests are answered: the recording of hands comes before all other requests. Begin with
`lanes`."""
