"""What surrounds the pages on the wire: start-up, headers, limits, compressed scripts, processes,
the log."""
