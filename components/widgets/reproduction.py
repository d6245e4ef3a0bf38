"""The claims on screen: three filters tied to the address, and a table that becomes cards on a narrow screen."""

from collections.abc import Sequence

import streamlit as st

from components import pages
from components.answers.reproduction.checked import CheckedClaim
from components.answers.reproduction.claims import CHANGES_SIGN, ReproductionResult, claims_table, compute
from components.markup import tag, text
from components.resolved import Resolved
from components.selection import OTHER_SIGN, OUTCOMES, default_selection
from components.text import UNDEFINED, number, shortened
from components.widgets.names import named
from components.widgets.notices import notice
from components.widgets.selection import bound, link
from components.widgets.tables import data

SIGNS = {"match": "✓", "mismatch": "✗", "superseded": "✗", "not recomputable": UNDEFINED}
SHOWN = 25
"""Claims that are listed before the line that opens all others."""
COLUMNS = ("What is printed", "Printed", "Recomputed", "Verdict", "Tie-aware", "Where", "See it")


def filtered(resolved: Resolved, result: ReproductionResult) -> ReproductionResult:
    """Draw the filters by words, outcome and source, and give back the claims that remain, what matters first."""
    known, source, rows = result.sources, resolved.selection.source, result.rows
    if source and source not in known:
        notice("warning", f"source: found {source!r}, expected one of {', '.join(known) or 'none'}; using all.")
        source = ""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="claim_filters"):
        st.text_input(
            "Find",
            placeholder="FA MIA",
            max_chars=200,
            width=160,
            **bound("claim", resolved.selection.claim),
        )
        counts = {o: len(result.filtered(outcome=o).rows) for o in ("", *OUTCOMES, OTHER_SIGN)}
        names = {"": "any", OTHER_SIGN: CHANGES_SIGN}
        st.selectbox(
            "Outcome",
            ["", OTHER_SIGN, *OUTCOMES],
            format_func=lambda o: f"{names.get(o, o)} ({counts[o]})",
            width=320,
            **bound("outcome", resolved.selection.outcome),
        )
        st.selectbox(
            "Where it is printed",
            ["", *known],
            format_func=lambda s: shortened(s, 50) if s else f"everywhere ({len(rows)})",
            width=320,
            **bound("source", source),
        )
    return result.filtered(source, resolved.selection.outcome, resolved.selection.claim)


def claims(view: Resolved) -> None:
    """The claims that remain of filters, with their verdicts; each leads to the view that shows its number."""
    every = view.of(compute)
    if not every.rows:
        return
    result = filtered(view, every)
    _listed(view, result)
    title = "Published against recomputed"
    data(lambda: claims_table(result, view.labels), view.labels, name="claims", title=title, view=view)
    named("metrics", view.tables, result.subjects)
    named("methods", view.tables, result.subjects)


def _listed(resolved: Resolved, result: ReproductionResult) -> None:
    if not result.rows:
        notice("info", "No claim matches these filters.")
        return
    st.html(claims_html(resolved, result))


def claims_html(resolved: Resolved, result: ReproductionResult) -> str:
    """The claims as a table; every name in it is text. Links lead to whole panels, whatever is filtered here."""
    whole = Resolved(resolved.tables, default_selection(resolved.tables))
    first, further = _table(whole, result.rows[:SHOWN]), result.rows[SHOWN:]
    if not further:
        return first
    return first + tag("details", tag("summary", f"Show the other {len(further)}"), _table(whole, further))


def _table(whole: Resolved, rows: Sequence[CheckedClaim]) -> str:
    head = tag("tr", *(tag("th", c, scope="col") for c in COLUMNS))
    return tag("table", tag("thead", head), tag("tbody", *(_row(whole, r) for r in rows)), class_="claims")


def see(whole: Resolved, row: CheckedClaim) -> str:
    """The relative address of the view that shows a claim's number."""
    return link(whole, row.page, **row.choices)


def _row(whole: Resolved, row: CheckedClaim) -> str:
    """One claim as a table row; every name is escaped."""
    what = (
        f'<strong>{text(row.about)}</strong> {text(row.statistic_label)}<div class="quiet">{text(row.sentence)}</div>'
    )
    recomputed = row.recomputed_text if row.recomputed is not None else UNDEFINED
    note = f'<div class="quiet">{text(row.note)}</div>' if row.note else ""
    other = UNDEFINED
    if row.tie_aware_is:
        beside = "; ".join(t for t in (row.tie_aware_is, row.tie_aware_note) if t)
        turned = ' <span class="turned">changes sign</span>' if row.changes_sign else ""
        other = f'{number(row.tie_aware)}{turned}<div class="quiet">{text(beside)}</div>'
    verdict = f'<span class="{row.outcome.split()[0]}">{SIGNS[row.outcome]} {text(row.verdict)}</span>'
    where = text(row.where)
    if row.url.startswith("https://"):
        where = tag("a", where, href=row.url, target="_blank", rel="noopener")
    there = tag("a", text(_page_title(row.page)), href=see(whole, row))
    cells = zip(COLUMNS, (what, row.printed_text, f"{recomputed}{note}", verdict, other, where, there), strict=True)
    return "<tr>" + "".join(f'<td data-label="{label}"><div>{cell}</div></td>' for label, cell in cells) + "</tr>"


def _page_title(path: str) -> str:
    page = pages.by_path(path)
    return path if page is None else page.title
