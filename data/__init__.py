"""The tables, the database built from them, and the one way to read both."""
