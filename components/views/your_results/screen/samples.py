"""Whether the values by sample that came with a table stay with it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.intake.samples import count
from components.intake.work import Work
from components.views.your_results.screen import state

_BYTES = 90
"""What a value takes in a file, about."""


def kept_samples(work: Work) -> None:
    """The choice to keep them, where there are any."""
    many = count(work.sheet)
    if many:
        st.checkbox(
            f"Keep the per-sample values ({many:,})",
            value=work.samples,
            key=f"keep_samples_{work.nth}",
            on_change=_choose,
            args=(work.nth,),
            help="Stability compares two methods by them, sample by sample (Head to head). In the folder they are "
            f"per_sample.csv, of about {max(many * _BYTES / 1e6, 0.1):.1f} MB: one row for each number of each sample. "
            "Texts and lists of a sample are not kept, nor are metrics that are left out.",
        )


def _choose(nth: int) -> None:
    work = state.held()
    if work is not None and work.nth == nth:
        state.hold(replace(work, samples=bool(st.session_state[f"keep_samples_{nth}"])))
