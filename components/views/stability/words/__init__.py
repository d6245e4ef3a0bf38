"""What the stability page says, one subject per file, each sentence from the result it describes."""
