"""Where a file's numbers come from, in words that travel with it."""

from __future__ import annotations

from collections.abc import Mapping

from components.selection import to_query, to_text
from components.text import cleaned
from components.view import View


def provenance(view: View) -> dict[str, str]:
    """What travels with every export, in words: source, licence, selection, weights, protocol, data version."""
    suite, chosen = view.tables.suite, view.selection
    return {
        "suite": suite.title,
        "source": f"{suite.paper} {suite.url}".strip(),
        "licence": suite.licence,
        "selection": " ".join(f"{k}={v}" for k, v in to_query(chosen, view.tables).items()),
        "panel": chosen.panel,
        "weights": _weights(view),
        "protocol": chosen.protocol,
        "utility map": chosen.transform,
        "data version": view.tables.data_version,
    }


def caption(about: Mapping[str, str]) -> str:
    """Provenance as one line, for figures."""
    return " · ".join(f"{name}: {cleaned(text)}" for name, text in about.items() if text)


def file_name(view: View, name: str, ending: str) -> str:
    """A name that tells suite, panel, what it is and the data version."""
    return f"{view.tables.suite.id}-{view.selection.panel}-{name}-{view.tables.data_version}.{ending}"


def _weights(view: View) -> str:
    pairs = tuple(zip(view.panel.metric_ids, (round(float(w), 6) for w in view.w), strict=True))
    preset = view.selection.weights
    return f"{preset} ({to_text(pairs)})" if isinstance(preset, str) else to_text(pairs)
