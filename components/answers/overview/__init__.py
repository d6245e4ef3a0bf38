"""What the start page asks of all suites, and of the one whose metrics contradict most."""
