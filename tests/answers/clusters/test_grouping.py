"""The clusters of metrics: against the publication, SciPy, and limiting cases."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from scipy.spatial.distance import squareform
from scipy.stats import kendalltau

from components.answers.clusters.grouping import GROUPING
from components.format import number
from components.pages import CLUSTERS
from components.results import clusters
from components.stats.clusters.silhouette import mean_silhouettes
from tests.answered import content, view_of
from tests.beside import beside
from tests.made import made_tables
from tests.narrowed import narrowed
from tests.released import TABLES, built_in

EXPECTED = beside(__file__)

SMALL = made_tables(np.random.default_rng(0).random((1, 1, 6, 5)))
"""Five metrics in one block."""


def grouped(metrics, blocks=2, noise=0.5):
    """Metrics of which every second one orders the methods alike, on several benchmarks."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(blocks, 1, 12, 2))[..., [i % 2 for i in range(metrics)]]
    return made_tables(values + noise * rng.normal(size=(blocks, 1, 12, metrics)))


def report_of(tables=TABLES, **query):
    return content(CLUSTERS, tables, **query)


def result_of(tables=TABLES, **query):
    return view_of(tables, **query).of(clusters.compute)


def sentences(tables=TABLES, **query):
    return GROUPING.said(view_of(tables, **query))


def test_the_published_rule_gives_the_published_partition():
    result = report_of(protocol="published")
    assert result["labels"] == {"FA": 1, "RA": 1, "MIA": 1, "AD": 2, "JS": 2}
    assert (result["k"], result["silhouette_k"]) == (2, 2)
    assert result["published"][0]["rand"] == 1


def test_ties_as_ties_do_not():
    result = report_of()
    assert result["labels"] == {"FA": 1, "RA": 1, "MIA": 2, "AD": 1, "JS": 1}
    assert result["published"][0]["rand"] == pytest.approx(-2 / 13)
    assert {p["blocks_defined"] for p in result["dendrogram"] if p["x"] == "FA"} == {3}
    assert result["blocks"] == 9


@pytest.mark.parametrize(("protocol", "method"), [("tie-aware", "single"), ("published", "ward")])
def test_tree_equals_scipy_on_the_distances(protocol, method):
    result = report_of(SMALL, protocol=protocol, linkage=method)
    got = result_of(SMALL, protocol=protocol, linkage=method).clustering
    distance = squareform(np.sqrt(2 * (1 - got.tau)).round(12), checks=False)
    merges = linkage(distance, method)
    assert result["linkage"] == method
    assert [b["height"] for b in result["brackets"]] == pytest.approx(merges[:, 2])
    assert [p["distance"] for p in result["dendrogram"]] == pytest.approx(distance)
    assert result["cophenetic"] == pytest.approx(cophenet(merges, distance)[0])
    theirs = fcluster(merges, result["k"], "maxclust")
    ours = np.array([result["labels"][m] for m in got.metrics])
    assert ((ours[:, None] == ours) == (theirs[:, None] == theirs)).all()
    assert result["order"].index("X1") <= 2  # the first metric is in the left half


def test_number_of_clusters_can_be_asked_for():
    result = report_of(SMALL, k="3")
    assert (result["k"], len(set(result["labels"].values()))) == (3, 3)
    clustering = result_of(SMALL).clustering
    means = mean_silhouettes(clustering.distance, clustering.tree.merges)
    assert result["silhouette"] == pytest.approx(means[1])
    assert report_of(SMALL, k="1")["silhouette"] is None
    all_alone = report_of(SMALL, k="5")
    assert all_alone["silhouette"] == 0  # each alone in its cluster
    assert len(set(all_alone["labels"].values())) == 5
    fewer = report_of(panel="blip2_multimodal", protocol="published", k="5")
    assert fewer["k"] == 3
    assert fewer["k_reason"] == "5 clusters were asked for, but only 3 metrics can be clustered."


def test_two_methods_leave_two_metrics_and_say_why():
    result = report_of(panel="blip2_multimodal")
    (pair,) = result["dendrogram"]
    assert (pair["x"], pair["y"], pair["tau"]) == ("RA", "AD", -1)
    assert (result["k"], result["silhouette_k"], result["coassociation"]) == (1, None, [])
    reasons = {u["metric"]: u["reason"] for u in result["unclusterable"]}
    assert (
        "one value for all methods in every block where it was measured (1 of 1)" in reasons["FA"]
    )
    assert reasons["MIA"] == reasons["JS"] == "not measured in these runs"
    (published,) = result["published"]
    assert published["n"] == 2


