"""Published against recomputed (METHODS 3): every claim, what moves with the order of the rows,
what moves with one value."""

import math
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from components.stats.agreement.pairs import scope_blocks
from components.stats.agreement.row_order import row_order_envelope
from components.stats.audits.claims import Claim, Figure, Study, claims, holds, matches, outcome
from components.stats.audits.claims_recipes import RECIPES, counterpart, recompute
from data.claims import STATISTICS
from tests.beside import beside
from tests.released import TABLES, built_in

CLAIMS = {c.id: c for c in claims(TABLES)}
STANDING = [c for c in CLAIMS.values() if c.status != "superseded"]
SAME = 1e-9
CASES = beside(__file__)
"""When a value matches a print, alone or by the range of its rounded inputs, and when a claim
holds."""


def recomputed(tables=TABLES):
    """Every claim's recomputed value by its id."""
    study = Study(tables)
    return {c.id: recompute(study, c).value for c in claims(tables)}


BEFORE = recomputed()


@pytest.mark.parametrize("claim", STANDING, ids=lambda c: c.id)
def test_every_released_and_later_figure_matches_at_its_printed_decimals(claim):
    value = BEFORE[claim.id]
    assert abs(value - claim.printed) <= 0.5 * 10 ** -min(claim.decimals, 12) + 1e-12
    assert outcome(claim, Figure(value)) == "match"


def test_superseded_figures_are_recomputed_and_contradicted():
    old = [c for c in CLAIMS.values() if c.status == "superseded"]
    assert (len(old), len(STANDING)) == (3, 37)
    for claim in old:
        assert not matches(BEFORE[claim.id], claim.printed, claim.decimals)
        assert outcome(claim, Figure(BEFORE[claim.id])) == "superseded"


@pytest.mark.parametrize(("value", "printed", "decimals", "same"), CASES["match"])
def test_the_rule_of_a_match(value, printed, decimals, same):
    assert matches(float(value), printed, decimals) is same


def printed(value, decimals, status="released", low=None, high=None, recomputed=0.9):
    """The verdict on a claim of a number whose inputs may be rounded."""
    claim = Claim(
        "c", "", "", status, "ground_truth_auc", "published", "", ("em",), value, decimals, ""
    )
    return outcome(claim, Figure(recomputed, low=low, high=high))


@pytest.mark.parametrize(("value", "decimals", "low", "high", "verdict"), CASES["ranges"])
def test_a_number_of_rounded_inputs_matches_when_its_range_overlaps_the_print(
    value, decimals, low, high, verdict
):
    assert printed(value, decimals, low=low, high=high) == verdict


def test_ranges_save_no_superseded_claim_and_values_turn_verdicts():
    assert printed(0.9, 1, "superseded", 0.0, 1.0) == "superseded"
    assert printed(0.9, 1, low=0.0, high=1.0, recomputed=math.nan) == "not recomputable"
    tables = perturbed(LLAVA, "mmubench", "random_labels", 123, "RA", 0.05)
    claim = CLAIMS["rho_ra"]
    assert outcome(claim, recompute(Study(tables), claim)) == "mismatch"


@pytest.mark.parametrize(
    ("claim", "printed", "tie_aware", "p", "exact_p", "verdict"), CASES["holds"]
)
def test_a_claim_holds_unless_one_of_three_criteria_fails(
    claim, printed, tie_aware, p, exact_p, verdict
):
    figure = tie_aware and Figure(float(tie_aware[0]), low=tie_aware[1], high=tie_aware[2])
    assert holds(replace(CLAIMS[claim], printed=printed), figure, p, exact_p) is verdict


TOFU = built_in("tofu")
POOL_CLAIMS = {c.id: c for c in claims(TOFU) if c.statistic.startswith("ground_truth_")}


@pytest.mark.parametrize(
    ("metric", "value", "claimed"),
    [
        ("em", 0.8161, 0.817),
        ("mia_loss", 0.9028, 0.902),
        ("mia_zlib", 0.8661, 0.867),
        ("mia_min_k", 0.9061, 0.907),
    ],
)
def test_the_four_printed_auc_that_only_the_rounding_of_the_pool_explains(metric, value, claimed):
    claim = POOL_CLAIMS[f"auc_{metric}"]
    figure = recompute(Study(TOFU), claim)
    assert (round(figure.value, 4), claim.printed) == (value, claimed)
    assert not matches(figure.value, claim.printed, claim.decimals)
    assert figure.low <= figure.value <= figure.high
    assert outcome(claim, figure) == "match"
    assert f"{figure.low:.4f} to {figure.high:.4f}" in figure.note


