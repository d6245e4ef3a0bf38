"""From the bytes of a file to a table of texts, in a process of its own that has given up what it does not need.

Nothing here imports pandas or anything of the app above: the process must start fast. No cell is evaluated and no
type is guessed; what a file says stays text.
"""
