"""The inversion page on screen: the audit of reconstructions against a judge, in figures, tables and pictures."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from components.resolved import Resolved
from components.text import counted, markdown_text, shortened
from components.views.inversion import tables as frames
from components.views.inversion import words
from components.views.inversion.figures.attacks import accuracy_slopes, confusion_bars, rate_dots
from components.views.inversion.figures.gallery import gallery, gallery_share
from components.views.inversion.images import sample
from components.views.inversion.result import InversionResult, published
from components.views.inversion.screen import upload
from components.widgets import cached, notices
from components.widgets.page import answer, figure, mode, notes, section, sentence, shown
from components.widgets.selection import bound, change


def nothing() -> None:
    """Why there is nothing to audit, and where there is."""
    sentence(words.NOTHING)
    others = [s for s in cached.suites() if "inversion" in cached.tables(s.id).extras]
    with st.container(horizontal=True, gap="small", key="inversion_suites"):
        for suite in others:
            label = f"Show {markdown_text(shortened(suite.title, 60))}"
            st.button(label, key=f"show_{suite.id}", on_click=change, kwargs={"suite": suite.id})


def choices(result: InversionResult) -> None:
    """The judge and the private set."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="inversion_choices"):
        first = result.judges[0].id
        judges = {("" if j.id == first else j.id): j.label for j in result.judges}
        _choose("Judge", judges, "judge", "" if result.judge == first else result.judge, 320)
        sets = {"": f"all {len(result.all_private_sets)}", **{s: s for s in result.all_private_sets if s}}
        if len(sets) > 2:
            _choose("Private set", sets, "private_set", result.private_set, 204)


def compared(resolved: Resolved, result: InversionResult) -> None:
    """The sentences and the slopes of the attacks."""
    answer(*words.lead(result))
    notices.notices("info", result.notices)
    figure(
        accuracy_slopes(result, mode()),
        name="slopes",
        title="Accuracy of each attack under the standard evaluator and under the judge",
        reading=words.SLOPES,
        table=frames.slopes_table(result),
        resolved=resolved,
    )
    notes(*words.qualifications(result))


def counts(resolved: Resolved, result: InversionResult) -> None:
    """Confusion of every attack, and its rates."""
    figure(
        confusion_bars(result, mode()),
        name="confusion",
        title="True and false positives and negatives of the standard evaluator",
        reading=words.CONFUSION,
        table=frames.confusion_table(result),
        resolved=resolved,
    )
    figure(
        rate_dots(result, mode()),
        name="rates",
        title="Error rates of the standard evaluator with their intervals",
        reading=words.RATES,
        table=frames.rates_table(result),
        resolved=resolved,
    )


def agreement(resolved: Resolved, result: InversionResult) -> None:
    """How far every two evaluators agree, and how good each is on real images."""
    sentence(words.agreement(result), words.paradox(result))
    _table(frames.agreement_table(result), "agreement", "Agreement of every two evaluators", resolved)
    if result.quality:
        sentence("On real images that no classifier was trained on, each evaluator answers like this:")
        _table(frames.quality_table(result), "quality", "Evaluators on real images", resolved)


def pictures(resolved: Resolved, result: InversionResult) -> None:
    """The false positives as images."""
    attacks = list(dict.fromkeys(g.attack for g in result.gallery))
    if not attacks:
        sentence(words.pictures(result, []))
        return
    own = upload.held() is not None
    attack = (st.session_state.get("own_attack") or "") if own else resolved.selection.attack
    if len(attacks) > 1:
        named = {("" if a == attacks[0] else a): a for a in attacks}
        _choose("Attack", named, "attack", attack if attack in attacks[1:] else "", 240)
    if attack and attack not in attacks:
        notices.notice("info", f"No image of a false positive of {shortened(attack)}; shown are those of {attacks[0]}.")
        attack = ""
    images = sample(result.gallery, result.private_sets, attack)
    sentence(words.pictures(result, images))
    # on a narrow screen the squares are smaller than the room kept for them
    st.html(
        "<style>.st-key-figure_gallery { container-type: inline-size; }\n"
        ".st-key-chart_gallery, .st-key-chart_gallery .js-plotly-plot { overflow: hidden; "
        f"max-height: calc(16px + {100 * gallery_share(images, result.real):.2f}cqw); }}</style>"
    )
    figure(
        gallery(images, result.real, mode()),
        name="gallery",
        title=f"Images of {counted(len(images), 'false positive')} of {shortened(images[0].attack or 'the table')}",
        reading=words.GALLERY,
        table=frames.gallery_table(images),
        resolved=resolved,
    )


def cited(resolved: Resolved) -> None:
    """What the paper prints, given for comparison."""
    claims = published(resolved.tables)
    if claims:
        section("What the paper prints", "arXiv 2505.03519; its reconstructions are not released.")
        sentence(f"{counted(len(claims), 'figure')} given for comparison; none can be recomputed from these tables.")
        title = "Published figures on evaluators of model inversion"
        _table(frames.published_table(claims), "cited", title, resolved)


def _choose(label: str, named: Mapping[str, str], name: str, value: str, width: int) -> None:
    """A select box tied to the address, or, for a table of the reader's own, to the session."""
    tied = {"key": f"own_{name}"} if upload.held() is not None else bound(name, value)
    st.selectbox(label, list(named), format_func=lambda i: shortened(named.get(i, i), 60), width=width, **tied)


def _table(frame: pd.DataFrame, name: str, title: str, resolved: Resolved) -> None:
    """A table that is shown at once, with its downloads."""
    with st.container(key=f"open_{name}", gap="xsmall"):
        shown(frame, name=name, title=title, resolved=resolved)
