"""The ASGI entry: `python -m components.web`, `uvicorn app:app` and `streamlit run app.py` serve
the leaderboard."""

from pathlib import Path

import streamlit as st

from components.web import request_log, streamlit_private, versions
from components.web.service import MIDDLEWARE, ROUTES, lifespan

if versions.unsupported():
    raise SystemExit(versions.unsupported())
request_log.write_json_lines()
streamlit_private.find_settings(__file__)

app = st.App(
    Path(__file__).parent / "components" / "shell.py",
    routes=ROUTES,
    middleware=MIDDLEWARE,
    lifespan=lifespan,
)
