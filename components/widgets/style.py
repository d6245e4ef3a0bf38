"""The few rules of style that the theme cannot say."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_FILE = Path(__file__).with_suffix(".css")


def style() -> None:
    """Apply style.css to the page."""
    st.html(_FILE)
