"""What only the screen has of the stability page: weights that are set in one click, and two methods by sample."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from components.answers.record import Absent
from components.answers.stability import samples as sampled
from components.answers.stability.samples import Samples, title
from components.answers.stability.single_samples import (
    LONGEST,
    SIGN_FLIPS,
    listed,
    page_sentence,
    paired,
    paired_notes,
    paired_sentences,
    samples_table,
    saved,
)
from components.answers.stability.to_lead import ToLead, what_it_takes
from components.answers.stability.to_lead import compute as compute_ways
from components.labels import Labels
from components.markup import tag, text
from components.pages import STABILITY
from components.resolved import Resolved
from components.selection import numbers_only
from components.sentences import moving, short
from components.text import capital
from components.widgets.downloads import downloads
from components.widgets.names import anchor, line, linked_table
from components.widgets.page import notes, sentence
from components.widgets.selection import change, link, page_box
from components.widgets.tables import draw_table

_BEFORE = "_before_a_lead"
ASK, CLOSE = "Test the difference over these samples", "Close the test"


def to_lead(view: Resolved) -> None:
    """A row for each method with a link that sets the weights at which it leads; once set, a link back."""
    result = view.of(compute_ways)
    if isinstance(result, Absent):
        return
    names, now = short(view.row_labels), numbers_only(view.selection, view.tables)
    here = partial(link, view, STABILITY.path, show="leaders")
    start, ways = st.session_state.get(_BEFORE, (now, result))
    made = replace(start, weights=now.weights) == now
    row = next((r for r in ways.rows if made and r.weights and r.weights == now.weights), None)
    if row is None:
        st.session_state[_BEFORE] = now, result
    else:
        sentence(f"{capital(moving(names, row.moved, row.share or 0.0, 'moved'))}: {names.method(row.method)} leads.")
        line("", {here(weights=start.weights): "Give it back"})
    linked_table(
        "What would make each method lead",
        ["Method", "Leads once"],
        [[text(_ranked(r, names)), tag("br").join(_way(r, names, here))] for r in result.rows],
    )


def _ranked(row: ToLead, names: Labels) -> str:
    name = names.method(row.method)
    return name if row.rank is None else f"{name} · rank {row.rank}"


def _way(row: ToLead, names: Labels, here: Callable[..., str]) -> list[str]:
    set_them = [anchor("Set these weights", here(weights=row.weights))] if row.weights else []
    return [text(what_it_takes(row, names)), *set_them]


def single_samples(view: Resolved) -> None:
    """The test, and the samples that differ most."""
    result = view.of(sampled.compute)
    if not isinstance(result, Absent):
        _test(view)
        _listed(view, result)


def _test(view: Resolved) -> None:
    asked = view.selection.paired == SIGN_FLIPS
    test = view.of(paired) if asked else None
    if test is not None and not isinstance(test, Absent):
        sentence(*paired_sentences(test, view.labels))
        notes(*paired_notes(test))
    wanted = {"paired": "" if asked else SIGN_FLIPS}
    st.button(CLOSE if asked else ASK, key="samples_test", on_click=change, kwargs=wanted)


def _listed(view: Resolved, result: Samples) -> None:
    page, names = view.of(listed), view.labels
    if isinstance(page, Absent):
        return
    shown = samples_table(page.rows, result, names, LONGEST)
    draw_table(shown, names, name="samples", title=title(result, names))
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="samples_pages"):
        if page.pages > 1:
            page_box(page.page, page.pages)
        st.caption(page_sentence(page, result, names))
    downloads(lambda: samples_table(saved(view, result), result, view.labels), names, name="samples_all", view=view)
