"""One metric, one vote: who wins in each suite, the sentences, the graph and the key of the report."""

import numpy as np
import pytest
from components.answers.stability.majority import DRAWN, MAJORITY

from components.answers.record import Absent
from components.answers.stability import majority
from components.pages import STABILITY
from tests.answered import look, view_of
from tests.answers.stability.cases import lines, notes
from tests.made import made_metric, made_tables
from tests.released import built_in


@pytest.mark.parametrize(
    ("name", "query", "winner", "unbeaten"),
    [
        ("unified_unlearning", {}, "random_labels", 1),
        ("unified_unlearning", {"panel": "resnet_unimodal"}, "finetune_retain", 1),
        ("openunlearning", {}, "npo", 1),
        ("tofu", {"rows": "checkpoints"}, None, 2),
    ],
)
def test_who_wins_in_the_suites(name, query, winner, unbeaten):
    """METHODS 18."""
    found = view_of(built_in(name), **query).of(majority.compute)
    assert (found.winner, len(found.unbeaten)) == (winner, unbeaten)


def voted(*orders):
    """A suite whose metrics each order the methods a, b, c, … as given."""
    names, metrics = sorted(orders[0]), [made_metric(f"X{k}", "higher") for k, _ in enumerate(orders)]
    u = np.array([[1 - order.index(name) / len(names) for order in orders] for name in names])
    return view_of(made_tables(u[None, None], metrics=metrics, methods=names))


def test_each_verdict():
    assert lines(MAJORITY, view_of()) == [
        "With one vote per metric Random Labels is first: more metrics prefer it to each of the 3 others.",
        "By the weights Gradient Ascent leads.",
    ]
    assert lines(MAJORITY, voted("abcd", "bcad", "cabd")) == [
        "With one vote per metric nobody is first: a beats b, b beats c and c beats a."
    ]
    assert lines(MAJORITY, voted("ab", "ba")) == [
        "With one vote per metric nobody beats a and b: none of them is first alone."
    ]
    assert lines(MAJORITY, voted("acb", "acb", "cba", "bac")) == [
        "With one vote per metric nobody beats a, but it does not beat all others."
    ]
    assert notes(MAJORITY, view_of())[0].startswith("5 metrics vote: FA, RA, MIA, AD and JS.")


def test_who_votes():
    found = view_of(built_in("tofu_seeds")).of(majority.compute)
    assert (found.winner, found.voters) == ("pdu", ("forget_quality", "extraction_strength", "hm"))
    found = view_of(built_in("tofu"), rows="best").of(majority.compute)
    assert len(found.rows) == 8
    assert isinstance(view_of(built_in("tofu"), rows="median").of(majority.compute), Absent)


def test_the_graph_has_an_arrow_for_each_duel_that_is_won():
    view = voted("abcd", "bcad", "cabd")
    fig = majority.draw(view.of(majority.compute), look(view))
    assert len(fig.layout.annotations) == 6
    many = view_of(built_in("tofu"))
    assert len(majority.draw(many.of(majority.compute), look(many)).data[0].x) == DRAWN


def test_the_report_has_its_key():
    found = STABILITY.content(view_of(draws="100"))["majority"]
    assert (found["winner"], found["unbeaten"], found["cycle"]) == ("random_labels", ["random_labels"], [])
    first = found["pairs"][0]
    assert len(found["pairs"]) == 6
    assert first == {"a": "gradient_ascent", "b": "random_labels", "for": 1, "against": 4}, "by the means of MIA alone"
