"""Boxes that take files, named for those who cannot see them."""

from __future__ import annotations

import streamlit as st

# The uploader gives its box a name and at once takes its role away; a named group is what it is.
_GROUP = """
export default function () {
  const mend = () => document.querySelectorAll('[data-testid="stFileUploaderDropzone"][role="presentation"]')
    .forEach((box) => box.setAttribute("role", "group"));
  const watch = new MutationObserver(mend);
  mend();
  watch.observe(document.body, { childList: true, subtree: true });
  return () => watch.disconnect();
}
"""
_group = st.components.v2.component("upload_group", html="<span></span>", js=_GROUP)


def named_groups() -> None:
    """To be called once on a page with an uploader, beside it."""
    _group(key="upload_group", height="content")
