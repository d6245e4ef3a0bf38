"""Beside the grid: the rank that results, where it is compared, and the way on."""

from dataclasses import replace

import streamlit as st

from components import pages
from components.answers.your_results.standing import Standing, support, verdict
from components.exports.package import package, package_name
from components.format import at_most, markdown_text, number, shortened
from components.intake.grid import OWN, Place
from components.intake.suite import enlarged_suite, own_suite, whole_suite
from components.markup import tag, text
from components.widgets import address
from components.widgets.page import answer
from components.widgets.your_results import state

_MOST = 14
"""Lines of the preview."""


def preview(made: state.Made | None) -> None:
    """Draw the verdict, the ranking, and what can be done with it."""
    if made is None:
        answer("Add a table, one row per run.", "The table stays in this session.")
        return
    if made.grid and made.fits:
        options = {OWN: "A suite of its own", **{f.place: f.label for f in made.fits}}
        st.session_state["place"] = made.grid.work.place
        label = f"Compared in ({len(made.fits)} places fit)" if len(made.fits) > 1 else "Compared in"
        st.selectbox(label, [*options], format_func=options.__getitem__, key="place", on_change=_placed)
    waiting, shown = made.grid.to_decide if made.grid else [], made.standing
    if shown is None:
        waits = f"Say which way is better for {shortened(waiting[0], 40)}." if waiting else "No column is a metric."
        answer("Nothing can be ranked yet.", made.problem or waits)
        return
    answer(verdict(shown), support(shown))
    st.html(tag("ol", *_lines(shown), class_="yours"))
    left_out = [*shown.uncounted, *(f"{shortened(n, 30)}: to decide" for n in waiting)]
    if left_out:
        st.caption(markdown_text(f"Not counted. {'; '.join(at_most(6, left_out))}."))
    if shown.clashes and made.grid and not made.grid.work.together:
        st.button("Rank in a suite of its own", type="primary", width="stretch", on_click=_place, args=(OWN,))
        st.button("Rank together anyway", type="tertiary", on_click=_place, args=(made.grid.work.place, True))
    elif st.button("Open on the Leaderboard", type="primary", width="stretch"):
        st.switch_page(pages.LEADERBOARD.script, query_params=address.read())
    _take_away(made)


def _lines(shown: Standing) -> list[str]:
    """Return the ranking as lines of a list: a dot on one axis for each method, hollow where set-ups differ."""
    scored = [(r, r.score) for r in shown.rows if r.score is not None]
    low, high = scored[-1][1] if scored else 0.0, scored[0][1] if scored else 1.0
    first = [r for r, _ in scored if r.kind != "theirs"][:_MOST]
    first += [r for r, _ in scored if r.kind == "theirs"][: _MOST - len(first)]
    lines = []
    for r, score in scored:
        if r in first:
            dot = tag("i", style=f"left:{100 * (score - low) / ((high - low) or 1):.1f}%")
            name = f"{'your ' * (r.kind == 'clash')}{shortened(r.label, 34)}"
            rank, label, value = (tag("span", text(t)) for t in (r.rank or "", name, number(score, 2)))
            line = tag("span", dot, class_="line", aria_hidden="true")
            lines.append(tag("li", rank, label, line, value, class_=r.kind))
    more = [f"{len(scored) - len(lines)} more are ranked"] if len(scored) > len(lines) else []
    gone = [f"{shortened(r.label, 24)}: {r.why}" for r in shown.rows if r.score is None]
    return [*lines, *(tag("li", text(line), class_="gone") for line in [*more, *at_most(5, gone)])]


def _placed() -> None:
    _place(tuple(st.session_state["place"]))


def _place(place: Place, together: bool = False) -> None:
    state.change(lambda work: replace(work, place=place, together=together))


def _take_away(made: state.Made) -> None:
    """Draw the download of the folder, and say once what travels."""
    held = state.work()
    if held is None or made.suite is None:
        return
    make = enlarged_suite if made.grid and made.grid.suite else own_suite
    suite = make(made.grid, made.runs, private=False) if made.grid else whole_suite(held.sheet.suite, private=False)
    name = package_name(suite)
    st.download_button("Download the folder (zip)", lambda: package(suite), name, "application/zip", on_click="ignore")
    st.caption(
        "The folder passes data.check and comes back in here. A link holds your choices, never your table: whoever "
        "opens it needs the folder or the table."
    )
