"""What every suite says of a metric."""
