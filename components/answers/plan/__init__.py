"""Plan an experiment: how many benchmarks and seeds would tell two methods apart."""
