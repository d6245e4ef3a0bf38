"""Numbers as files that say where they come from. Pure: a table or a part of the report in, text or
bytes out."""
