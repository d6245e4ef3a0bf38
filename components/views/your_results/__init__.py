"""A reader's own table: read, mended, audited and shown."""
