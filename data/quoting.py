"""Names and texts as SQL takes them."""


def name(text: str) -> str:
    """Return a name of a table or column, quoted."""
    return '"' + text.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return a text, quoted."""
    return "'" + text.replace("'", "''") + "'"
