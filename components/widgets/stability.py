"""What only the screen has of two methods sample by sample: the test when it is asked for, and pages of samples."""

from __future__ import annotations

from functools import partial
from typing import Any

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
from components.resolved import Resolved
from components.table import Table
from components.widgets.downloads import downloads
from components.widgets.page import notes, sentence
from components.widgets.selection import change, page_box
from components.widgets.tables import draw_table

ASK, CLOSE = "Test the difference over these samples", "Close the test"


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
    downloads(partial(_saved, view, result), names, name="samples_all", view=view)


def _saved(view: Resolved, result: Samples) -> Table[Any]:
    return samples_table(saved(view, result), result, view.labels)
