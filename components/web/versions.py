"""The versions of Python and of Streamlit that the app runs with."""

import sys
from importlib import metadata


def unsupported() -> str:
    """Return why the app cannot run with what is installed, "" if it can."""
    streamlit = metadata.version("streamlit")
    major, minor = map(int, streamlit.split(".")[:2])
    if sys.version_info >= (3, 11) and major == 1 and minor >= 67:
        return ""
    expected = (
        "Python 3.11 or newer and Streamlit 1.67 or a later 1.x: pip install -r requirements.txt"
    )
    return f"Found Python {sys.version.split()[0]} and Streamlit {streamlit}, expected {expected}"
