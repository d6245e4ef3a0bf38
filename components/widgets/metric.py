"""What only the screen has of the page of a metric: findings with links, what each suite means by it, sources."""

from dataclasses import replace

import streamlit as st

from components.answers.metric.metric import bounds, compute, differs
from components.answers.record import Page
from components.answers.trust.findings import Finding
from components.answers.trust.words import MARKS, QUESTION_TEXTS, rests_on
from components.labels import in_full
from components.markup import tag, text
from components.pages import AGREEMENT, CALIBRATION, RELIABILITY
from components.resolved import Resolved
from components.selection import default_selection
from components.served import Served
from components.text import markdown_text
from components.widgets.check import elsewhere
from components.widgets.names import anchor, linked_table, outward, short
from components.widgets.page import section
from components.widgets.selection import link
from data.registry import Tables

_PAGES: dict[str, Page] = {"pools": CALIBRATION, "controls": CALIBRATION, "oracle": RELIABILITY, "runs": AGREEMENT}
"""The page that shows what a finding rests on."""


def findings(served: Served) -> None:
    """What supports and what contradicts trust, then what does neither; each leads to the page that shows it."""
    result = served.of(compute)
    if not result.findings:
        return
    suites = {t.suite.id: t for t in served.suites}
    linked_table(
        f"What supports and what contradicts trust in {result.label}",
        ("Trust", "Question", "Answer", "Where", "It rests on", "See it"),
        [_finding(f, suites[f.suite]) for f in sorted(result.findings, key=lambda f: f.side == "neither")],
    )


def _finding(finding: Finding, tables: Tables) -> list[str]:
    chosen = default_selection(tables)
    view = Resolved(tables, replace(chosen, panel=finding.panel or chosen.panel))
    page = _PAGES[finding.basis]
    opened = {"metric": finding.metric} if page is RELIABILITY else {}
    where = " · ".join(t for t in (finding.suite_label, finding.panel_label) if t)
    mark = short(MARKS[finding.side])
    return [
        mark if finding.side == "neither" else tag("strong", mark),
        text(QUESTION_TEXTS[finding.question]),
        short(finding.state),
        text(where),
        text(rests_on(finding)),
        anchor(page.title.casefold(), link(view, page.path, **opened)),
    ]


def meanings(served: Served) -> None:
    """What each suite calls it, which values are better there, its bounds, and how it differs."""
    result = served.of(compute)
    linked_table(
        f"{result.label} in every suite",
        ("Suite", "Called", "Better", "Bounds", "Differs"),
        [
            [
                text(m.suite.title),
                text(in_full(m.metric.label, m.metric.name)),
                text(m.better),
                text(bounds(m)),
                text(differs(m, result.label)),
            ]
            for m in result.meanings
        ],
    )
    if compared := elsewhere(served, served.selection.id):
        st.markdown(f"[Compare a value with what other sources report]({compared})")
    for measures, reference in dict.fromkeys((m.metric.measures, m.metric.reference) for m in result.meanings):
        st.caption(f"{markdown_text(measures)} {markdown_text(reference)}")


def sources(served: Served) -> None:
    """The studies that measured it."""
    section("Sources")
    cited = dict.fromkeys((m.suite.paper, m.suite.url, m.suite.licence) for m in served.of(compute).meanings)
    st.markdown("\n".join(f"- {outward(paper, url)} · {markdown_text(terms)}" for paper, url, terms in cited))
