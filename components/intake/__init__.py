"""A reader's own table: its columns and rows understood, shown as one grid, and made a suite. Pure:
no screen."""
