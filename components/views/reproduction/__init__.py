"""What is printed beside what the released runs give, and what could still be recovered."""
