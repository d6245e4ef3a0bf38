"""Who asks: what takes turns with the work of others is told by it."""

from __future__ import annotations

import secrets

import streamlit as st

from components.server.turns import client_of

_KEY = "client"


def client() -> str:
    """The client at a reader's address; the session where no address is known."""
    address = st.context.ip_address
    return client_of(address) if address else str(st.session_state.setdefault(_KEY, secrets.token_hex(8)))
