"""What is looked at more closely: leaders, the map, duels, other choices, seeds and other rules."""

from dataclasses import replace

import numpy as np
import pytest
from components.answers.stability.choices import CHOICES
from components.answers.stability.rules import RULES_OF_ORDER

from components import sentences
from components.answers.record import Absent
from components.answers.stability import choices, duel, leaders, rules, weight_map
from components.answers.stability.duel import DUEL
from components.answers.stability.leaders import LEADERS
from components.answers.stability.pair import pair_compared
from components.answers.stability.weight_map import WEIGHT_MAP, corners_mapped
from components.pages import STABILITY
from components.table import records, screen_frame
from tests.answered import look, view_of
from tests.answers.stability.cases import EIGHT, TEN_THOUSAND, TIED, VIEW, lines
from tests.made import made_tables
from tests.released import built_in

NOBODY = view_of(panel="blip2_multimodal")
ALONE = view_of(methods="salun")


def shown(answer, view):
    return screen_frame(answer.table(view, answer.table_names[0]), answer.names(view))


def texts(fig):
    return [a.text for a in fig.layout.annotations]


def test_who_can_lead():
    rows = {r["method"]: r for r in records(LEADERS.table(VIEW, "leaders"))}
    assert rows["gradient_ascent"]["verdict"] == "can lead alone"
    assert rows["finetune_retain"]["verdict"] == "never leads"
    assert rows["finetune_retain"]["dominated_by"] == ["random_labels"]
    assert rows["finetune_retain"]["epsilon"] < 0
    assert sum(rows["gradient_ascent"]["best_weights"].values()) == pytest.approx(1.0)
    assert shown(LEADERS, VIEW)["weights that suit it best"][0] == "MIA 1.000"
    assert isinstance(NOBODY.of(leaders.compute), Absent)

    assert lines(LEADERS, VIEW) == [
        "3 of 4 methods can lead alone under some weights: Gradient Ascent, Random Labels and SalUn.",
        f"SalUn was first in none of {TEN_THOUSAND} random weightings: the weights that do it are a tiny part of all.",
        sentences.dominated(VIEW.labels, {"finetune_retain": ["random_labels"]}, 4),
    ]
    assert lines(LEADERS, TIED) == [
        "0 of 3 methods can lead alone under some weights.",
        "m1, m2 and m3 can at best tie for the lead.",
    ]
    found = VIEW.of(leaders.compute)
    mixed = leaders.say(replace(found, beaten=np.zeros_like(found.beaten)), VIEW.labels)
    assert mixed.lines[2] == "FT-Retain never leads, though no single method beats it on every metric."
    several = lines(LEADERS, view_of(built_in("unlearncanvas"), draws="500"))[-1]
    assert several == "SPM and FMN never lead, though no single method beats any of them on every metric."
    assert lines(LEADERS, ALONE) == ["With one ranked method there is no lead to win."]


def test_the_map():
    assert corners_mapped(VIEW) == ("RA", "MIA", "JS")
    assert corners_mapped(view_of(corners="JS,FA,RA")) == ("JS", "FA", "RA")
    found = VIEW.of(weight_map.compute)
    assert sum(r.area for r in found.map.regions) == pytest.approx(1.0)
    drawn = shown(WEIGHT_MAP, VIEW)
    assert drawn["what"].tolist()[-2:] == ["your weights", "nearest border"]
    np.testing.assert_allclose(drawn[["RA", "MIA", "JS"]].sum(axis=1), 0.9728876)
    (weightless,) = lines(WEIGHT_MAP, view_of(weights="only-FA", corners="RA,MIA,JS"))
    assert "no weight to share" in weightless
    assert lines(WEIGHT_MAP, TIED) == ["There is no map here: it needs three metrics that every ranked method has."]
    assert lines(WEIGHT_MAP, NOBODY) == ["There is no map here: no method is ranked."]
    assert lines(WEIGHT_MAP, ALONE) == ["There is no map here: only one method is ranked."]
    level = replace(found, map=replace(found.map, border=found.map.current))
    assert weight_map.say(level, VIEW.labels).lines[1] == "Gradient Ascent and Random Labels are level at your weights."
    assert lines(WEIGHT_MAP, VIEW) == [
        "Split 0.97 of the weight among RA, MIA and JS and keep the rest: Gradient Ascent leads in 51.1 % of the "
        "splits, Random Labels in 48.9 %.",
        "The nearest border (in L2) is at RA 0.677, MIA 0.170 and JS 0.126: there Random Labels catches Gradient "
        "Ascent.",
    ]
    alone = view_of(panel="resnet_unimodal", weights="only-MIA", corners="FA,RA,MIA", methods="finetune_retain,salun")
    assert lines(WEIGHT_MAP, alone)[1] == "No point of this map makes another method catch FT-Retain."
    assert lines(WEIGHT_MAP, EIGHT)[0].endswith("m3 in 18.6 %, others in the rest.")