def test_the_range_of_an_auc_counts_pairs():
    """By hand over all pairs of models, higher extraction strength saying that more is left."""
    pool = TOFU.extras["pool"]
    with_knowledge, unknown = (
        pool.loc[pool["pool"] == p, "es"].to_list() for p in ("known", "unknown")
    )
    gaps = [round(p - n, 9) for p in with_knowledge for n in unknown]
    figure = recompute(Study(TOFU), POOL_CLAIMS["auc_es"])
    assert figure.low == sum(g > 1e-4 for g in gaps) / len(gaps)
    assert figure.high == sum(g >= -1e-4 for g in gaps) / len(gaps)
    assert figure.value == pytest.approx(
        sum((g > 0) + (g == 0) / 2 for g in gaps) / len(gaps), abs=1e-12
    )


def test_a_changed_pool_breaks_the_claims_made_from_it_and_no_other():
    pool = TOFU.extras["pool"].copy()
    pool.loc[pool["pool"] == "known", "es"] = 0.0
    study = Study(replace(TOFU, extras={**TOFU.extras, "pool": pool}))
    broken = {
        c for c, claim in POOL_CLAIMS.items() if outcome(claim, recompute(study, claim)) != "match"
    }
    assert broken == {"auc_es", "mean_known_es"}


def reordered(order):
    """The tables with the runs of each panel sorted so that the methods first appear in another
    order."""
    methods = list(dict.fromkeys(TABLES.runs["method"]))
    place = {m: order.index(i) for i, m in enumerate(methods)}
    runs = TABLES.runs.sort_values("method", key=lambda column: column.map(place), kind="stable")
    return replace(TABLES, runs=runs.reset_index(drop=True))


def test_the_order_of_the_rows_moves_what_the_envelope_says_and_nothing_else():
    """All 24 orders of the method rows: the extremes of every published τ are its envelope, all
    else stays."""
    values_of_orders = [recomputed(reordered(order)) for order in permutations(range(4))]
    assert values_of_orders[0] == pytest.approx(BEFORE, abs=SAME)
    spread = {
        c: (min(e[c] for e in values_of_orders), max(e[c] for e in values_of_orders))
        for c in CLAIMS
    }
    may_move = set()
    for claim in CLAIMS.values():
        if claim.statistic != "kendall_tau_published":
            continue
        panel = Study(TABLES).panel(claim.panel)
        blocks = scope_blocks(panel, "blocks")
        pair = (panel.metric(claim.subject[0]), panel.metric(claim.subject[1]))
        envelope = row_order_envelope(blocks, len(panel.methods), [pair])
        assert spread[claim.id] == pytest.approx((envelope.low[0], envelope.high[0]), abs=SAME)
        if envelope.high[0] - envelope.low[0] > SAME:
            about = [c for c in CLAIMS.values() if _is_about(c, claim)]
            may_move |= {c.id for c in about if c.statistic.startswith("kendall_")}
    moved = {c for c, (low, high) in spread.items() if high - low > SAME}
    assert moved == may_move
    assert {"tau_fa_ad", "tau_fa_ra", "p_fa_ad", "superseded_tau_fa_ra"} <= moved
    assert moved.isdisjoint({"tau_ad_js", "blip2_tau_ra_ad", "rho_ra", "weight_ra"})
    assert moved.isdisjoint({"uqs_salun", "stability_mean"})


def _is_about(first: Claim, other: Claim) -> bool:
    return (first.panel, first.subject) == (other.panel, other.subject)


def perturbed(panel, benchmark, method, seed, column, value):
    """The tables with one input value replaced."""
    runs = TABLES.runs.copy()
    row = (runs[["panel", "benchmark", "method", "seed"]] == [panel, benchmark, method, seed]).all(
        axis=1
    )
    assert row.sum() == 1
    assert runs.loc[row, column].iloc[0] != value
    runs.loc[row, column] = value
    return replace(TABLES, runs=runs)


def depends(claim: Claim, panel: str, metric: str) -> bool:
    """Whether a claim's number is made from the values of this metric in this panel.

    The weights share a sum, so every weight and every score depends on every ρ; an oracle distance
    enters through ρ."""
    kind, oracle = claim.statistic, metric == "oracle_distance"
    if kind == "mean_pairwise_tau_difference":
        return panel in claim.subject and not oracle
    if claim.panel != panel or kind == "count_runs":
        return False
    if kind in ("weight_published", "uqs_published", "stability_mean_tau", "stability_sd_tau"):
        return True
    if kind == "mean_pairwise_tau_published":
        return not oracle
    return metric in claim.subject or (oracle and kind.startswith("spearman"))


