"""Metric clusters: which metrics order the methods alike, and how firm the grouping is."""

import streamlit as st

from components.views import CLUSTERS
from components.views.clusters import tables as frames
from components.views.clusters.figures.dendrogram import dendrogram
from components.views.clusters.figures.marks import WRITTEN
from components.views.clusters.figures.number import coassociation, number_of_clusters
from components.views.clusters.figures.plane import metric_map
from components.views.clusters.result.clusters import clusters
from components.views.clusters.words import figures as words
from components.views.clusters.words import head
from components.widgets import cached, notices
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import answer, below, data, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(CLUSTERS)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "linkage", "k")
result = cached.of(clusters, resolved.selection)
few = len(result.metrics) <= WRITTEN

notices.notices("info", head.replaced(result))
answer(*head.lead(result))
notes(*head.remarks(result))

if result.metrics:
    tree, plane = st.columns([3, 2], gap="medium") if few else (st.container(), st.container())
    with tree:
        section("Tree and agreement")
        figure(
            dendrogram(result, mode()),
            name="dendrogram",
            title="Dendrogram of the metrics over their agreement",
            reading=f"{words.tree_sentence(result)} {words.tree_caption(result)}",
            table=frames.matrix_table(result),
            resolved=resolved,
            tools=not few,
        )
    with plane:
        section("Map")
        figure(
            metric_map(result, mode()),
            name="map",
            title="Metrics in the plane",
            reading=f"{words.map_sentence(result)} {words.map_caption(result)}",
            table=frames.map_table(result),
            resolved=resolved,
            tools=not few,
        )


def rest() -> None:
    """What stands below the tree and the map."""
    if len(result.metrics) > 2:
        number, stability = st.columns(2, gap="medium")
        with number:
            section("How many clusters?")
            sentence(words.number_sentence(result))
            figure(
                number_of_clusters(result, mode()),
                name="number",
                title="Silhouette and gap over the number of clusters",
                reading=words.number_caption(result),
                table=frames.number_table(result),
                resolved=resolved,
            )
        with stability:
            section("Do they hold on other benchmarks?")
            sentence(words.resampling_sentence(result))
            if result.coassociation and not result.resampling.reason:
                figure(
                    coassociation(result, mode()),
                    name="coassociation",
                    title="How often two metrics share a cluster over resampled benchmarks",
                    reading=words.coassociation_caption(result),
                    table=frames.coassociation_table(result),
                    resolved=resolved,
                )
        section("Other choices")
        sentence(words.choices_sentence(result))
        data(
            frames.choices_table(result),
            name="choices",
            title="Clusters by protocol and linkage",
            resolved=resolved,
        )

    named("metrics", resolved.tables, result.metrics)
    terms("tau_distance", "linkage", "cophenetic", "silhouette", "gap", "stress", "coassociation", "rand")


below(rest)
