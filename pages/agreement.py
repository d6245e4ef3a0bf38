"""Metric agreement: whether the metrics order the methods alike, under two ways of counting."""

import streamlit as st

from components.views import AGREEMENT
from components.views.agreement import tables
from components.views.agreement.figures.heat_map import agreement_map
from components.views.agreement.figures.pair import agreement_scatter, agreement_slopes
from components.views.agreement.figures.summary import agreement_profile, concordance_bars, modality_dots
from components.views.agreement.pair import agreement_pair
from components.views.agreement.result import agreement
from components.views.agreement.screen import boxes, opens_pair, statements
from components.views.agreement.words import figures as words
from components.views.agreement.words import lead, phrases
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import answer, below, data, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(AGREEMENT)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "scope")
result = cached.of(agreement, resolved.selection)
many_methods = result.n_methods > 12

answer(*lead.lead(result))
notes(*lead.qualifications(result))

if result.comparable:
    for column, (protocol, title) in zip(st.columns(2, gap="medium"), phrases.TITLES.items(), strict=True):
        with column:
            name = f"agreement_{protocol.replace('-', '_')}"
            section(title)
            figure(
                agreement_map(result, protocol, mode(), resolved.selection.pair or result.opened),
                name=name,
                title=f"τ between metrics, {title.lower()}",
                reading=words.map_reading(result, protocol),
                table=tables.pairs_table(result, protocol),
                resolved=resolved,
                tools=len(result.metrics) > 10,
                on_select=opens_pair(name),
            )


def rest() -> None:
    """What stands below the two maps."""
    if result.comparable:
        named("metrics", resolved.tables, result.metrics)
        section("One pair of metrics", "A click on a cell opens its pair; so do these boxes.")
        pair = cached.of(agreement_pair, resolved.selection)
        boxes(resolved, pair)
        sentence(words.opened(result, pair))
        statements(tables.statements_table(result, pair))
        blocks, pooling = st.columns(2, gap="medium")
        with blocks:
            section("Block by block")
            figure(
                agreement_slopes(pair, result.protocol, mode()),
                name="slopes",
                title=words.slopes_title(pair),
                reading=words.slopes_reading(result, pair),
                table=tables.blocks_table(pair),
                resolved=resolved,
                tools=many_methods,
            )
        with pooling:
            section("All runs, pooled and apart")
            sentence(words.pooling(pair))
            figure(
                agreement_scatter(pair, mode()),
                name="runs",
                title=words.runs_title(pair),
                reading=words.scatter_reading(pair),
                table=tables.runs_table(pair),
                resolved=resolved,
                tools=many_methods,
            )

        section("Where each metric places each method")
        sentence(words.profile(result))
        figure(
            agreement_profile(result, mode()),
            name="profile",
            title="Mean rank of each method under each metric",
            reading=words.profile_reading(result),
            table=tables.profile_table(result),
            resolved=resolved,
            tools=many_methods,
        )
        named("methods", resolved.tables, resolved.panel.methods)
    if result.concordance:
        section("All metrics of a benchmark at once")
        sentence(words.concordance(result))
        figure(
            concordance_bars(result, mode()),
            name="concordance",
            title="Kendall's W per benchmark",
            reading=words.CONCORDANCE_READING,
            table=tables.concordance_table(result),
            resolved=resolved,
        )

    modality = words.modality(result)
    if modality:
        section("Multimodal against unimodal")
        sentence(modality)
        figure(
            modality_dots(result, mode()),
            name="modality",
            title="Mean τ over pairs of metrics, per panel and counting rule",
            reading=words.MODALITY_READING,
            table=tables.modality_table(result),
            resolved=resolved,
        )

    if result.resolution:
        section("How fine each metric is", "The smallest step a metric can take where it is a proportion of samples.")
        sentence(words.resolution(result))
        data(
            tables.resolution_table(result),
            name="resolution",
            title="Resolution of each metric",
            resolved=resolved,
        )

    terms("kendall_tau", "tau_b", "block", "scope", "row_order", "permutation_p", "p_min", "t_test", "holm")


below(rest)
