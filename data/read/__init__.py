"""Results of other programs as they write them, made a suite: `python -m data.read FORM FOLDER OUT`.

What reads needs the standard library alone, so that the process that reads an upload starts fast.
"""
