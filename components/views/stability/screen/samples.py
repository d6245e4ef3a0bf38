"""Two methods sample by sample, beneath the two head to head."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from components.resolved import Resolved
from components.text import shortened
from components.views.stability.figures.subjects import sorted_differences
from components.views.stability.result.ranked import Absent
from components.views.stability.result.samples import (
    SIGN_FLIPS,
    SamplesResult,
    methods_sampled,
    pair_sampled,
    samples,
    samples_listed,
    samples_saved,
    samples_tested,
)
from components.views.stability.tables import differences_table, samples_table
from components.views.stability.words.pair import (
    ASK,
    CLOSE,
    TITLE,
    measured_label,
    page_sentence,
    samples_notes,
    samples_reading,
    samples_sentences,
    test_notes,
    test_sentences,
)
from components.widgets import cached, tables
from components.widgets.exports import downloads
from components.widgets.page import figure, mode, notes, section, sentence
from components.widgets.selection import bound, change, distinct, page_box


def choose_pair(resolved: Resolved, ranked: Sequence[str]) -> tuple[str, str] | None:
    """The boxes for two methods, the `ranked` ones and those with values of samples; the two that are chosen."""
    pair = pair_sampled(resolved)
    offered = [*ranked, *(m for m in methods_sampled(resolved) if m not in ranked)]
    if pair is not None:
        options = [*offered, *(m for m in pair if m not in offered)]
        names = {m: shortened(resolved.labels.method(m)) for m in options}
        distinct("versus", ("Method", "against"), names, pair)
    return pair


def draw_samples_alone(resolved: Resolved) -> None:
    """The same where fewer than two methods are ranked: values of samples need no rank."""
    if len(methods_sampled(resolved)) > 1:
        choose_pair(resolved, ())
        draw_samples(resolved)


def draw_samples(resolved: Resolved) -> None:
    """The verdict, the sorted differences, the test where it is asked for, and the samples that differ most."""
    if resolved.tables.per_sample is None:
        return
    section(TITLE)
    result = cached.of(samples, resolved.selection)
    if isinstance(result, Absent):
        sentence(*samples_sentences(result))
        return
    names = {m.text: measured_label(m, result.labels.metric(m.metric)) for m in result.offered}
    measured = next(m.text for m in result.offered if (m.metric, m.field) == (result.metric, result.field))
    if len(names) > 1:
        tied = bound("samples", measured) | {"on_change": _choose, "args": ()}
        st.selectbox("Measured", list(names), format_func=lambda i: names.get(i, i), width=240, **tied)
    sentence(*samples_sentences(result))
    labels = result.labels
    title = f"{labels.method(result.a)} against {labels.method(result.b)}, sample by sample"
    figure(
        sorted_differences(result, mode()),
        name="samples",
        title=title,
        reading=samples_reading(result),
        table=differences_table(result),
        resolved=resolved,
    )
    _test(resolved, result)
    _listed(resolved, result, title)
    notes(*samples_notes(result))


def _test(resolved: Resolved, result: SamplesResult) -> None:
    if resolved.selection.paired != SIGN_FLIPS:
        st.button(ASK, key="samples_test", on_click=change, kwargs={"paired": SIGN_FLIPS})
        return
    test = cached.of(samples_tested, resolved.selection)
    if not isinstance(test, Absent):
        sentence(*test_sentences(test, result.n))
        notes(*test_notes(test, result.n))
    st.button(CLOSE, key="samples_test", on_click=change, kwargs={"paired": ""})


def _listed(resolved: Resolved, result: SamplesResult, title: str) -> None:
    page = cached.of(samples_listed, resolved.selection)
    if isinstance(page, Absent):
        return
    tables.table(samples_table(page.rows, result), name="samples", title=title)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="samples_pages"):
        if page.pages > 1:
            page_box(page.page, page.pages)
        st.caption(page_sentence(page, result))
    saved = partial(_saved, resolved, result)
    downloads(saved, name="samples_all", resolved=resolved)


def _saved(resolved: Resolved, result: SamplesResult) -> pd.DataFrame:
    return samples_table(samples_saved(resolved, result), result, None)


def _choose() -> None:
    change(samples=st.session_state["choice_samples"], page_number=1)
