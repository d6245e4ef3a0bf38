"""One page of the tests, named in PAGE, for `streamlit run tests/alone.py`."""

import os
from pathlib import Path

import streamlit as st

from components import scripts

app = st.App(Path(os.environ["PAGE"]), routes=scripts.ROUTES)
