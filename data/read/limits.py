"""How much a reader may bring. A page must answer in seconds and a session must not starve the
others."""

MAX_BYTES = 10 * 1024 * 1024
"""All files of one upload together."""
MAX_FILES = 400
MAX_UNPACKED = 64 * 1024 * 1024
"""What the files inside an archive (Excel files are one) may unpack to."""

MAX_ROWS = 60_000
MAX_COLUMNS = 500
MAX_CELLS = 600_000
"""2 000 runs x 30 metrics, one value per row, with the five columns that name it, take 360 000."""
MAX_CELL = 300
"""Characters of one cell that are read; no name or number is as long."""

TABLE_COLUMNS = 250
"""Columns of a table of runs, once its shape is found."""
TABLE_CELLS = 100_000
"""2 000 runs x 30 metrics with what names the runs are 70 000. All are judged within a second."""
