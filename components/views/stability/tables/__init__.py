"""The numbers behind the stability page as tables, one subject per file."""