def test_ward_gives_way_if_the_distances_are_not_euclidean():
    # A and B, A and C, B and C are comparable on different benchmarks only, and contradict one
    # another in a circle
    values = np.full((3, 1, 4, 3), 1.0)
    up, down = np.arange(4.0), np.arange(4.0)[::-1]
    values[0, 0, :, 0], values[0, 0, :, 1] = up, up
    values[1, 0, :, 1], values[1, 0, :, 2] = up, up
    values[2, 0, :, 0], values[2, 0, :, 2] = up, down
    tables = made_tables(values)
    result = report_of(tables, linkage="ward")
    assert (result["linkage"], result["euclidean"]) == ("average", False)
    assert "smallest eigenvalue of the τ matrix is −1.0" in result["linkage_reason"]
    assert sentences(tables=tables, linkage="ward").notices == [result["linkage_reason"]]


def left_out(values, **query):
    return [
        (u["metric"], u["reason"]) for u in report_of(made_tables(values), **query)["unclusterable"]
    ]


def test_what_cannot_be_clustered_is_named_with_the_reason():
    separate = np.full((2, 1, 4, 4), 1.0)
    separate[0, 0, :, :3] = np.random.default_rng(0).normal(size=(4, 3))
    separate[1, 0, :, 3] = np.arange(4)
    assert left_out(separate) == [
        ("X4", "no τ with X1, X2 and X3: no block in which both rank the methods")
    ]
    once = np.random.default_rng(0).normal(size=(1, 1, 4, 3))
    once[0, 0, 1:, 2] = np.nan
    assert left_out(once) == [
        ("X3", "measured for one method at most in every block, so it orders nothing")
    ]
    missing = np.random.default_rng(0).normal(size=(2, 1, 4, 3))
    missing[:, 0, 1, 2] = np.nan
    assert left_out(missing, protocol="published") == [("X3", "a value is missing in every block")]
    assert left_out(missing) == []


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (np.zeros((0, 0, 0, 3)), "No run matches these filters."),
        (np.zeros((1, 1, 3, 1)), "The suite has one metric: clusters need at least two."),
        (np.ones((1, 1, 1, 3)), "Only one method is shown"),
        (np.ones((2, 2, 4, 3)), "No two metrics have a τ with each other"),
    ],
)
def test_nothing_to_cluster(values, reason):
    tables = made_tables(values)
    result, view = report_of(tables), view_of(tables)
    assert reason in result["reason"]
    assert (result["k"], result["labels"], result["order"]) == (None, {}, [])
    assert result["silhouette"] is result["cophenetic"] is None
    assert sentences(tables=tables).lines == [result["reason"]]
    assert not any(part.when(view.of(clusters.compute)) for part in GROUPING.parts)


def test_all_values_tied_are_one_point_by_the_published_rule():
    result = report_of(made_tables(np.ones((2, 2, 4, 3))), protocol="published")
    assert list(result["labels"]) == ["X1", "X2", "X3"]
    assert result["tied_cut"]
    assert result["published"] == []


SUITES = {"small": SMALL, "grouped 6": grouped(6), "grouped 6 1": grouped(6, blocks=1)}
CASES = beside(__file__, "sentences.json")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["suite"])
def test_what_the_page_says(case):
    tables = SUITES.get(case["suite"]) or narrowed(case["suite"])
    lines = sentences(tables=tables, **case["query"]).lines
    assert [x[: len(y)] for x, y in zip(lines, case["lines"], strict=False)] == case["lines"]


def test_what_the_clusters_rest_on():
    assert sentences().notes[1:4] == EXPECTED["notes"]
    assert sentences(k="3").notes[1] == "The silhouette picks 2 clusters."


def test_the_metric_that_stands_alone_has_the_taus_of_scipy():
    tables = built_in("tofu_seeds")
    panel = view_of(tables).panel.compared
    alone = panel.metric("model_utility")
    taus = []
    for other in range(len(panel.metrics)):
        if other != alone and not panel.metrics[other].by_hand:
            of_benchmarks = []
            for runs in panel.values:
                pairs = [(r[:, alone], r[:, other] * panel.signs[other]) for r in runs]
                of_seeds = [kendalltau(x * panel.signs[alone], y).statistic for x, y in pairs]
                of_benchmarks.append(np.nanmean(of_seeds))
            taus.append(np.mean(of_benchmarks))
    assert sentences(tables=tables).lines[0] == (
        f"Utility stands alone against {len(taus)} forgetting metrics (τ {number(min(taus))} to"
        f" {number(max(taus))})."
    )


def test_no_tree_is_drawn_of_two_methods_or_of_one_order():
    figure = GROUPING.parts[0]
    for tables, reason in (
        (made_tables(np.random.default_rng(0).random((2, 1, 2, 4))), "Only two methods are comp"),
        (made_tables(np.arange(4.0)[None, None, :, None].repeat(3, axis=3)), "All metrics that"),
    ):
        assert sentences(tables=tables).lines[0].startswith(reason)
        assert not figure.when(result_of(tables))
        assert len(report_of(tables)["labels"]) > 1, "the report has them"
