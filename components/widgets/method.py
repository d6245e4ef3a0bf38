"""What only the screen has of the page of a method: tables whose names and places are links."""

from dataclasses import replace

import streamlit as st

from components.answers.method.meanings import Meaning, settings
from components.answers.method.meanings import compute as meanings_of
from components.answers.method.method import MetricPlace, Standing, beside, compute, place
from components.markup import tag, text
from components.pages import COMPARE, LEADERBOARD, STABILITY, TRADEOFF
from components.resolved import Resolved
from components.selection import default_selection
from components.served import Served
from components.text import markdown_text, number
from components.widgets.check import elsewhere
from components.widgets.names import anchor, linked_table, outward, page_of, short
from components.widgets.selection import link
from data.registry import Tables


def standings(served: Served) -> None:
    """Where it is, a row per panel; each leads to the leaderboard and beside it."""
    result, suites = served.of(compute), {t.suite.id: t for t in served.suites}
    if result.candidate:
        st.html(
            tag("p", anchor(f"Compare {result.label} with…", f"{COMPARE.path}?methods={result.id}"), class_="names")
        )
    linked_table(
        f"Where {result.label} stands",
        ("Rank", "Panel", "Suite", "UQS", "Beside", "See it"),
        [_standing(s, suites[s.suite]) for s in result.standings],
        numbers=(3,),
    )


def _standing(standing: Standing, tables: Tables) -> list[str]:
    view = Resolved(tables, replace(default_selection(tables), panel=standing.panel))
    board = anchor("leaderboard", link(view, LEADERBOARD.path, method=standing.open))
    rank = short(place(standing))
    further = [anchor(p.title.casefold(), link(view, p.path)) for p in (TRADEOFF, STABILITY)]
    return [
        tag("strong", rank) if standing.rank == 1 else rank,
        text(standing.panel_label),
        text(standing.suite_label),
        text(number(standing.score)),
        text(beside(standing)),
        tag("span", " · ".join([board, *further]), class_="short"),
    ]


def metrics(served: Served) -> None:
    """Its place by each metric alone: a table per suite, a column per panel."""
    result = served.of(compute)
    by_suite: dict[str, list[Standing]] = {}
    for standing in result.standings:
        if standing.metrics:
            by_suite.setdefault(standing.suite, []).append(standing)
    columns = st.columns(2, gap="large")
    for i, panels in enumerate(by_suite.values()):
        with columns[i % 2]:
            st.markdown(f"**{markdown_text(panels[0].suite_label)}**")
            _metrics(panels, served)


def _metrics(panels: list[Standing], served: Served) -> None:
    tables = next(t for t in served.suites if t.suite.id == panels[0].suite)
    models = {p.id: p.base_model for p in tables.panels}
    rows = {m.metric: m for s in panels for m in s.metrics}
    places = [{m.metric: m for m in s.metrics} for s in panels]
    linked_table(
        f"Places by each metric alone in {panels[0].suite_label}",
        ("Metric", *(s.panel_label for s in panels)),
        [
            [
                anchor(m.label, page_of("metrics", m.address)) + (" •" if m.weighted else ""),
                *(
                    _place(p[i], elsewhere(served, m.address, served.selection.id, models[s.panel])) if i in p else "–"
                    for s, p in zip(panels, places, strict=True)
                ),
            ]
            for i, m in rows.items()
        ],
        numbers=range(1, len(panels) + 1),
    )


def _place(place: MetricPlace, compared: str) -> str:
    """A place that leads to what others report of the same."""
    rank = f"{place.rank} of {place.of}"
    return anchor(rank, compared) if compared else rank


def meanings(served: Served) -> None:
    """What each suite calls it and how it differs there, its settings and sources."""
    for meaning in served.of(meanings_of):
        st.markdown(
            f"**{markdown_text(meaning.suite_label)}: {markdown_text(meaning.name)}.** "
            f"{markdown_text(meaning.description)}"
        )
        lines = [f"Differs: {meaning.note}." if meaning.note else "", settings(meaning)]
        texts = [markdown_text(t) for t in lines if t]
        st.caption("  \n".join([*texts, " · ".join(_sources(meaning))]))


def _sources(meaning: Meaning) -> list[str]:
    sources = [(meaning.reference, meaning.url), (meaning.paper, meaning.paper_url), (meaning.licence, "")]
    return [outward(t, url) for t, url in sources if t]
