"""Plan an experiment: how many benchmarks and seeds would separate two methods."""