LLAVA, RESNET, BLIP = "llava_multimodal", "resnet_unimodal", "blip2_multimodal"
WEIGHTS = {c.id for c in CLAIMS.values() if c.statistic == "weight_published"}
OTHER_SCORES = {"uqs_random_labels", "uqs_salun", "uqs_finetune_retain"}
STABILITY = {c.id for c in CLAIMS.values() if c.statistic.startswith("stability_")}


@pytest.mark.parametrize(
    ("change", "unmoved"),
    [
        # RA in MMUBench: its τ, its ρ, every weight and score, and the later revision's figures
        ((LLAVA, "mmubench", "random_labels", 123, "RA", 0.05), set()),
        # MIA: FA|RA, in the first and the later figures, is not made from it
        ((LLAVA, "unlok_vqa", "gradient_ascent", 42, "MIA", 0.9), set()),
        # AD of one method: its ρ is below the floor before and after, so no weight moves and no
        # other method's score
        ((LLAVA, "mllmu_bench", "gradient_ascent", 42, "AD", 5.0), WEIGHTS | OTHER_SCORES),
        # the oracle judges metrics only: no τ between metrics moves, and the order by UQS survives
        # the new weights
        ((LLAVA, "mmubench", "salun", 42, "oracle_distance", 0.001), STABILITY),
        ((RESNET, "cifar10", "finetune_retain", 42, "MIA", 1.0), set()),
        # two methods on BLIP-2: the order of RA turns, and with it the sign of τ
        ((BLIP, "mmubench", "gradient_ascent", 42, "RA", 0.9), set()),
    ],
    ids=lambda x: f"{x[4]}-{x[0]}" if isinstance(x, tuple) else "",
)
def test_one_input_value_moves_exactly_the_numbers_made_from_it(change, unmoved):
    after = recomputed(perturbed(*change))
    moved = {c for c in CLAIMS if abs(after[c] - BEFORE[c]) > SAME}
    made_from_it = {c.id for c in CLAIMS.values() if depends(c, change[0], change[4])}
    assert unmoved <= made_from_it
    assert moved == made_from_it - unmoved
    assert 0 < len(moved) < len(CLAIMS) - 1
    if unmoved == STABILITY:
        scores = [c.id for c in CLAIMS.values() if c.statistic == "uqs_published"]
        assert sorted(scores, key=after.get) == sorted(scores, key=BEFORE.get)


def test_what_the_tables_lack_is_not_recomputable_and_says_why():
    claim = CLAIMS["tau_fa_ad"]
    study = Study(TABLES)
    for other, note in (
        (
            replace(claim, statistic="accuracy_of_a_judge"),
            "no rule for the statistic accuracy_of_a_judge",
        ),
        (replace(claim, panel="gone"), "the suite has no runs of gone"),
        (replace(claim, subject=("FA", "XX")), "unknown metric 'XX'"),
        (replace(CLAIMS["rho_ra"], panel=RESNET), "0 runs"),
        (
            replace(CLAIMS["later_mmubench_fa_ra"], subject=("FA", "RA", "nowhere")),
            "no runs of runs:nowhere",
        ),
        (replace(claim, panel=BLIP, subject=("FA", "JS")), "0 of 1 blocks"),
    ):
        figure = recompute(study, other)
        assert math.isnan(figure.value)
        assert note in figure.note
        assert outcome(other, figure) == "not recomputable"


def test_every_statistic_has_a_recipe_and_none_without_its_pool():
    assert set(RECIPES) == set(STATISTICS)
    figure = recompute(Study(TABLES), POOL_CLAIMS["auc_es"])
    assert math.isnan(figure.value)
    assert "unknown metric of the pools 'es'" in figure.note
    assert outcome(POOL_CLAIMS["auc_es"], figure) == "not recomputable"


def test_counterparts_break_no_ties_by_row_order():
    """The tie-aware counterpart of every claim is the same for every order of the method rows."""
    first, other = Study(TABLES), Study(reordered((2, 0, 3, 1)))
    for claim in CLAIMS.values():
        figure, other_figure = counterpart(first, claim), counterpart(other, claim)
        if figure is None:
            assert other_figure is None
        else:
            assert other_figure.value == pytest.approx(figure.value, abs=1e-9, nan_ok=True)
            assert figure.label


def test_counterparts_of_the_abstract_and_of_no_claims():
    study = Study(TABLES)
    assert counterpart(study, CLAIMS["p_ra"]).value == pytest.approx(17 / 24)
    assert counterpart(study, CLAIMS["rho_ra"]).value == pytest.approx(
        0.6
    )  # on MMUBench, where alone RA varies
    assert counterpart(study, CLAIMS["n_runs"]) is None
    assert np.isfinite(counterpart(study, CLAIMS["stability_mean"]).value)
    assert claims(replace(TABLES, published=TABLES.published.iloc[:0])) == ()
