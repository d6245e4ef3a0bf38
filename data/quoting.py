"""Names and texts as SQL takes them."""


def name(identifier: str) -> str:
    """Return a name of a table or column, quoted."""
    return '"' + identifier.replace('"', '""') + '"'


def literal(literal_text: str) -> str:
    """Return a text, quoted."""
    return "'" + literal_text.replace("'", "''") + "'"
