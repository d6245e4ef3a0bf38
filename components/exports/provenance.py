"""Where a file's numbers come from, in words that travel with it."""

import re
from collections.abc import Mapping

from components import floors
from components.format import cleaned
from components.resolved import Resolved
from components.selection import to_query, to_text
from components.served import Served, View


def provenance(view: View) -> dict[str, str]:
    """Return what travels with every export, in words: source, licence, selection, weights,
    protocol, data version."""
    if isinstance(view, Served):
        versions = [f"{tables.suite.id} {tables.data_version}" for tables in view.suites]
        return {
            "selection": _line(opened(view)),
            "weights": "each suite's default",
            "data versions": ", ".join(versions),
        }
    suite = view.tables.suite
    return {
        "suite": suite.title,
        "source": f"{suite.paper} {suite.url}".strip(),
        "licence": suite.licence,
        "selection": _line(to_query(view.selection, view.tables)),
        "panel": view.selection.panel,
        "weights": _weights(view),
        "floor": floors.listed(view.labels, view.contest.floors),
        "protocol": view.selection.protocol,
        "map of values": view.selection.transform,
        "data version": view.tables.data_version,
    }


def pictured(
    view: View, figure_name: str, figure_title: str, about: Mapping[str, str], reading: str = ""
) -> dict[str, str]:
    """Return what a picture is called, as which file it is saved, and what is beneath it: how to
    read it, and what it rests on."""
    about_lines = [
        f"{fact_name}: {cleaned(fact_text)}" for fact_name, fact_text in about.items() if fact_text
    ]
    return {
        "title": figure_title,
        "file": _file_stem(view, figure_name),
        "reading": cleaned(reading),
        "caption": " · ".join(about_lines),
    }


def ranking_picture(view: Resolved) -> dict[str, str]:
    """Return the texts of a picture of the ranking, which names weights and floors itself: they may
    have moved."""
    query = to_query(view.selection, view.tables)
    about = provenance(view)
    for choice, fact in (("weights", "weights"), ("floors", "floor")):
        query.pop(choice, None)
        del about[fact]
    about["selection"] = _line(query)
    picture_title = f"{cleaned(view.labels.panel)}, {cleaned(view.labels.suite)}"
    return pictured(view, "ranking", picture_title, about)


def file_name(view: View, part_name: str, ending: str) -> str:
    """Return a name made of suite, panel, content and data version, or of what was chosen over all
    suites."""
    return f"{_file_stem(view, part_name)}.{ending}"


def _file_stem(view: View, part_name: str) -> str:
    if isinstance(view, Served):
        stem_parts = [*opened(view).values(), part_name]
        return "-".join(re.sub("[^A-Za-z0-9_-]+", "-", stem_part) for stem_part in stem_parts)
    suite = f"{view.tables.suite.id}-{view.selection.panel}"
    return f"{suite}-{part_name}-{view.tables.data_version}"


def opened(view: View) -> dict[str, str]:
    """Return what a view has open, as texts by name."""
    return {choice_name: to_text(opened_value) for choice_name, opened_value in view.opened.items()}


def _line(query: Mapping[str, str]) -> str:
    return " ".join(f"{choice_name}={choice_text}" for choice_name, choice_text in query.items())


def _weights(view: Resolved) -> str:
    weights = [round(float(weight), 6) for weight in view.contest.weights]
    shares = to_text(tuple(zip(view.panel.metric_ids, weights, strict=True)))
    preset = view.selection.weights
    return f"{preset} ({shares})" if isinstance(preset, str) else shares
