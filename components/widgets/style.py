"""The few rules of style that the theme cannot say."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_FILE = Path(__file__).with_suffix(".css")

BUTTON = """
button {
  font: inherit; font-size: 0.875rem; color: var(--st-text-color); background: var(--st-background-color);
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius);
  padding: 0.25rem 0.75rem; min-height: 2.5rem; cursor: pointer; white-space: nowrap;
}
button:hover { border-color: var(--st-primary-color); color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""
"""A button inside a component, like the buttons outside."""


def style() -> None:
    """Apply style.css to the page."""
    st.html(_FILE)
