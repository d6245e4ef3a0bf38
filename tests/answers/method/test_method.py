"""Where a method stands, against ranks that pandas finds in the files."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.answers.method.method import Standing, beside, compute, lead, place
from components.errors import UnknownName
from components.pages import METHOD
from components.served import computed
from data.folders import BUILT_IN
from tests.gridded import SCORES, gridded
from tests.made import made_tables
from tests.released import TABLES, built_in

SUITES = [built_in(s) for s in ("tofu", "openunlearning", "tofu_seeds", "muse_seeds")]
SERVED = computed([TABLES, *SUITES])


def method(served, wanted: str):
    return compute(served.choosing(id=wanted))


NPO = method(SERVED, "npo")


def standing(result, suite: str, panel: str | None = None):
    return next(s for s in result.standings if s.suite == suite and panel in (None, s.panel))


def test_npo_ranks_in_tofu_with_seeds_as_pandas_ranks_it() -> None:
    panel = "tofu_llama32_1b"
    runs = pd.read_csv(BUILT_IN / "tofu_seeds" / "runs.csv")
    runs = runs[runs["panel"] == panel]
    # forgetting and utility weigh the same, hm serves both; forget quality is a share of its decades from 5e-5 to 1
    runs["forget_quality"] = np.log10(runs["forget_quality"].clip(lower=5e-5))
    weighted = ["forget_quality", "extraction_strength", "forget_prob", "forget_rouge", "model_utility"]
    cells = runs.groupby(["method", "benchmark"])[weighted].mean()
    means = cells.groupby("method").mean()
    decades = 1 - means["forget_quality"] / math.log10(5e-5)
    lower = 3 - means[["extraction_strength", "forget_prob", "forget_rouge"]].sum(axis=1)
    score = (decades + lower) / 8 + means["model_utility"] / 2
    # half of what OpenUnlearning prints for the model before unlearning
    printed = pd.read_csv(BUILT_IN / "openunlearning" / "runs.csv")
    printed = printed[(printed["panel"] == panel) & (printed["method"] == "finetuned")]["model_utility"].iloc[0]
    score = score[cells["model_utility"].groupby("method").min() >= printed / 2]
    assert set(means.index) - set(score.index) == {"gradient_ascent", "blurnpo"}
    found = standing(NPO, "tofu_seeds", panel)
    assert found.score == pytest.approx(score["npo"])
    assert (found.rank, found.of) == (score.rank(ascending=False)["npo"], len(score))
    for metric in found.metrics:
        lower = metric.metric in ("extraction_strength", "forget_prob", "forget_rouge")
        own = runs.groupby(["method", "benchmark"])[metric.metric].mean().groupby("method").mean()
        assert metric.rank == own.round(12).rank(ascending=lower, method="min")["npo"], metric.metric
    assert {m.metric for m in found.metrics if m.weighted} == set(weighted)


def test_npo_ranks_in_tofu_by_its_best_checkpoint_as_pandas_ranks_it() -> None:
    folder = BUILT_IN / "tofu"
    runs = pd.read_csv(folder / "runs.csv").set_index("method")
    family = pd.read_csv(folder / "methods.csv").set_index("id")["family"]
    # groups weigh the same; half of the utility and fluency of the full model is asked for
    groups = [["uds", "mem"], ["s_loss", "s_zlib", "s_mink", "s_minkpp"], ["model_utility", "fluency"]]
    kept = (runs[groups[2]] >= runs.loc["full", groups[2]] / 2).all(axis=1)
    score = (sum(runs[g].mean(axis=1) for g in groups) / 3)[kept].drop(["full", "retain"])
    grids = score.groupby(family[score.index])
    found = standing(NPO, "tofu")
    assert found.rank == grids.max().rank(ascending=False)["npo"]
    assert found.of == 8
    assert found.median_rank == grids.median().rank(ascending=False)["npo"]
    assert found.open == score[family[score.index] == "npo"].idxmax()
    assert (found.checkpoint_rank, found.checkpoint_of) == (score.rank(ascending=False)[found.open], 130)
    assert (found.checkpoints, found.score) == (18, pytest.approx(score[found.open]))
    uds = runs["uds"].drop(["full", "retain"]).rank(ascending=False, method="min")
    place = next(m for m in found.metrics if m.metric == "uds")
    assert (place.rank, place.of) == (uds[family[uds.index] == "npo"].min(), 150)


def test_models_that_are_never_ranked_have_a_place_they_would_take() -> None:
    found = method(SERVED, "retrained")
    assert not found.candidate
    assert found.ranked == ()
    assert standing(found, "tofu").would_rank == 1
    assert all(s.role == "reference" and s.metrics == () for s in found.standings)
    made = method(computed([gridded()]), "before")
    best = sorted((s for own in SCORES.values() for s in own), reverse=True)
    assert standing(made, "gridded").would_rank == len(best) + 1


def test_methods_that_tie_share_the_best_rank() -> None:
    tables = made_tables(np.array([0.2, 0.2, 0.5])[None, None, :, None])
    found = [method(computed([tables]), m).standings[0] for m in ("m1", "m2", "m3")]
    assert [(s.rank, s.of, s.tied) for s in found] == [(1, 3, 1), (1, 3, 1), (3, 3, 0)]
    assert [s.metrics[0].rank for s in found] == [1, 1, 3]


def test_one_method_alone_and_hostile_names_are_shown() -> None:
    tables = made_tables(np.array([0.2])[None, None, :, None], title="<b>S</b>")
    hostile = replace(tables, methods=tuple(replace(m, label="<script>=1+1") for m in tables.methods))
    found = method(computed([hostile]), "m1")
    assert (found.label, found.standings[0].rank, found.standings[0].of) == ("<script>=1+1", 1, 1)
    assert lead(found)
    assert [len(a.table(computed([hostile]).choosing(id="m1"), a.name)) for a in METHOD.answers] == [1, 1, 1]


def test_the_json_has_ids_and_places_and_an_unknown_name_raises() -> None:
    plain = METHOD.content(SERVED.choosing(id="npo"))["method"]
    assert (plain["id"], plain["label"]) == ("npo", "NPO")
    assert {"suite", "panel", "rank", "of", "uqs", "checkpoint_rank"} <= plain["standings"][0].keys()
    assert len(plain["by_metric"]) == sum(len(s.metrics) for s in NPO.standings)
    assert [m["suite"] for m in plain["meanings"]] == [m.suite for m in NPO.meanings]
    with pytest.raises(UnknownName, match="near it: npo"):
        method(SERVED, "npoo")


def made(rank: int | None, of: int, panel: str = "P", **known) -> Standing:
    start = {"suite": "s", "suite_label": "S", "panel": panel, "panel_label": panel, "method": "m", "role": "candidate"}
    return Standing(**{**start, "score": None, "metrics": (), **known}, rank=rank, of=of)


def test_the_lead_says_where_it_leads_and_where_it_stands_highest_and_lowest() -> None:
    def led(*standings: Standing) -> list[str]:
        return lead(replace(NPO, label="M", standings=standings))

    assert led(made(1, 6, "A"), made(4, 5, "B"), made(2, 7, "C")) == [
        "M leads in 1 of 3 panels with others ranked beside it.",
        "It stands highest on A (S) (1 of 6) and lowest on B (S) (4 of 5).",
    ]
    assert led(made(7, 8), made(None, 2)) == ["M ranks 7 of 8 on P (S), the only panel where it is ranked."]
    assert led(made(None, 2)) == ["M has no rank in any panel."]
    assert led(made(1, 1), made(1, 1)) == [
        "M is the only method ranked in each of 2 panels: there is nothing to lead.",
    ]
    assert led(made(1, 1), made(2, 2), made(None, 2, below="x"), made(None, 2, missing=("MIA",))) == [
        "M ranks 2 of 2 on P (S), the only panel with others ranked beside it.",
        "It is below the floor in 1 more, lacks a weighted metric in 1 and is the only method ranked in 1.",
    ]
    assert "is never ranked" in lead(method(SERVED, "retrained"))[0]


def test_a_panel_without_others_is_no_lead_and_panels_without_a_rank_are_counted() -> None:
    runs = pd.read_csv(BUILT_IN / "wmdp" / "runs.csv")
    ranked = runs[runs["method"] != "base"].groupby("panel")["method"].agg(list)
    assert list(ranked[ranked.map(len) == 1]) == [["rmu"], ["rmu"]]
    served = computed([built_in("wmdp")])
    assert lead(method(served, "rmu"))[0] == "RMU leads in 1 of 2 panels with others ranked beside it."
    assert lead(method(served, "rmu"))[-1] == "It is the only method ranked in 2."


def test_a_place_and_what_stands_beside_it() -> None:
    assert place(made(2, 7, tied=1)) == "2 of 7, shared"
    assert place(made(None, 7)) == "not ranked"
    assert beside(made(None, 7, missing=("MIA", "JS"))) == "without MIA and JS"
    muse = next(s for s in NPO.standings if (s.suite, s.panel) == ("muse_seeds", "news"))
    ascent = method(SERVED, "gradient_ascent").standings
    below = next(s for s in ascent if (s.suite, s.panel) == ("muse_seeds", "news"))
    assert (muse.below, below.rank) == ("", None)
    assert beside(below) == "below the floor: has 0.003 in KnowMem r on News"
    assert beside(made(None, 6, would_rank=1)) == "would stand at 1 beside 6 candidates"
    grid = made(2, 8, checkpoints=18, checkpoint_rank=3, checkpoint_of=150, median_rank=1)
    assert beside(grid) == "best of 18 checkpoints ranks 3 of 150; by its median the method is 1 of 8"
