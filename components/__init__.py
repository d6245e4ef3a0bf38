"""The leaderboard: statistics, figures, report and widgets."""

import os

# Matrices here are small. Several sessions at once, each with a BLAS thread per core, wait for one
# another: with more work than cores, agreement of 26 metrics x 150 methods takes ten times as long
# as with one thread. Set before NumPy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