def test_the_map_names_its_parts_and_draws_the_way_to_the_border():
    found = VIEW.of(weight_map.compute)
    fig = weight_map.draw(found, look(VIEW))
    assert {"Gradient Ascent", "Random Labels", "all on RA", "all on MIA", "all on JS"} <= set(texts(fig))
    (arrow,) = [a for a in fig.layout.annotations if a.showarrow]
    marks = {t.name: (t.x[0], t.y[0]) for t in fig.data if t.mode == "markers"}
    assert ((arrow.ax, arrow.ay), (arrow.x, arrow.y)) == (marks["your weights"], marks["nearest border"])
    # the first corner is on top, the second left, the third right: RA has 0.674 of the three
    ra, _, js = found.map.current
    assert marks["your weights"] == pytest.approx((ra / 2 + js, ra * np.sqrt(3) / 2))
    everywhere = replace(found, map=replace(found.map, border=None, challenger=None))
    assert not [a for a in weight_map.draw(everywhere, look(VIEW)).layout.annotations if a.showarrow]


def test_the_pair_compared():
    assert pair_compared(VIEW) == ("gradient_ascent", "random_labels")
    named = view_of(versus="finetune_retain,salun")
    found = named.of(duel.compute)
    assert found.pair == pair_compared(named) == ("finetune_retain", "salun")
    assert (found.a, found.b) == ("salun", "finetune_retain")
    assert shown(DUEL, VIEW)["weighted"].sum() == pytest.approx(0.0141992, abs=1e-7)
    (nobody,) = lines(DUEL, view_of(methods="salun"))
    assert nobody == "There is no pair to compare: fewer than two methods are ranked."
    tied = lines(DUEL, view_of(weights="only-FA", benchmarks="mllmu_bench"))
    assert tied[0] == "Tied: Gradient Ascent and Random Labels have the same UQS at these weights."


def test_the_shares_and_the_swap_of_a_pair():
    assert lines(DUEL, VIEW)[2:] == [
        "Gradient Ascent scores higher than Random Labels in 98.9 % of weightings near yours (expected change 0.20) "
        f"and in 35.9 % of {TEN_THOUSAND} random weightings.",
        "Moving 0.126 of weight from MIA to JS lets Random Labels catch Gradient Ascent; beyond that Random Labels "
        "passes. Smallest change: L1 0.251, L2 0.172, L∞ 0.118.",
    ]
    single = view_of(weights="only-FA", versus="gradient_ascent,salun")
    assert "one metric" in lines(DUEL, single)[-1]
    assert lines(DUEL, view_of(versus="random_labels,finetune_retain"))[2:] == [
        "Random Labels is better than FT-Retain on every metric: no weights put FT-Retain first.",
    ]


def test_margins_point_to_the_method_they_help():
    found = VIEW.of(duel.compute)
    fig = duel.draw(found, look(VIEW))
    assert list(fig.data[0].x) == found.compared.weighted.tolist()
    assert fig.layout.xaxis.range[0] == -fig.layout.xaxis.range[1]
    assert "Gradient Ascent →" in fig.layout.xaxis.title.text
    level = replace(found, compared=replace(found.compared, weighted=np.zeros(5)))
    assert duel.draw(level, look(VIEW)).layout.xaxis.range[1] > 0


