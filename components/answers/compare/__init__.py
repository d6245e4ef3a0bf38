"""Which of a few methods is ahead of which, over every suite that has two of them."""
