"""The inversion page on screen: the audit of reconstructions against a judge, in figures, tables and pictures."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.resolved import Resolved
from components.text import counted, markdown_text, shortened
from components.views.inversion import more_words as more
from components.views.inversion import own as inversion_own
from components.views.inversion import tables as frames
from components.views.inversion import words
from components.views.inversion.figures.attacks import accuracy_slopes, bars_height, confusion_bars, rate_dots
from components.views.inversion.figures.gallery import gallery, gallery_height
from components.widgets import cached, exports, notices, tables
from components.widgets.page import figure, mode, notes, section, sentence
from components.widgets.selection import bound, change

Part = dict[str, Any]


def nothing() -> None:
    """Why there is nothing to audit, and where there is."""
    sentence(more.NONE)
    others = [s for s in cached.suites() if "inversion" in cached.tables(s.id).extras]
    with st.container(horizontal=True, gap="small", key="inversion_suites"):
        for suite in others:
            label = f"Show {markdown_text(shortened(suite.title, 60))}"
            st.button(label, key=f"show_{suite.id}", on_click=change, kwargs={"suite": suite.id})


def choices(resolved: Resolved, part: Part) -> None:
    """The judge and the private set."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="inversion_choices"):
        first = part["judges"][0]["id"]
        judges = {("" if j["id"] == first else j["id"]): j["label"] for j in part["judges"]}
        _choose("Judge", judges, "judge", "" if part["judge"] == first else part["judge"], resolved, 320)
        sets = {"": f"all {len(part['all_private_sets'])}", **{s: s for s in part["all_private_sets"] if s}}
        if len(sets) > 2:
            _choose("Private set", sets, "private_set", part["private_set"], resolved, 204)


def compared(resolved: Resolved, part: Part) -> None:
    """The sentences and the slopes of the attacks."""
    sentence(words.headline(part), words.false_positives(part), words.order(part))
    notes(words.test_sentence(part), words.clusters(part), words.refusals(part), words.claim(part), *part["notices"])
    labels = [words.row_label(r, part) for r in part["rows"]]
    figure(
        accuracy_slopes(part["rows"], labels, words.named(part), mode()),
        name="slopes",
        title="Accuracy of each attack under the standard evaluator and under the judge",
        how=more.HOW_SLOPES,
        table=frames.slopes_table(part),
        resolved=resolved,
        height=460,
    )


def counts(resolved: Resolved, part: Part) -> None:
    """Confusion of every attack, and its rates."""
    labels = [words.row_label(r, part) for r in part["rows"]]
    figure(
        confusion_bars(part["rows"], labels, mode()),
        name="confusion",
        title="True and false positives and negatives of the standard evaluator",
        how=more.HOW_CONFUSION,
        table=frames.confusion_table(part),
        resolved=resolved,
        height=bars_height(len(labels)),
    )
    figure(
        rate_dots(part["rows"], labels, mode()),
        name="rates",
        title="Error rates of the standard evaluator with their intervals",
        how=more.HOW_RATES,
        table=frames.rates_table(part),
        resolved=resolved,
        height=bars_height(len(labels), 52),
    )


def evaluators(resolved: Resolved, part: Part) -> None:
    """How far every two evaluators agree, and how good each is on real images."""
    sentence(more.agreement(part), more.paradox(part))
    _open(frames.agreement_table(part), "agreement", "Agreement of every two evaluators", resolved)
    if part["quality"]:
        sentence("On real images that no classifier was trained on, each evaluator answers like this:")
        _open(frames.quality_table(part), "quality", "Evaluators on real images", resolved)


def pictures(resolved: Resolved, part: Part) -> None:
    """The false positives as images."""
    known = list(dict.fromkeys(g["attack"] for g in part["gallery"]))
    if not known:
        sentence(more.pictures(part, []))
        return
    asked = (
        (st.session_state.get("own_attack") or "") if inversion_own.held() is not None else resolved.selection.attack
    )
    if len(known) > 1:
        named = {("" if a == known[0] else a): a for a in known}
        _choose("Attack", named, "attack", asked if asked in known[1:] else "", resolved, 240)
    if asked and asked not in known:
        notices.notice("info", f"No image of a false positive of {shortened(asked)}; shown are those of {known[0]}.")
        asked = ""
    images = more.shown(part, asked)
    sentence(more.pictures(part, images))
    real = part["real"]
    figure(
        gallery(images, real, mode()),
        name="gallery",
        title=f"Images of {counted(len(images), 'false positive')} of {shortened(images[0]['attack'] or 'the table')}",
        how=more.HOW_GALLERY,
        table=frames.gallery_table(images),
        resolved=resolved,
        height=gallery_height(images, real),
    )


def cited(resolved: Resolved) -> None:
    """What the paper prints, given for comparison."""
    rows = [r for r in cached.part("reproduction", resolved.selection) if r["claim"].startswith("inversion_")]
    if rows:
        section("What the paper prints", "arXiv 2505.03519; its reconstructions are not released.")
        sentence(f"{counted(len(rows), 'figure')} given for comparison; none can be recomputed from these tables.")
        _open(frames.cited_table(rows), "cited", "Published figures on evaluators of model inversion", resolved)


def _choose(label: str, named: dict[str, str], name: str, value: str, resolved: Resolved, width: int) -> None:
    """A select box tied to the address, or, for a table of the reader's own, to the session."""
    tied: dict[str, Any] = {"key": f"own_{name}"} if inversion_own.held() is not None else bound(name, value)
    st.selectbox(label, list(named), format_func=lambda i: shortened(named.get(i, i), 60), width=width, **tied)


def _open(frame: Any, name: str, title: str, resolved: Resolved) -> None:
    """A table that is shown at once, with its downloads."""
    with st.container(key=f"open_{name}", gap="xsmall"):
        tables.table(frame, name=name, title=title)
        exports.downloads(frame, name=name, title=title, resolved=resolved)
