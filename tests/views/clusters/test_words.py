"""What the clusters page says: each sentence once as it reads, and which one is chosen when."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.clusters.result.clusters import clusters
from components.views.clusters.result.number import Coassociation, NoResampling
from components.views.clusters.words import figures as words
from components.views.clusters.words import head
from components.views.clusters.words.head import brief, partition_text
from tests.made import made_metric, made_tables
from tests.released import TABLES


@cache
def result_of(tables=TABLES, **query):
    return clusters(Resolved(tables, parse(query, tables)[0]))


@pytest.fixture(scope="module")
def tied():
    return result_of(made_tables(np.ones((2, 2, 4, 3))), protocol="published")


@pytest.fixture(scope="module")
def nothing():
    return result_of(made_tables(np.ones((1, 1, 1, 3))))


@pytest.fixture(scope="module")
def unpublished():
    """Two groups of 13 metrics, of which no publication prints a partition."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 1, 20, 2))[..., [i % 2 for i in range(26)]] + 0.3 * rng.normal(size=(2, 1, 20, 26))
    return result_of(made_tables(values, metrics=[made_metric(f"X{i}", "higher") for i in range(26)]))


def test_the_head_says_the_clusters_and_what_they_are_worth():
    result = result_of()
    assert head.lead(result) == [
        "The metrics fall into 2 clusters: {FA, RA, AD, JS} | {MIA}.",
        "These groups are no better than what chance gives, compared with 200 random rankings (gap statistic).",
    ]
    assert head.remarks(result) == [
        "Tie-aware, average linkage of τ averaged over 9 blocks of 3 benchmarks; the number of clusters is chosen by "
        "silhouette, mean silhouette 0.183.",
        "This is not the published partition {FA, RA, MIA} | {AD, JS} (adjusted Rand index −0.154; exact p 1.000, "
        "smallest possible 0.400).",
        "Not every pair of metrics can be compared everywhere: some τ rest on 3 of 9 blocks, others on up to 9.",
    ]


def test_the_number_of_clusters_is_chosen_or_given(unpublished):
    three = head.basis_sentence(result_of(linkage="complete", k="3"))
    assert three.startswith("Tie-aware, complete linkage of τ ")
    assert three.endswith("; the number of clusters is chosen by you, mean silhouette 0.116.")
    assert head.basis_sentence(result_of(k="5")).endswith(" is chosen by you.")
    one = result_of(k="1")
    assert head.lead(one)[0] == "FA, RA, MIA, AD and JS are shown as one cluster."
    assert head.basis_sentence(one) == "Tie-aware, average linkage of τ averaged over 9 blocks of 3 benchmarks."
    assert head.lead(unpublished)[:2] == ["The 26 metrics fall into 2 clusters.", "Clusters of 13 and 13 metrics."]
    assert "26 metrics are shown as one cluster" in head.lead(replace(unpublished, k=1))[0]


def test_two_metrics_are_not_grouped():
    assert head.lead(result_of(panel="blip2_multimodal"))[0] == (
        "Only RA and AD (τ −1.000) can be compared: two metrics cannot be grouped."
    )


def test_without_clusters_the_reason_stands_alone(nothing):
    assert head.lead(nothing) == [nothing.reason]
    assert head.remarks(nothing) == []
    for sentence in (words.tree_sentence, words.map_sentence, words.resampling_sentence, words.choices_sentence):
        assert sentence(nothing) == ""


def test_the_gap_agrees_or_does_not(tied):
    result = result_of()
    against = "compared with 200 random rankings"
    assert head.gap_sentence(replace(result, k=1)) == f"The metrics form no groups, {against} (gap statistic)."
    assert head.gap_sentence(replace(result, gap_k=2)) == f"The gap statistic gives 2 clusters as well, {against}."
    assert head.gap_sentence(replace(result, gap_k=3)) == f"The gap statistic gives 3 clusters instead, {against}."
    assert head.gap_sentence(tied) == "The gap statistic is undefined: all metrics give the same order."
    assert head.gap_sentence(result_of(panel="blip2_multimodal")) == ""


def test_the_published_partition_is_met_or_not():
    same = result_of(protocol="published")
    assert head.published_sentences(same) == [
        "This is the published partition {FA, RA, MIA} | {AD, JS} (adjusted Rand index 1.000; exact p 0.100, smallest "
        "possible 0.100)."
    ]
    (partition,) = same.published
    sampled = replace(partition, exact=False, arrangements=1000, p=0.0001, left_out=("Z",))
    assert head.published_sentences(replace(same, published=(sampled,)))[0].endswith(
        "(adjusted Rand index 1.000 over the 5 metrics that can be clustered; p < 0.001 from 1000 arrangements, "
        "smallest possible 0.100)."
    )
    assert head.published_sentences(result_of(panel="blip2_multimodal")) == []  # two metrics are no evidence


def test_a_published_partition_of_many_metrics_is_counted(unpublished):
    (partition,) = result_of().published
    many = replace(partition, clusters=unpublished.labels, n=26, left_out=())
    sentence = head.published_sentences(replace(unpublished, published=(many,)))[0]
    assert sentence.startswith("This is not the published partition into clusters of 13 and 13 metrics (")


