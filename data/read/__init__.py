"""From the bytes of files to a table of texts: everything becomes one rectangle, then gets its
shape.

What reads needs no pandas, so that the process that reads an upload starts fast. No cell is
evaluated, no type guessed."""
