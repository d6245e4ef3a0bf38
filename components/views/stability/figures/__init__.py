"""What the stability page draws, one subject per file, each figure from the result it shows."""
