"""What watches every page, unseen: its menu, its links to names, its connection; in one component, as each takes time.

It is the first of a page, so that it stays when another page is opened.
"""

from __future__ import annotations

import streamlit as st

from components.widgets import menu, names, reconnect

_JS = f"""
const parts = [{menu.MENDED}, {names.FOLLOWED}, {reconnect.BACK}];
const watched = new WeakSet();

export default function (component) {{
  const {{ parentElement }} = component;
  if (watched.has(parentElement)) return;
  watched.add(parentElement);
  const ends = parts.map((watch) => watch(component));
  return () => {{
    for (const end of ends) end();
    watched.delete(parentElement);
  }};
}}
"""
_watch = st.components.v2.component("watching", html="<span hidden></span>", js=_JS)


def watching() -> None:
    """Watch the page; nothing is shown."""
    with st.container(key="watching"):
        _watch(key="watch", on_back_change=lambda: None)
