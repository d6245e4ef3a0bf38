"""From the bytes of a file to a table of texts, in a disposable process.

Nothing here imports pandas or the app above, so that the process starts fast. No cell is evaluated and no type guessed.
"""
