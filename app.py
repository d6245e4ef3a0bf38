"""The ASGI entry: `python -m components.server`, `uvicorn app:app` and `streamlit run app.py` serve the leaderboard."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit import config, logger, net_util

from components.server import log
from components.server.service import MIDDLEWARE, ROUTES, lifespan

log.start()
# Streamlit gives each of its loggers a handler that writes plain text, whatever the server was told
logger.setup_formatter = log.join
logger.update_formatter()
# st.App looks for .streamlit beside its script, which lies one folder deeper; ours lies beside this file.
config._main_script_path = config._main_script_path or __file__
# to a foreign Origin Streamlit compares this machine's addresses, and asks another machine for them unless it has them
net_util._internal_ip = net_util._external_ip = "127.0.0.1"
# each run of a page tells the whole theme anew, looked up among all settings, and they do not change once served
config.get_options_for_section = cache(config.get_options_for_section)

app = st.App(Path(__file__).parent / "components" / "shell.py", routes=ROUTES, middleware=MIDDLEWARE, lifespan=lifespan)
