"""What unlearning is, three questions with their answers, every suite, and what changed last."""
