"""A reader's own table: read, matched, checked, mended, and made a suite. Pure: no screen, no database."""
