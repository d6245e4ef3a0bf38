"""The script with which the browser saves a drawing; figures and the ranking are joined to it."""

from pathlib import Path

SAVE = Path(__file__).with_name("save.js").read_text(encoding="utf-8")
MARK = """
<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor"
  stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">
  <path d="M8 2v8M5 7.5 8 10.5l3-3M2.5 13.5h11"/></svg>
"""
"""The download mark."""
