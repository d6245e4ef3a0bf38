"""Your results on screen: the table, one grid of its columns, its rows' roles, and beside them the rank."""

from pathlib import Path

import streamlit as st

from components import pages
from components.answers.your_results.standing import Standing, sentences
from components.exports.package import package, package_name
from components.format import at_most, counted, markdown_text, number, shortened
from components.intake.grid import OWN
from components.markup import tag, text
from components.own_ids import YOURS
from components.widgets import address, cached, notices, page, selection
from components.widgets.your_results import state
from components.widgets.your_results.grid import columns, numbers, rows
from data.read.limits import MAX_BYTES, MAX_FILES

_TEXT, _ROUND, _SEEN = "pasted", "_your_results_round", "_your_results_seen"
_LABEL = "Your table: paste from a spreadsheet, CSV, Markdown or LaTeX, one row per run"
EXAMPLE = Path(__file__).with_name("example.csv")
_MOST = 14
"""Lines of the preview."""


def show() -> None:
    """Draw the page."""
    page.page(pages.YOUR_RESULTS)
    missing = selection.missing_private()
    if missing and missing not in cached.made_here():
        notices.notice("warning", f"The table of this link ({missing}) is not here: bring it, and the link applies.")
    left, right = st.columns([29, 12], gap="large")
    with left:
        _source()
        notices.delivered()
    made, query = state.made(), address.read()
    if made and made.suite and query.get("suite") != made.suite.suite.id:
        # every page that is opened from here shows this suite on what its methods share; choices of a link stay
        kept = {} if query.get("suite", "").endswith(YOURS) and not missing else query
        address.write({**made.choices, **kept, "suite": made.suite.suite.id})
        address.remember()
    with left:
        if made and made.grid:
            columns(made.grid, made.runs.notes)
            rows(made.grid)
            numbers(made.numbers)
    with right:
        _preview(made)


def _source() -> None:
    """Draw the box to paste into, the files, and what was read."""
    st.text_area(_LABEL, height=150, max_chars=200_000, key=_TEXT, on_change=_pasted)
    with st.container(horizontal=True, gap="small", vertical_alignment="top", key="ways"):
        st.button("Read the table", key="read_pasted", on_click=_pasted)
        again, example = ("Remove it", "") if state.made() else ("Try an example", EXAMPLE.read_text(encoding="utf-8"))
        st.button(again, key="another", on_click=_fill, args=(example,))
        key, most = f"file_{st.session_state.setdefault(_ROUND, 0)}", MAX_BYTES // 2**20
        brought = st.file_uploader("Your file", None, True, key, max_upload_size=most, label_visibility="collapsed")
    if brought and st.session_state.get(_SEEN) != (ids := [f.file_id for f in brought]):
        st.session_state[_SEEN] = ids
        with st.spinner("Reading …"):
            state.bring([(f.name, f.getvalue()) for f in brought[: MAX_FILES + 1]])
    if (made := state.made()) and not made.work.sheet.suite:
        sheet = made.work.sheet
        size = f"{counted(len(sheet.rows), 'row')} and {counted(len(sheet.header), 'column')} were read"
        st.caption(markdown_text(f"{'; '.join([f'{shortened(sheet.name, 60)}: {size}', *sheet.notices[:6]])}."))


def _pasted() -> None:
    if (brought := st.session_state.get(_TEXT) or "").strip():
        state.bring([("pasted table", brought.encode("utf-8", "replace"))])


def _fill(example: str) -> None:
    """Put a text into the box in place of what was there; without any nothing is left."""
    st.session_state[_TEXT] = example
    st.session_state[_ROUND] += 1
    state.keep(None)
    _pasted()


def _preview(made: state.Made | None) -> None:
    """Draw the verdict, the ranking, and what can be done with it."""
    if made is None:
        page.answer("Add a table, one row per run.", "The table stays in this session.")
        return
    grid, shown, waiting = made.grid, made.standing, made.grid.to_decide if made.grid else []
    if grid and made.fits:
        options = {OWN: "A suite of its own", **{f.place: f.label for f in made.fits}}
        st.session_state["place"] = grid.work.place
        label = f"Compared in ({len(made.fits)} places fit)" if len(made.fits) > 1 else "Compared in"
        st.selectbox(label, options, format_func=options.__getitem__, key="place", on_change=_placed)
    if shown is None:
        waits = f"Say which way is better for {shortened(waiting[0], 40)}." if waiting else "No column is a metric."
        page.answer("Nothing can be ranked yet.", made.problem or waits)
        return
    page.answer(*sentences(shown))
    st.html(tag("ol", *_lines(shown), class_="yours"))
    left_out = [*shown.uncounted, *(f"{shortened(n, 30)}: to decide" for n in waiting)]
    if left_out:
        st.caption(markdown_text(f"Not counted. {'; '.join(at_most(6, left_out))}."))
    if shown.clashes and grid:
        apart, together = {"place": OWN}, {"place": grid.work.place, "together": True}
        st.button("Rank in a suite of its own", type="primary", width="stretch", on_click=state.change, kwargs=apart)
        st.button("Rank together anyway", type="tertiary", on_click=state.change, kwargs=together)
    elif st.button("Open on the Leaderboard", type="primary", width="stretch"):
        st.switch_page(pages.LEADERBOARD.script, query_params=address.read())
    if made.build and made.suite:
        suite = made.build(private=False)
        st.download_button("Download the folder (zip)", lambda: package(suite), package_name(suite), on_click="ignore")
        st.caption("A link holds your choices, never your table: whoever opens it needs the folder or the table.")


def _lines(shown: Standing) -> list[str]:
    """Return the ranking as lines of a list: a dot on one axis for each method, hollow where set-ups differ."""
    scored = [r for r in shown.rows if not r.why]
    first = sorted(scored, key=lambda r: r.kind == "theirs")[:_MOST]
    lines = []
    for r in [r for r in scored if r in first]:
        place = (r.score - scored[-1].score) / ((scored[0].score - scored[-1].score) or 1)
        line = tag("span", tag("i", style=f"left:{100 * place:.1f}%"), class_="line", aria_hidden="true")
        name = f"{'your ' * (r.kind == 'clash')}{shortened(r.label, 34)}"
        rank, label, value = (tag("span", text(t)) for t in (r.rank or "", name, number(r.score, 2)))
        lines.append(tag("li", rank, label, line, value, class_=r.kind))
    more = [f"{len(scored) - len(lines)} more are ranked"] if len(scored) > len(lines) else []
    gone = [f"{shortened(r.label, 24)}: {r.why}" for r in shown.rows if r.why]
    return [*lines, *(tag("li", text(line), class_="gone") for line in [*more, *at_most(5, gone)])]


def _placed() -> None:
    state.change(place=st.session_state["place"], together=False)
