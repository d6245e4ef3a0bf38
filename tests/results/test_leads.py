"""Who leads (METHODS 28): the counts printed there; every ranking against the second program."""

from dataclasses import replace

import pandas as pd
import pytest

from components.results.leads import (
    KINDS,
    Kind,
    KindLeads,
    Led,
    MethodLeads,
    leads_of_kind,
    led,
    method_leads,
)
from components.served import computed
from data.names import FOLDER
from tests.answered import made, view_of
from tests.gridded import gridded
from tests.narrowed import FOURTEEN
from tests.plain_ranking import Suite, table
from tests.released import NAMES, built_in

KindsLed = dict[Kind, KindLeads]

SERVED = computed([built_in(name) for name in NAMES])
AS_PRINTED = computed(FOURTEEN)
COUNTS = {"text": (20, 8), "multimodal": (5, 3), "image": (3, 3)}
"""METHODS 28: rankings and sources of each kind, in the suites of then."""
LEADS = {
    "text": {
        "pdu": (4, 5, 1),
        # GA GDR on MUSE is GradDiff by data/names, so it has one more than under that label alone
        "graddiff": (3, 11, 2),
        "npo": (2, 11, 1),
        "npo_klr": (2, 4, 1),
        "rmu": (2, 11, 2),
    },
    "multimodal": {"gradient_ascent": (2, 2, 1)},
    "image": {},
}
"""Methods that lead several rankings: how many, of how many they are in, from how many sources."""


@pytest.fixture(scope="module")
def kinds() -> KindsLed:
    return {kind: leads_of_kind(SERVED, kind) for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_rankings_sources_and_leaders_are_those_of_methods(kind: Kind) -> None:
    result = leads_of_kind(AS_PRINTED, kind)
    assert (len(result.rankings), result.n_sources) == COUNTS[kind]
    counts = {m.method: (len(m.leads), len(m.ranked), m.n_sources) for m in result.methods}
    assert {m: count for m, count in counts.items() if count[0] > 1} == LEADS[kind]
    assert [len(m.leads) for m in result.methods] == sorted(
        (count[0] for count in counts.values()), reverse=True
    )
    assert result.most is None, "no method leads two thirds from two sources"
    assert result.left_out == ("Calibration",)
    assert all(m.n_ahead <= len(m.leads) <= len(m.ranked) for m in result.methods)


def test_each_ranking_has_the_leader_of_the_second_program(kinds: KindsLed) -> None:
    pages = pd.read_csv(FOLDER / "methods.csv").set_index(["suite", "id"])["address"]
    seen = 0
    for result in kinds.values():
        for ranking in result.rankings:
            suite, panel = ranking.view.tables.suite.id, ranking.view.selection.panel
            plain = Suite(suite, panel, best=not table(suite, "families").empty)
            weights = plain.weights("balanced", plain.benchmarks)
            assert weights is not None
            order = [*plain.ranking(weights)]
            assert list(ranking.methods) == order
            assert ranking.addresses == tuple(pages.get((suite, m), m) for m in order)
            is_untouched = (suite, panel) == ("clear", "llava")  # METHODS 25: .623 against .618
            assert ranking.is_untouched_first is is_untouched
            assert ranking.leader == (None if is_untouched else order[0])
            pairs = set()
            if table(suite, "families").empty:
                pairs = plain.ahead(weights, floors=True)[1]
            n_behind = sum(ahead == order[0] for ahead, _ in pairs)
            assert ranking.is_ahead_of_all is (n_behind == len(order) - 1 and not is_untouched)
            seen += 1
    assert seen == 38


def test_ties_share_nothing_and_who_is_alone_is_ahead_of_nobody() -> None:
    even = "X1:0.5,X2:0.5"
    tied = led(made([[0.1, 0.2], [0.2, 0.1], [0.9, 0.9]], weights=even))
    assert (tied.leader, tied.leader_address, tied.is_ahead_of_all) == (None, None, False)
    single = led(made([[0.1, 0.2]], weights=even))
    assert (single.leader, single.is_ahead_of_all) == ("m1", False)
    best = led(view_of(gridded(), rows="best"))
    assert best.leader == best.methods[0]


def test_two_thirds_from_two_sources_lead_most() -> None:
    """Of three rankings two make two thirds; from one source they do not count."""

    def ranking(leader: str, source: str) -> Led:
        view = made([[0.1], [0.2]])
        suite = replace(view.tables.suite, source_url=source)
        tables = replace(view.tables, suite=suite)
        return Led(replace(view, tables=tables), ("m1", "m2"), leader, True, False)

    def most(*rankings: Led) -> MethodLeads | None:
        methods = [method_leads(name, name, rankings) for name in ("m1", "m2")]
        ordered = tuple(sorted(methods, key=lambda method: -len(method.leads)))
        return KindLeads("text", rankings, ordered, ()).most

    first, second, third = ranking("m1", "a"), ranking("m1", "b"), ranking("m2", "c")
    led_most = most(first, second, third)
    assert led_most is not None
    assert (led_most.method, led_most.n_ahead, len(led_most.ranked)) == ("m1", 2, 3)
    assert most(first, first, third) is None
    assert most(first, second, third, third) is None
