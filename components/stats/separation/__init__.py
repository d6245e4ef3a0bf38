"""What the benchmarks of a panel can separate: paired differences of methods, their p, and what
more would take."""
