"""What is printed against what the released runs give, and what could still be recovered."""
