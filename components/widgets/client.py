"""Who asks: what takes turns with the work of others is told by it."""

from __future__ import annotations

import ipaddress
import secrets

import streamlit as st

_KEY = "client"


def client() -> str:
    """A reader's address, of the newer ones the part that names a household; the session where there is none."""
    address = st.context.ip_address
    if not address:
        return str(st.session_state.setdefault(_KEY, secrets.token_hex(8)))
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else address
