"""What figures of several pages share: the theme, marks of benchmarks, rows of metrics."""