def test_what_is_arbitrary_or_rests_on_little_is_said(tied, unpublished):
    assert head.cautions(result_of(panel="blip2_multimodal")) == [
        "Two methods are compared: every τ of a block is +1 or −1, which is no evidence."
    ]
    assert head.cautions(tied) == [
        "The cut into 2 falls between two merges at the same height: another cut into 2 clusters is as good."
    ]
    assert head.cautions(unpublished) == []


def test_what_is_left_out_or_replaced_is_said_with_its_reason():
    result = result_of(panel="blip2_multimodal")
    assert head.unclusterable_sentence(result) == (
        "Not clusterable here: FA (one value for all methods in every block where it was measured (1 of 1)); MIA (not "
        "measured in these runs); JS (not measured in these runs)."
    )
    assert head.unclusterable_sentence(result_of()) == ""
    assert head.replaced(result) == []
    fewer = result_of(panel="blip2_multimodal", protocol="published", k="5")
    assert head.replaced(fewer) == ["5 clusters were asked for, but only 3 metrics can be clustered."]
    assert head.replaced(replace(fewer, linkage_reason="why")) == ["why", fewer.k_reason]


def test_the_tree_in_words(tied):
    assert words.tree_sentence(result_of()) == (
        "RA and JS join first, at distance 0.816; the last join is at 1.551. The tree keeps the distances with a "
        "cophenetic correlation of 0.816."
    )
    two = words.tree_sentence(result_of(panel="blip2_multimodal"))
    assert two == "RA and AD join first, at distance 2.000; there is no other join."
    assert words.tree_sentence(tied) == (
        "X1 and X2 join first, at distance 0.000; with one distance for all joins or pairs there is no cophenetic "
        "correlation."
    )


def test_the_map_in_words(tied):
    assert words.map_sentence(replace(result_of(), map_reason="Why.")) == (
        "Stress-1 of the map is 0.104 (0 = exact). Nearest are RA and JS (τ +0.667); farthest apart FA and MIA (τ "
        "−0.496). Why."
    )
    two = words.map_sentence(result_of(panel="blip2_multimodal"))
    assert two == "Stress-1 of the map is 0.000 (0 = exact). It shows only RA and AD (τ −1.000)."
    assert "farthest apart X1 and X2 (τ +1.000)" in words.map_sentence(tied)  # the first pair among equals


def test_the_number_in_words(tied, unpublished):
    assert words.number_sentence(result_of()) == (
        "The silhouette, which cannot pick one cluster, picks 2; the gap picks 1 (200 random references). In up to 20 "
        "of these the metrics of each cluster agree exactly by chance; such a spread of 0 enters as half the smallest "
        "other one."
    )
    assert words.number_sentence(replace(unpublished, gap_left_out=4)) == (
        "The silhouette, which cannot pick one cluster, picks 2; the gap picks 2 (200 random references, 4 more left "
        "out for an undefined τ)."
    )
    assert words.number_sentence(tied).endswith("picks 2; the gap is undefined: all metrics give the same order.")


def test_resampling_in_words():
    result = result_of()
    assert words.resampling_sentence(result) == (
        "Over all 10 resamples of 3 benchmarks, exactly these clusters come back with probability 0.444. With "
        "probability 0.296 some metrics cannot be compared, with 0.037 too few can for a clustering. Least certain: FA "
        "and AD share a cluster in 0.632."
    )
    sure = tuple(Coassociation(x="FA", y=y, share=share, defined=1.0) for y, share in (("RA", 1.0), ("AD", None)))
    drawn = replace(result.resampling, exact=False, unusable=0.0)
    assert words.resampling_sentence(replace(result, resampling=drawn, coassociation=sure)) == (
        "Over 10 random resamples of 3 benchmarks, exactly these clusters come back with probability 0.444. With "
        "probability 0.296 some metrics cannot be compared."
    )
    none = replace(drawn, undefined=0.0)
    assert words.resampling_sentence(replace(result, resampling=none, coassociation=())).endswith("probability 0.444.")


def test_resampling_that_shows_nothing_is_said():
    one = result_of(panel="resnet_unimodal")
    assert words.resampling_sentence(one) == one.resampling.reason
    two = result_of(panel="blip2_multimodal")
    assert isinstance(two.resampling, NoResampling)
    assert words.resampling_sentence(two) == "No resampling: 2 metrics can be clustered: choosing again needs 3."


def test_other_choices_in_words():
    result = result_of()
    assert words.choices_sentence(result) == (
        "With k by silhouette: tie-aware, 3 of 4 linkages give {FA, RA, AD, JS} | {MIA}; as published, 4 of 4 linkages "
        "give {FA, RA, MIA} | {AD, JS}."
    )
    assert words.choices_sentence(replace(result, choices=result.choices[:1])) == ""


def test_captions_mention_a_publication_only_where_there_is_one(unpublished):
    captions = (words.tree_caption, words.map_caption, words.number_caption, words.coassociation_caption)
    for caption in captions:
        with_one, without = caption(result_of()), caption(unpublished)
        assert "published" in with_one
        assert "published" not in without
        assert with_one.endswith(".")
        assert without.endswith(".")


def test_a_partition_is_written_by_first_members_in_registry_order(unpublished):
    assert partition_text(result_of(), {"JS": 1, "RA": 2, "FA": 1}) == "{FA, JS} | {RA}"
    assert brief(unpublished, dict.fromkeys(unpublished.metrics, 1)) == "one cluster of 26 metrics"