def test_other_choices():
    found = VIEW.of(choices.compute)
    kinds = [v.kind for v in found.variants]
    of_each = [kinds.count(k) for k in ("map", "normalisation", "averaging", "benchmark", "seed", "method")]
    assert of_each == [2, 3, 2, 3, 3, 4]
    rank = next(v for v in found.variants if v.choice == "rank")
    assert (rank.swapped, found.first(rank)) == (((0, 1),), ("random_labels",))
    assert [v.choice for v in found.variants if found.current(v)] == ["reciprocal", "fixed", "score-of-means"]
    frame = shown(CHOICES, VIEW)
    assert frame.loc[frame["pairs reversed"] > 0, "what changed"].tolist() == ["Random Labels passes Gradient Ascent"]
    assert frame["SalUn"].isna().sum() == 1
    assert isinstance(NOBODY.of(choices.compute), Absent)

    assert lines(CHOICES, VIEW) == [
        "Of 10 other choices of map, normalisation, averaging and data, 1 changes who leads and 1 reverses a pair.",
        "Leaving out any one method keeps the order of the others under every normalisation.",
    ]
    assert lines(CHOICES, EIGHT) == [
        "Of 3 other choices of map, normalisation, averaging and data, 2 change who leads and 2 reverse a pair.",
        "When one method is left out, min-max reverses 2 pairs (without m6, m2 passes m8) and rank reverses 1 pair "
        "(without m2, m5 passes m1); with the fixed utilities in use here no order can change.",
    ]
    # two methods have no others to reorder
    assert len(lines(CHOICES, view_of(methods="random_labels,salun"))) == 1


def test_other_rules():
    found = VIEW.of(rules.compute)
    assert (found.ranks("uqs")[0], found.ranks("copeland")[1]) == (1, 1)
    assert found.orders == [("random_labels", "gradient_ascent", "salun", "finetune_retain")]
    assert shown(RULES_OF_ORDER, VIEW)["TOPSIS rank"].tolist() == [1, 2, 3, 4]
    assert set(TIED.of(rules.compute).ranks("topsis")) == {None}
    assert lines(RULES_OF_ORDER, VIEW) == [
        "First by rule, every metric voting with its weight – UQS and TOPSIS: Gradient Ascent; Borda, Copeland and "
        "mean reciprocal rank: Random Labels.",
        "Kemeny's order: Random Labels › Gradient Ascent › SalUn › FT-Retain; 0.675 pair votes contradicted, the only "
        "optimum.",
    ]
    unproven = replace(found, best=replace(found.best, count=None, bound=0.5))
    assert rules.say(unproven, VIEW.labels).lines[1] == (
        "Kemeny (searched, not proven best): Random Labels › Gradient Ascent › SalUn › FT-Retain; 0.675 pair votes "
        "contradicted, and no order contradicts fewer than 0.500."
    )
    assert lines(RULES_OF_ORDER, TIED)[1] == (
        "Kemeny has 6 orders that contradict as few votes (0.000 pair votes contradicted), all listed in the table: "
        "m1 › m2 › m3 is one."
    )
    assert lines(RULES_OF_ORDER, ALONE) == []


def test_names_like_choices_and_long_ones():
    tables = made_tables(np.random.default_rng(0).random((2, 2, 3, 2)), methods=["fixed", "rank", "seed"])
    found = view_of(tables).of(choices.compute)
    assert [v.kind for v in found.variants if found.current(v)] == ["normalisation", "averaging"]
    tables = made_tables(np.random.default_rng(1).random((2, 2, 3, 3)), methods=["x" * 300, "y" * 300, "z" * 300])
    view = view_of(tables, draws="100")
    said = [line for answer in STABILITY.answers for line in answer.said(view).lines]
    assert len(said) > 10
    assert all(letter * 41 not in s for s in said for letter in "xyz")
