"""A reader's own table: read, matched, checked, fixed, and made a suite. Pure: no screen, no database."""
