"""Everything wrong or odd in the table, with one button per fix, and everything that was changed, with its way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from components.intake.checks import Examined
from components.intake.fixes import Fix
from components.intake.problems import Finding
from components.intake.work import Work, unsaid
from components.text import counted, joined, markdown_text, shortened
from components.views.your_results import words
from components.views.your_results.screen import state
from components.views.your_results.screen.columns import taken_notes
from components.widgets import tables
from components.widgets.page import section, sentence

MOST_CARDS = 25
"""Findings that are shown at once; the others are a choice away."""
MOST_TOLD = 6
"""Columns with the same trouble that are told cell by cell on one card; of more the names."""
MOST_NAMED = 40
OPEN_LINES = 12
"""Places that are told without opening their table."""


def problems(work: Work) -> None:
    """Step three: what is wrong or odd, and what was mended."""
    table = state.checked(work)
    if table is None:
        return
    section("3 · Problems")
    blocking = [f for f in table.findings if f.blocking]
    odd = [f for f in table.findings if not f.blocking]
    sentence(_count(blocking, odd, table))
    taken_notes(work)
    if blocking:
        _all_at_once(blocking)
    _cards(blocking, "blocking")
    if blocking:
        _table(blocking)
    if odd:
        with st.expander(f"Worth a look: {counted(len(odd), 'remark')}", key="odd", expanded=not blocking):
            _cards(odd, "odd")
    _changed(work, table)


def _count(blocking: Sequence[Finding], odd: Sequence[Finding], table: Examined) -> str:
    runs = counted(len(table.grid.rows), "row")
    if not blocking:
        tail = f"; {counted(len(odd), 'remark')} below" if odd else ""
        return f"Nothing stands in the way of using {runs}{tail}."
    cells = sum(f.count for f in blocking)
    places = f" in {counted(cells, 'place')} of {runs}" if cells else ""
    return f"{counted(len(blocking), 'problem')}{places}. Nothing is changed before you press a button."


def _all_at_once(blocking: Sequence[Finding]) -> None:
    """One button for what leaves no choice; what could change a meaning is a decision of its own."""
    fixes = tuple(o.fix for f in blocking for o in f.offers if o.plain)
    if len(fixes) > 1:
        label = f"Mend all {len(fixes)} that leave no choice"
        st.button(label, key="mend_all", on_click=_apply, args=(fixes,))


def _cards(findings: Sequence[Finding], group: str) -> None:
    """One card for each finding; the same trouble in several columns has one card and one button for all of them."""
    alike: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        whole = finding.kind, finding.expected, *(o.label for o in finding.offers)
        alike.setdefault(whole if finding.several else (*whole, finding.key), []).append(finding)
    cards, first = list(alike.values()), 0
    if len(cards) > MOST_CARDS:
        starts = range(0, len(cards), MOST_CARDS)
        first = st.selectbox(
            f"Which of the {len(cards)} are shown",
            starts,
            format_func=lambda n: f"{n + 1} to {min(n + MOST_CARDS, len(cards))}",
            key=f"cards_{group}_{len(cards)}",
            width=240,
        )
    for at, several in enumerate(cards[first : first + MOST_CARDS]):
        _card(several, at, group)


def _card(several: Sequence[Finding], at: int, group: str) -> None:
    first = several[0]
    title = first.title if len(several) == 1 else first.several.format(len(several))
    with st.container(border=True, gap="xsmall", key=f"finding_{group}_{at}"):
        st.markdown(f"**{markdown_text(title)}**{_where(first) if len(several) == 1 else ''}")
        if len(several) > MOST_TOLD:
            names = [shortened(s, 30) for s in _subjects(several)]
            further = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
            places = counted(sum(f.count for f in several), "place")
            st.caption(f"{places}: {markdown_text(joined([*names[:MOST_NAMED], *further]))}.")
            st.caption(f"Expected: {markdown_text(first.expected)}.")
        elif len(several) > 1:
            lines = [
                f"- {markdown_text(shortened(subject))}{_where(f)}: {markdown_text(_texts(f))}"
                for subject, f in zip(_subjects(several), several, strict=True)
            ]
            st.caption("\n".join(lines))
            st.caption(f"Expected: {markdown_text(first.expected)}.")
        else:
            st.caption(f"Found: {markdown_text(_present(first))}. Expected: {markdown_text(first.expected)}.")
        with st.container(horizontal=True, gap="small", key=f"offers_{group}_{at}"):
            for n, offer in enumerate(first.offers):
                fixes = tuple(f.offers[n].fix for f in several)
                key = f"fix_{group}_{at}_{n}"
                st.button(markdown_text(offer.label), key=key, on_click=_apply, args=(fixes,))


def _subjects(several: Sequence[Finding]) -> list[str]:
    """What each of them is about: its column, or, where all are about one column, what stands there."""
    columns = [f.column for f in several]
    return columns if len(set(columns)) == len(columns) else [f.present for f in several]


def _where(finding: Finding) -> str:
    places = ", ".join(dict.fromkeys(place for place, _ in finding.cells[:6]))
    rest = f" and {finding.count - 6} more" if finding.count > 6 else ""
    return f" ({markdown_text(places + rest)})" if places else ""


def _texts(finding: Finding) -> str:
    texts = list(dict.fromkeys(text for _, text in finding.cells[:60]))[:4]
    return ", ".join(f"“{t}”" for t in texts) + (" …" if finding.count > len(texts) else "")


def _present(finding: Finding) -> str:
    alone = {text for _, text in finding.cells[:60]} <= {finding.present, shortened(finding.present, 60)}
    return finding.present if alone else f"{finding.present}: {_texts(finding)}"


def _table(findings: Sequence[Finding]) -> None:
    """All cells of all findings: row, column, found, expected."""
    lines = [
        {"row": place, "column": f.column, "found": text, "expected": f.expected}
        for f in findings
        for place, text in (f.cells or (("the table", f.present),))
    ]
    if lines:
        total = sum(max(f.count, 1) for f in findings)
        part = f"the first {len(lines)} of {total}" if total > len(lines) else f"all {total}"
        with st.expander(f"Place by place: {part}", key="places", expanded=len(lines) <= OPEN_LINES):
            frame = pd.DataFrame(lines, dtype="str")
            tables.table(
                frame,
                name="places",
                title="Row, column, what stands there and what was expected",
                columns={c: st.column_config.TextColumn(width="large") for c in ("found", "expected")},
            )


def _changed(work: Work, table: Examined) -> None:
    """What was changed so far, each with its way back."""
    answered = [u for u in table.grid.uses.values() if u.said]
    if not table.done and not answered:
        return
    before, after = len(work.sheet.rows), len(table.grid.rows)
    with st.container(border=True, gap="xsmall", key="changed"):
        st.markdown(f"**Changed so far** (rows before: {before}, after: {after}; your file itself is never touched)")
        for at, done in enumerate(table.done):
            with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"done_{at}"):
                st.markdown(markdown_text(done.says), width="stretch")
                st.button("Undo", key=f"undo_{at}", on_click=_undo, args=(done.fix,), help=shortened(done.says, 80))
        for at, use in enumerate(answered):
            with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"said_{at}"):
                st.markdown(markdown_text(words.said(use)), width="stretch")
                st.button("Undo", key=f"unsay_{at}", on_click=_unsay, args=(use.column,), help=words.said(use))


def _apply(fixes: tuple[Fix, ...]) -> None:
    state.change(lambda work: replace(work, fixes=(*work.fixes, *fixes)))


def _undo(fix: Fix) -> None:
    state.change(lambda work: replace(work, fixes=tuple(f for f in work.fixes if f != fix)))


def _unsay(column: str) -> None:
    state.change(lambda work: unsaid(work, column, state.public()))
