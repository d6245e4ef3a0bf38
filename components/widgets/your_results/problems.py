"""Questions and problems of the table, with one button per fix; the table itself, to edit by hand; and all changes,
each with its undo.
"""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from components.format import at_most, counted, joined, markdown_text, shortened
from components.intake.checks import Examined
from components.intake.fixes import Fix
from components.intake.problems import Finding, cards
from components.intake.reading.sheet import cut
from components.intake.work import Work, edited, proposed
from components.widgets import notices
from components.widgets.page import section, sentence
from components.widgets.your_results import state

MOST_CARDS = 25
"""Findings that are shown at once; the others follow when these are gone."""
MOST_PLACES = 6
_ROUND = "_edited_round"
MOST_EDITED = 60_000
"""Cells of a table that can be edited on the page."""


def problems(work: Work) -> None:
    """Step three: questions and problems, and what was changed."""
    table = state.checked(work)
    if table is None:
        return
    section("3 · Questions")
    asked = [f for f in table.findings if f.asks]
    odd = [f for f in table.findings if not f.asks]
    sentence(_count(asked, odd, table))
    plain = [o.fix for f in asked for o in f.offers if o.plain]
    if len(plain) > 1:
        st.button(f"Fix all {len(plain)} that leave no choice", key="fix_all", on_click=_apply, args=(plain,))
    _cards(asked, "blocking")
    if odd:
        with st.expander(f"Worth a look: {counted(len(odd), 'remark')}", key="odd", expanded=False):
            _cards(odd, "odd")
    opened = st.expander("Edit the table by hand", key="edit", expanded=False, on_change="rerun")
    if opened.open:
        with opened:
            _editor(work)
    _changed(work, table)


def _count(asked: Sequence[Finding], odd: Sequence[Finding], table: Examined) -> str:
    runs = counted(len(table.grid.rows), "row")
    blocking = [f for f in asked if f.blocking]
    if not blocking:
        waiting = f"; {counted(len(asked), 'metric')} not used before you answer" if asked else ""
        below = f"; {counted(len(odd), 'remark')} below" if odd else ""
        return f"{runs} can be used{waiting}{below}."
    cells = sum(f.count for f in blocking)
    places = f" in {counted(cells, 'place')} of {runs}" if cells else ""
    return f"{counted(len(asked), 'question')}{places}. Nothing is changed before you press a button."


def _cards(findings: Sequence[Finding], group: str) -> None:
    """One card for each finding; the same trouble in several columns has one card and one button for all of them."""
    every = cards(findings)
    for at, (title, several) in enumerate(every[:MOST_CARDS]):
        _card(title, several, at, group)
    if len(every) > MOST_CARDS:
        st.caption(f"{len(every) - MOST_CARDS} more are shown when these are gone.")


def _card(title: str, several: Sequence[Finding], at: int, group: str) -> None:
    first = several[0]
    columns = len({f.column for f in several}) > 1
    with st.container(border=True, gap="xsmall", key=f"finding_{group}_{at}"):
        st.markdown(f"**{markdown_text(title)}**")
        lines = [
            f"{f'{shortened(f.column, 30)}: ' * columns}{joined(_texts(f)) or f.present}{_where(f)}" for f in several
        ]
        found = "\n".join(f"- {markdown_text(line)}" for line in at_most(MOST_PLACES, lines))
        st.caption(found if len(several) > 1 else f"Found: {markdown_text(lines[0])}.")
        st.caption(f"Expected: {markdown_text(first.expected)}.")
        if first.blocking and not first.offers:
            st.caption("Change these cells below, under “Edit the table by hand”.")
        with st.container(horizontal=True, gap="small", key=f"offers_{group}_{at}"):
            for n, offer in enumerate(first.offers):
                fixes = [fix for f in several for fix in (f.offers[n].fix, *f.offers[n].also)]
                key = f"fix_{group}_{at}_{n}"
                st.button(markdown_text(offer.label), key=key, on_click=_apply, args=(fixes,))


def _texts(finding: Finding) -> list[str]:
    """The first different texts of a finding."""
    return at_most(4, [f"“{text}”" for text in dict.fromkeys(text for _, text in finding.cells)])


def _where(finding: Finding) -> str:
    """The rows of a finding."""
    places = list(dict.fromkeys(place for place, _ in finding.cells))[:MOST_PLACES]
    more = f" and {finding.count - MOST_PLACES} more" if finding.count > MOST_PLACES else ""
    return f" ({', '.join(places)}{more})" if places else ""


def _editor(work: Work) -> None:
    """The cells as they were read, to change by hand; the table is then checked again."""
    sheet = work.sheet
    if len(sheet.rows) * len(sheet.header) > MOST_EDITED:
        sentence("This table is too large to edit here: change the file and bring it again.")
        return
    unique = len(set(sheet.places)) == len(sheet.places)
    places = sheet.places if unique else [f"row {n}" for n in range(1, len(sheet.rows) + 1)]
    turn = st.session_state.setdefault(_ROUND, 0)
    changed = st.data_editor(
        pd.DataFrame(list(sheet.rows), columns=list(sheet.header), index=pd.Index(places, name="row"), dtype="str"),
        column_config={"_index": st.column_config.Column(disabled=True)},
        num_rows="delete",
        key=f"editor_{state.opened()}_{turn}",
        alt="Your table as it was read",
    )
    if st.button("Read the table as edited", key="read_edited"):
        _edited(changed)
        st.rerun()


def _edited(frame: pd.DataFrame) -> None:
    if frame.empty:
        notices.later("error", ["The edited table has no row left."])
        return
    rows = [tuple(map(cut, row)) for row in frame.fillna("").astype(str).itertuples(index=False, name=None)]
    state.change(lambda work: edited(work, rows, [str(place) for place in frame.index], list(state.public().values())))
    st.session_state[_ROUND] += 1


def _changed(work: Work, table: Examined) -> None:
    """What was changed so far, each with its way back."""
    declared = [u for u in work.uses if u.declared]
    if not table.done and not declared:
        return
    before, after = len(work.sheet.rows), len(table.grid.rows)
    with st.container(border=True, gap="xsmall", key="changed"):
        st.markdown(f"**Changed so far** (rows before: {before}, after: {after}; your file itself is never touched)")
        for at, done in enumerate(table.done):
            _undo(done.says, f"undo_{at}", lambda fix=done.fix: _without(fix))
        for at, use in enumerate(declared):
            _undo(f"{shortened(use.column)}: used as you said", f"unsay_{at}", lambda column=use.column: _reset(column))


def _undo(what: str, key: str, back: object) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"row_{key}"):
        st.markdown(markdown_text(what), width="stretch")
        st.button("Undo", key=key, on_click=back, help=shortened(what, 80))  # type: ignore[arg-type]


def _apply(fixes: Sequence[Fix]) -> None:
    state.change(lambda work: replace(work, fixes=(*work.fixes, *fixes)))


def _without(fix: Fix) -> None:
    state.change(lambda work: replace(work, fixes=tuple(f for f in work.fixes if f != fix)))


def _reset(column: str) -> None:
    state.change(lambda work: proposed(work, column, state.public()))
