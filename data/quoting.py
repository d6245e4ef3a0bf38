"""Names and texts as SQL takes them."""


def name(text: str) -> str:
    """A name of a table or column, quoted."""
    return '"' + text.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text, quoted."""
    return "'" + text.replace("'", "''") + "'"
