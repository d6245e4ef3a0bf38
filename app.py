"""The ASGI entry: `streamlit run app.py` and `uvicorn app:app` both serve the leaderboard."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit import config

from components.server.service import MIDDLEWARE, ROUTES, lifespan

# st.App looks for .streamlit beside its script, which lies one folder deeper; ours lies beside this file.
config._main_script_path = config._main_script_path or __file__

app = st.App(Path(__file__).parent / "components" / "shell.py", routes=ROUTES, middleware=MIDDLEWARE, lifespan=lifespan)
