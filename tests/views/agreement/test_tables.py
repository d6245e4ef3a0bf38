"""The tables of the agreement page carry the numbers of its results, and the reasons where there is none."""

from __future__ import annotations

import pytest

from components.views.agreement.tables import (
    blocks_table,
    concordance_table,
    modality_table,
    pairs_table,
    profile_table,
    resolution_table,
    runs_table,
    statements_table,
)
from tests.released import TABLES
from tests.views.agreement.cases import agreement_of, made, named, pair_of, row


def statements(**query):
    words = statements_table(agreement_of(**query), pair_of(**query))
    return {s: [theirs, ours] for s, theirs, ours in words.itertuples(index=False)}


def test_every_pair_is_a_row():
    table = pairs_table(agreement_of(), "tie-aware")
    assert len(table) == 10
    assert table.loc[0, ["metric", "with", "blocks with a τ", "blocks", "C", "D"]].tolist() == ["FA", "RA", 3, 9, 8, 2]
    undefined = agreement_of(panel="blip2_multimodal")
    reasons = pairs_table(undefined, "tie-aware")["left out because"]
    assert reasons[0] == row(undefined.pairs, "FA", "RA").tau_reason
    later = pairs_table(agreement_of(made(2, 1, 70, 26, digits=1)), "tie-aware")
    assert set(later["left out because"]) == {"computed when the pair is opened"}


def test_statements_on_the_open_pair():
    found = statements(pair="FA,AD")
    assert found["τ"] == ["−0.259", "−0.429"]
    assert found["τ rests on"] == ["9 of 9 blocks", "3 of 9 blocks"]
    assert found["p"] == ["0.043 (t-test over 9 blocks)", "0.667 (exact permutation, 24 arrangements)"]
    assert found["range over row orders"] == ["−0.519 to 0.296, 24 orders", "does not depend on it"]
    assert found["smallest possible p"] == ["–", "0.167"]
    assert found["95 % interval"][1].startswith("not estimable: ")
    assert found["p after Holm"][1] == "1.000 (over 10 pairs)"
    assert found["tied by FA, by AD"] == ["44, 0 (decided by row order)", "44, 0"]
    assert statements(pair="FA,AD", scope="pooled")["τ rests on"] == ["630 pairs of runs"] * 2


def test_holm_counts_the_pairs_that_have_a_p_and_only_ties_are_decided_by_row_order():
    found = statements(panel="blip2_multimodal", pair="RA,AD")
    assert found["p after Holm"] == ["–", "1.000 (over 1 pair)"]
    assert found["tied by RA, by AD"] == ["0, 0", "0, 0"]


def test_blocks_and_runs_of_the_open_pair():
    pair = pair_of(pair="FA,RA")
    blocks, runs = blocks_table(pair), runs_table(pair)
    assert blocks["τ tie-aware"].notna().sum() == 3
    assert blocks["τ published"].notna().sum() == len(blocks) == 9
    assert blocks["seed"].iloc[0] == "42"
    assert len(runs) == 36
    assert set(runs["τ_b pooled"]) == {pair.pooled.tau}
    alike = runs_table(pair_of(named(made(1, 2, 4, 3), "same")))
    assert {"same", "same (second)"} <= set(alike.columns)


def test_ranks_concordance_panels_and_resolution():
    result = agreement_of()
    profile, concordance = profile_table(result), concordance_table(result)
    assert len(profile) == 20
    assert profile["mean rank"].tolist() == [r for ranks in result.rank_profile.mean for r in ranks]
    assert concordance["one value for all methods"].tolist() == ["FA, RA", "FA, RA, MIA", ""]
    panels = modality_table(result)
    assert len(panels) == 3 * len(TABLES.panels)
    assert "JS in 2 runs" in panels["missing"].tolist()
    steps = resolution_table(result)
    fa = steps[(steps["metric"] == "FA") & (steps["benchmark"] == "MMUBench")].iloc[0]
    assert (fa["smallest step"], fa["in steps"]) == ("1/30", 1)
    assert steps["step"].isna().any()


@pytest.mark.parametrize("query", [{"methods": "salun"}, {"benchmarks": "unlok_vqa"}, {"panel": "blip2_multimodal"}])
def test_tables_of_undefined_numbers(query):
    result = agreement_of(**query)
    assert len(pairs_table(result, "published")) == 10
    assert len(concordance_table(result)) == len(result.concordance)
    assert concordance_table(result)["undefined because"].iloc[0] == result.concordance[0].reason
