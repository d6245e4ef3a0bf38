"""Metric clusters: which metrics order the methods alike, and how much the grouping can carry."""

import streamlit as st

from components.figures.clusters import dendrogram, dendrogram_height
from components.figures.clusters_map import metric_map
from components.figures.clusters_number import number_of_clusters
from components.figures.clusters_stability import coassociation
from components.parts import clusters_tables as frames
from components.parts import clusters_words as words
from components.widgets import cached, notices
from components.widgets.page import data, figure, mode, page, section, sentence
from components.widgets.selection import filters

page("Metric clusters", "Which metrics order the methods alike, and does the grouping hold?")
view = filters("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "linkage", "k")
part = cached.part("clusters", view.selection)
names, ids = {m.id: m.label for m in view.tables.scores}, view.panel.metric_ids

sentence(*words.sentences(view, part))
notices.notices("info", words.cautions(part))
sentence(words.unclusterable_sentence(part))

if part["metrics"]:
    tree, plane = st.columns([3, 2], gap="medium")
    with tree:
        section("Tree and agreement")
        figure(
            dendrogram(part, names, ids, mode()),
            name="dendrogram",
            title="Dendrogram of the metrics over their agreement",
            how=words.HOW_TREE,
            table=frames.matrix_table(view, part),
            view=view,
            height=dendrogram_height(len(part["metrics"])),
            tools=len(part["metrics"]) > 10,
        )
    with plane:
        section("Map")
        sentence(words.map_sentence(view, part))
        figure(
            metric_map(part, names, ids, mode()),
            name="map",
            title="Metrics in the plane",
            how=words.HOW_MAP,
            table=frames.map_table(view, part),
            view=view,
            height=460,
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
            how=words.HOW_NUMBER,
            table=frames.number_table(view, part),
            view=view,
            height=460,
        )
    with stability:
        section("Do they hold on other benchmarks?")
        sentence(words.resampling_sentence(view, part))
        if part["coassociation"]:
            figure(
                coassociation(part, names, mode()),
                name="coassociation",
                title="How often two metrics share a cluster over resampled benchmarks",
                how=words.HOW_COASSOCIATION,
                table=frames.coassociation_table(view, part),
                view=view,
                height=460,
            )
    section("Other choices")
    sentence(words.choices_sentence(view, part))
    data(
        frames.choices_table(view, part),
        name="choices",
        title="Clusters by protocol and linkage",
        view=view,
    )
