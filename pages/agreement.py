"""Metric agreement: whether the metrics order the methods alike, under two ways of counting."""

import streamlit as st

from components.views import AGREEMENT
from components.views.agreement import how, pair_words, summary_words, words
from components.views.agreement import summary_tables as summary_frames
from components.views.agreement import tables as frames
from components.views.agreement.figures.heat_map import agreement_map, map_height
from components.views.agreement.figures.profile import agreement_profile, profile_height
from components.views.agreement.figures.scatter import agreement_scatter
from components.views.agreement.figures.slopes import agreement_slopes, slopes_height
from components.views.agreement.figures.summary import (
    concordance_bars,
    concordance_height,
    modality_dots,
    modality_height,
)
from components.views.agreement.screen import opened_pair, opens_pair, statements
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import data, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(AGREEMENT)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "scope")
part = cached.part("agreement", resolved.selection)
labels = {m.id: m.label for m in resolved.tables.scores}
methods = {m: resolved.method_label(m) for m in resolved.panel.methods}
benchmarks = {b: resolved.benchmark_label(b) for b in resolved.panel.benchmarks}

sentence(*words.lead(resolved, part))
notes(*words.qualifications(resolved, part))

if words.comparable(part):
    for column, protocol in zip(st.columns(2, gap="medium"), words.PROTOCOLS, strict=True):
        with column:
            name = f"agreement_{protocol.replace('-', '_')}"
            section(words.PROTOCOLS[protocol])
            figure(
                agreement_map(part, protocol, labels, mode(), resolved.selection.pair or part["opened"]),
                name=name,
                title=f"τ between metrics, {words.PROTOCOLS[protocol].lower()}",
                how=how.how_map(part, protocol),
                table=frames.pairs_table(resolved, part, protocol),
                resolved=resolved,
                height=map_height(len(part["metrics"])),
                tools=len(part["metrics"]) > 10,
                on_select=opens_pair(name),
            )

    section("One pair of metrics", "A click on a cell opens its pair; so do these boxes.")
    detail = opened_pair(resolved, part)
    sentence(pair_words.opened_sentence(resolved, part, detail))
    statements(frames.opened_table(resolved, part, detail))
    blocks, pooling = st.columns(2, gap="medium")
    with blocks:
        section("Block by block")
        figure(
            agreement_slopes(detail, part["protocol"], labels, methods, benchmarks, mode()),
            name="slopes",
            title=pair_words.slopes_title(resolved, detail),
            how=how.slopes_how(part, detail, methods),
            table=frames.blocks_table(resolved, detail),
            resolved=resolved,
            height=slopes_height(detail),
            tools=len(methods) > 12,
        )
    with pooling:
        section("All runs, pooled and apart")
        sentence(pair_words.pooling_sentence(resolved, detail))
        figure(
            agreement_scatter(detail, pair_words.both_metrics(resolved, detail), benchmarks, methods, mode()),
            name="runs",
            title=pair_words.runs_title(resolved, detail),
            how=how.HOW_SCATTER,
            table=frames.runs_table(resolved, detail),
            resolved=resolved,
            height=520,
            tools=len(methods) > 12,
        )

    section("Where each metric places each method")
    sentence(summary_words.profile_sentence(resolved, part))
    figure(
        agreement_profile(part, labels, methods, mode()),
        name="profile",
        title="Mean rank of each method under each metric",
        how=how.profile_how(resolved, part),
        table=summary_frames.profile_table(resolved, part),
        resolved=resolved,
        height=profile_height(len(methods)),
        tools=len(methods) > 12,
    )

if part["concordance"]:
    section("All metrics of a benchmark at once")
    sentence(summary_words.concordance_sentence(resolved, part))
    figure(
        concordance_bars(part["concordance"], labels, benchmarks, mode()),
        name="concordance",
        title="Kendall's W per benchmark",
        how=how.HOW_CONCORDANCE,
        table=summary_frames.concordance_table(resolved, part),
        resolved=resolved,
        height=concordance_height(len(benchmarks)),
    )

section("Multimodal against unimodal")
sentence(summary_words.modality_sentence(resolved, part))
if any(r["mean_tau"] is not None for r in part["modality"]):
    figure(
        modality_dots(part["modality"], {p.id: p.label for p in resolved.tables.panels}, mode()),
        name="modality",
        title="Mean τ over pairs of metrics, per panel and counting rule",
        how=how.HOW_MODALITY,
        table=summary_frames.modality_table(resolved, part),
        resolved=resolved,
        height=modality_height(len(resolved.tables.panels)),
    )

if part["resolution"]:
    section("How fine each metric is", "The smallest step a metric can take where it is a proportion of samples.")
    sentence(summary_words.resolution_sentence(resolved, part))
    data(
        summary_frames.resolution_table(resolved, part),
        name="resolution",
        title="Resolution of each metric",
        resolved=resolved,
    )

terms("kendall_tau", "tau_b", "block", "scope", "row_order", "permutation_p", "p_min", "t_test", "holm")
