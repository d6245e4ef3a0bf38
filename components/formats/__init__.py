"""How a table is written: the registry of formats, and what writes each of them."""
