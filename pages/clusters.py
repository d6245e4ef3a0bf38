"""Metric clusters: which metrics order the methods alike, and how much the grouping can carry."""

import streamlit as st

from components.views import CLUSTERS
from components.views.clusters import tables as frames
from components.views.clusters import words
from components.views.clusters.figures.coassociation import coassociation
from components.views.clusters.figures.dendrogram import dendrogram, dendrogram_height
from components.views.clusters.figures.marks import WRITTEN
from components.views.clusters.figures.number import number_of_clusters
from components.views.clusters.figures.plane import metric_map
from components.widgets import cached, notices
from components.widgets.glossary import terms
from components.widgets.page import data, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(CLUSTERS)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "linkage", "k")
part = cached.part("clusters", resolved.selection)
names, ids = {m.id: m.label for m in resolved.tables.scores}, resolved.panel.metric_ids
few = len(part["metrics"]) <= WRITTEN

notices.notices("info", words.replaced(part))
first, *others = words.sentences(resolved, part)
sentence(first)
notes(*others)

if part["metrics"]:
    tree, plane = st.columns([3, 2], gap="medium") if few else (st.container(), st.container())
    with tree:
        section("Tree and agreement")
        sentence(words.tree_sentence(resolved, part))
        figure(
            dendrogram(part, names, ids, mode()),
            name="dendrogram",
            title="Dendrogram of the metrics over their agreement",
            how=words.how_tree(part),
            table=frames.matrix_table(resolved, part),
            resolved=resolved,
            height=dendrogram_height(len(part["metrics"])),
            tools=not few,
        )
    with plane:
        section("Map")
        sentence(words.map_sentence(resolved, part))
        figure(
            metric_map(part, names, ids, mode()),
            name="map",
            title="Metrics in the plane",
            how=words.how_map(part),
            table=frames.map_table(resolved, part),
            resolved=resolved,
            height=460 if few else 640,
            tools=not few,
        )

if len(part["metrics"]) > 2:
    number, stability = st.columns(2, gap="medium")
    with number:
        section("How many clusters?")
        sentence(words.number_sentence(part))
        figure(
            number_of_clusters(part, mode()),
            name="number",
            title="Silhouette and gap over the number of clusters",
            how=words.how_number(part),
            table=frames.number_table(resolved, part),
            resolved=resolved,
            height=460,
        )
    with stability:
        section("Do they hold on other benchmarks?")
        sentence(words.resampling_sentence(resolved, part))
        if part["coassociation"]:
            figure(
                coassociation(part, names, mode()),
                name="coassociation",
                title="How often two metrics share a cluster over resampled benchmarks",
                how=words.how_coassociation(part),
                table=frames.coassociation_table(resolved, part),
                resolved=resolved,
                height=460,
            )
    section("Other choices")
    sentence(words.choices_sentence(resolved, part))
    data(
        frames.choices_table(resolved, part),
        name="choices",
        title="Clusters by protocol and linkage",
        resolved=resolved,
    )

terms("tau_distance", "linkage", "cophenetic", "silhouette", "gap", "stress", "coassociation", "rand")
