"""The intake is pure: no screen, no database, no drawing; the process that reads files imports as little as it can."""

import subprocess
import sys

from tests.test_imports import CODE, ROOT, name_of, uses

FILES = [p for p in CODE if name_of(p).startswith("components/intake/")]
AUDITS = ("components/intake/equivalence.py", "components/intake/inversion.py")
"""Tables of audits: read into the arrays of their estimators."""
ABOVE = (
    *("streamlit", "duckdb", "plotly", "data.store", "data.build", "components.widgets", "components.report"),
    *("components.figures", "components.stats", "pages", "app"),
)


def test_the_reading_process_starts_light_and_intake_imports_nothing_above_it() -> None:
    for path in FILES:
        above = [a for a in ABOVE if a != "components.stats" or name_of(path) not in AUDITS]
        assert uses(path, *above) == [], path
    code = "import sys; import components.intake.reading.child; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "components.intake.reading.child" in loaded
    for heavy in ("pandas", "numpy", "pyarrow", "openpyxl", "streamlit", "duckdb"):
        assert f"'{heavy}'" not in loaded
