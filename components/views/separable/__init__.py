"""Which ranks the benchmarks can separate, and what more benchmarks or seeds would do. A part of other pages."""
