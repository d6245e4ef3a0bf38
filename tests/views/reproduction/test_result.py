"""The reproduction part: rows, verdicts, links and words are computed from the claims and the runs."""

from __future__ import annotations

import json
from dataclasses import replace

import pandas as pd
import pytest

from components.plain import plain
from components.resolved import Resolved
from components.selection import default_selection, parse, to_query
from components.views.reproduction.result import printed_text, recoverability, reproduction, verdict_text
from components.views.reproduction.tables import chosen, claims_table, recoverability_table, sources
from components.views.reproduction.words import (
    counterpart_sentence,
    mismatch_sentence,
    recoverability_sentences,
    summary_sentence,
)
from tests.made import made_tables
from tests.released import TABLES

VIEW = Resolved(TABLES, default_selection(TABLES))
ROWS = reproduction(VIEW)
BY = {r["claim"]: r for r in ROWS}


def test_the_rows_have_the_keys_of_the_report_and_are_plain():
    assert len(ROWS) == 40
    assert all({"claim", "printed", "decimals", "recomputed", "tie_aware", "outcome"} <= set(r) for r in ROWS)
    assert json.loads(json.dumps(plain(ROWS), allow_nan=False)) == plain(ROWS)


def test_the_summary_counts_what_the_rows_say():
    assert (
        summary_sentence(ROWS)
        == "37 of 37 figures that can be recomputed match what is printed; 3 superseded ones do not."
    )
    assert mismatch_sentence(ROWS) == ""
    wrong = [{**r, "outcome": "mismatch", "matches": False} if r["claim"] == "rho_ra" else r for r in ROWS]
    assert summary_sentence(wrong).startswith("36 of 37 figures")
    assert mismatch_sentence(wrong) == "Not reproduced: rho_ra."
    some = [BY["superseded_stability"], {**BY["rho_ra"], "outcome": "not recomputable", "matches": None}]
    assert summary_sentence(some) == "1 cannot be recomputed from these tables; 1 superseded one does not."
    assert summary_sentence([]) == "This suite lists no published figure."


def test_filters_of_the_page_do_not_change_the_claims():
    selection, _ = parse({"benchmarks": "mmubench", "methods": "salun", "weights": "equal"}, TABLES)
    assert reproduction(Resolved(TABLES, selection)) == ROWS


def test_a_changed_run_changes_the_verdict():
    runs = TABLES.runs.copy()
    runs.loc[runs["panel"] == "llava_multimodal", "RA"] = 0.5
    rows = {r["claim"]: r for r in reproduction(Resolved(replace(TABLES, runs=runs), VIEW.selection))}
    assert rows["rho_ra"]["outcome"] == "not recomputable"
    assert rows["weight_mia"]["outcome"] == "mismatch"
    assert rows["rho_mia"]["outcome"] == "match"


@pytest.mark.parametrize(
    ("claim", "page", "query"),
    [
        ("tau_fa_ad", "agreement", {"protocol": "published", "pair": "FA,AD"}),
        ("mean_tau_unimodal", "agreement", {"panel": "resnet_unimodal", "protocol": "published", "scope": "pooled"}),
        ("later_pooled_fa_ra", "agreement", {"scope": "pooled", "pair": "FA,RA"}),
        ("later_mmubench_fa_ra_p", "agreement", {"scope": "runs:mmubench", "pair": "FA,RA"}),
        ("rho_fa", "reliability", {"metric": "FA"}),
        ("stability_sd", "stability", {"protocol": "published"}),
        ("weight_js", "", {}),
        ("uqs_salun", "", {"method": "salun"}),
        ("n_runs", "data", {"table": "runs", "find": "llava_multimodal"}),
    ],
)
def test_each_claim_leads_to_the_view_that_shows_its_number(claim, page, query):
    row = BY[claim]
    assert row["page"] == page
    linked = to_query(replace(VIEW.selection, **row["choices"]), TABLES)
    assert linked == {"suite": "unified_unlearning", **query}
    assert parse(linked, TABLES)[1] == ()


def test_verdicts_in_words():
    assert BY["superseded_tau_fa_ra"]["verdict"] == "superseded, contradicted by the tables"
    assert verdict_text("superseded", None) == "superseded, not recomputable"
    assert verdict_text("superseded", True) == "superseded, yet reproduced"
    assert verdict_text("mismatch", False) == "mismatch"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(-0.26, 2, "−0.26"), (36.0, 0, "36"), (0.0135562130, 14, "0.013556"), (None, 3, "–"), (-1.0, 1, "−1.0")],
)
def test_numbers_are_shown_at_the_printed_decimals(value, decimals, text):
    assert printed_text(value, decimals) == text


def test_counterparts_with_the_other_sign_are_counted():
    said = counterpart_sentence(ROWS)
    kinds = ("kendall_tau_published", "tau_b_pooled_aligned", "tau_b_benchmark", "spearman_rho")
    both = [r for r in ROWS if r["statistic"] in kinds and r["outcome"] == "match"]
    turned = [r for r in both if r["tie_aware"] * r["printed"] < 0]
    assert f"of {len(both)} matching correlations" in said
    assert f"{len(turned)} have the other sign there" in said
    assert counterpart_sentence([]) == ""


def test_the_recoverability_pilot_has_shares_intervals_and_the_disagreement_of_its_sources():
    rows = recoverability(VIEW)
    assert [(r["revealed"], r["suppressed"]) for r in rows] == [(6, 6), (5, 6), (18, 18), (23, 24)]
    assert rows[3]["share"] == pytest.approx(23 / 24)
    assert (round(rows[3]["low"], 3), round(rows[3]["high"], 3)) == (0.798, 0.993)
    said = recoverability_sentences(rows)
    assert said[-1] == (
        "The sources disagree on Gradient Ascent: 6 of 6 (outputs/kr_pilot_summary.txt) "
        "and 5 of 6 (later revision README)."
    )
    assert sum("disagree" in s for s in said) == 1
    assert len(recoverability_table(rows)) == 4


def test_a_suite_without_claims_or_pilot_has_empty_parts():
    tables = made_tables(pd.DataFrame([[0.5]]).to_numpy().reshape(1, 1, 1, 1))
    resolved = Resolved(tables, default_selection(tables))
    assert reproduction(resolved) == []
    assert recoverability(resolved) == []
    assert claims_table([]).empty


def test_claims_are_chosen_by_source_and_outcome():
    assert sources(ROWS)[:2] == ["abstract", "outputs/analysis_results.json"]
    assert len(chosen(ROWS, "", "")) == 40
    assert {r["claim"] for r in chosen(ROWS, "first README", "superseded")} == {
        "superseded_tau_fa_ra", "superseded_stability", "superseded_rho_ad_js",
    }  # fmt: skip
    assert chosen(ROWS, "abstract", "mismatch") == []
    assert claims_table(ROWS)["claim"].tolist() == [r["claim"] for r in ROWS]
