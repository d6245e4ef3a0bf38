"""Components with much script: it goes to the browser as a file, not again with every change of
their data."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from components.format import Plain
from components.scripts import published

_LOAD = """
const { default: draw, html, css } = await import(new URL(ADDRESS, document.baseURI));
const filled = new WeakSet();

export default function (component) {
  const { parentElement } = component;
  if (!filled.has(parentElement)) {
    filled.add(parentElement);
    const style = Object.assign(document.createElement("style"), { textContent: css });
    parentElement.append(style, document.createRange().createContextualFragment(html));
  }
  return draw({ ...component, data: JSON.parse(new TextDecoder().decode(component.data)) });
}
"""


DRAWN = """
// Says that a component has its size: what follows it is seen from then on (style.css).
const inPlace = (root) => root.host.closest(".stElementContainer")?.setAttribute("data-drawn", "");
"""


def component(name: str, *, html: str, css: str, js: str) -> Callable[..., object]:
    """Return what mounts a component; `js` is a module that exports no `html` and no `css`."""
    module = f"{js}\nexport const html = {json.dumps(html)}, css = {json.dumps(css)};\n"
    loader = _LOAD.replace("ADDRESS", json.dumps(published(name, module)))
    mount_component = st.components.v2.component(name, js=loader)

    def mount_data(*, data: Mapping[str, Plain], **keyword_arguments: Any) -> object:
        # as bytes: of anything else Streamlit makes JSON twice, for the browser and for the
        # identity
        return mount_component(data=json.dumps(data).encode(), **keyword_arguments)

    return mount_data
