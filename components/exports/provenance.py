"""Where a file's numbers come from, in words that travel with it."""

import re
from collections.abc import Mapping

from components import floors
from components.format import cleaned
from components.resolved import Resolved
from components.selection import to_query, to_text
from components.served import Served, View


def provenance(resolved: View) -> dict[str, str]:
    """What travels with every export, in words: source, licence, selection, weights, protocol, data
    version."""
    if isinstance(resolved, Served):
        return {
            "selection": _line(opened(resolved)),
            "weights": "each suite's default",
            "data versions": ", ".join(f"{t.suite.id} {t.data_version}" for t in resolved.suites),
        }
    suite, chosen = resolved.tables.suite, resolved.selection
    return {
        "suite": suite.title,
        "source": f"{suite.paper} {suite.url}".strip(),
        "licence": suite.licence,
        "selection": _line(to_query(chosen, resolved.tables)),
        "panel": chosen.panel,
        "weights": _weights(resolved),
        "floor": floors.listed(resolved.labels, resolved.contest.floors),
        "protocol": chosen.protocol,
        "utility map": chosen.transform,
        "data version": resolved.tables.data_version,
    }


def caption(about: Mapping[str, str]) -> str:
    """Provenance as one line, for figures."""
    return " · ".join(f"{name}: {cleaned(text)}" for name, text in about.items() if text)


def pictured(resolved: View, name: str, title: str, about: Mapping[str, str]) -> dict[str, str]:
    """What a picture is called, as which file it is saved, and what is beneath it."""
    return {
        "title": title,
        "file": file_name(resolved, name, "").rstrip("."),
        "caption": caption(about),
    }


def ranking_picture(resolved: Resolved) -> dict[str, str]:
    """Return the texts of a picture of the ranking, which names weights and floors itself: they may
    have moved."""
    chosen = {
        k: v
        for k, v in to_query(resolved.selection, resolved.tables).items()
        if k not in ("weights", "floors")
    }
    about = {**provenance(resolved), "selection": _line(chosen)}
    del about["weights"], about["floor"]
    title = f"{cleaned(resolved.labels.panel)}, {cleaned(resolved.labels.suite)}"
    return pictured(resolved, "ranking", title, about)


def file_name(resolved: View, name: str, ending: str) -> str:
    """A name made of suite, panel, content and data version, or of what was chosen over all
    suites."""
    if isinstance(resolved, Served):
        chosen = opened(resolved).values()
        return (
            f"{'-'.join(re.sub('[^A-Za-z0-9_-]+', '-', text) for text in (*chosen, name))}.{ending}"
        )
    return f"{resolved.tables.suite.id}-{resolved.selection.panel}-{name}-{resolved.tables.data_version}.{ending}"


def opened(view: View) -> dict[str, str]:
    """Return what a view has open, as texts by name."""
    return {name: to_text(value) for name, value in view.opened.items()}


def _line(query: Mapping[str, str]) -> str:
    return " ".join(f"{k}={v}" for k, v in query.items())


def _weights(resolved: Resolved) -> str:
    pairs = tuple(
        zip(
            resolved.panel.metric_ids,
            (round(float(w), 6) for w in resolved.contest.weights),
            strict=True,
        )
    )
    preset = resolved.selection.weights
    return f"{preset} ({to_text(pairs)})" if isinstance(preset, str) else to_text(pairs)
