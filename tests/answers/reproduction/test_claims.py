"""Reproduction and recoverability: rows, verdicts and links are computed from the claims and the runs."""

from dataclasses import replace

import pandas as pd
import pytest

from components.answers.reproduction.checked import printed_text
from components.answers.reproduction.claims import ReproductionResult, claims_table, say, verdict
from components.answers.reproduction.claims import compute as reproduction
from components.answers.reproduction.recoverability import compute as recoverability
from components.answers.reproduction.recoverability import draw
from components.answers.reproduction.recoverability import say as recovered
from components.pages import REPRODUCTION
from components.resolved import Resolved
from components.selection import parse, to_query
from components.table import records
from data.folders import BUILT_IN
from tests.answered import look, view_of
from tests.made import made_tables
from tests.released import TABLES, built_in

VIEW = view_of()
RESULT = reproduction(VIEW)
BY = {r.id: r for r in RESULT.rows}


def test_filters_of_the_page_and_suites_without_claims():
    assert reproduction(view_of(benchmarks="mmubench", methods="salun", weights="equal")) == RESULT
    tables = made_tables(pd.DataFrame([[0.5]]).to_numpy().reshape(1, 1, 1, 1))
    resolved = view_of(tables)
    assert REPRODUCTION.content(resolved) == {"reproduction": [], "recoverability": []}
    assert REPRODUCTION.leads(resolved) == ["This suite lists no printed number."]


def test_a_changed_run_changes_the_verdict():
    runs = TABLES.runs.copy()
    runs.loc[runs["panel"] == "llava_multimodal", "RA"] = 0.5
    changed = reproduction(Resolved(replace(TABLES, runs=runs), VIEW.selection))
    rows = {r.id: r for r in changed.rows}
    assert rows["rho_ra"].outcome == "not recomputable"
    assert rows["weight_mia"].outcome == "mismatch"
    assert rows["rho_mia"].outcome == "match"


@pytest.mark.parametrize(
    ("claim", "page", "query"),
    [
        ("tau_fa_ad", "agreement", {"protocol": "published", "pair": "FA,AD"}),
        ("mean_tau_unimodal", "agreement", {"panel": "resnet_unimodal", "protocol": "published", "scope": "pooled"}),
        ("later_mmubench_fa_ra_p", "agreement", {"scope": "runs:mmubench", "pair": "FA,RA"}),
        ("rho_fa", "reliability", {"metric": "FA"}),
        ("stability_sd", "stability", {"protocol": "published"}),
        ("uqs_salun", "leaderboard", {"method": "salun"}),
        ("n_runs", "data", {"table": "runs", "find": "llava_multimodal"}),
    ],
)
def test_each_claim_leads_to_the_view_that_shows_its_number(claim, page, query):
    row = BY[claim]
    assert row.page == page
    linked = to_query(replace(VIEW.selection, **row.choices), TABLES)
    assert linked == {"suite": "unified_unlearning", "rows": "checkpoints", **query}
    assert parse(linked, TABLES)[1] == ()


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(-0.26, 2, "−0.26"), (36.0, 0, "36"), (0.0135562130, 14, "0.013556"), (None, 3, "–"), (-1.0, 1, "−1.0")],
)
def test_numbers_are_shown_at_the_printed_decimals(value, decimals, text):
    assert printed_text(value, decimals) == text


@pytest.mark.parametrize("suite", ["unified_unlearning", "muse_original", "tofu_original", "unlearncanvas"])
def test_what_is_printed_is_shown_to_its_last_digit(suite):
    file = pd.read_csv(BUILT_IN / suite / "published.csv", dtype=str).set_index("claim")["printed"]
    tables = built_in(suite)
    for row in reproduction(view_of(tables)).rows:
        assert float(row.printed_text.replace("−", "-")) == pytest.approx(float(file[row.id]), abs=5e-7), row.id
        if row.decimals == 0 and file[row.id].lstrip("-").isdigit():
            assert "." not in row.printed_text + row.recomputed_text, row.id


def test_the_recoverability_pilot_has_shares_and_intervals():
    rows = recoverability(VIEW)
    assert [(r.revealed, r.suppressed) for r in rows] == [(6, 6), (5, 6), (18, 18), (23, 24)]
    assert rows[3].share.share == pytest.approx(23 / 24)
    assert (round(rows[3].share.low, 3), round(rows[3].share.high, 3)) == (0.798, 0.993)
    sentences = recovered(rows, VIEW.labels).notes
    assert "23 of 24 samples that failed directly still revealed the answer, 0.958 " in sentences[3]
    assert sentences[4].startswith("The sources disagree on Gradient Ascent: 6 of 6 ")
    fig = draw(rows, look(VIEW))
    assert list(fig.data[1].x) == [r.share.share for r in rows]
    assert list(fig.data[0].x[:2]) == [rows[0].share.low, rows[0].share.high]


def test_claims_are_chosen_by_source_and_outcome():
    assert RESULT.sources[:2] == ["abstract", "outputs/analysis_results.json"]
    assert len(RESULT.filtered("", "").rows) == 40
    assert {r.id for r in RESULT.filtered("first README", "superseded").rows} == {
        "superseded_tau_fa_ra", "superseded_stability", "superseded_rho_ad_js",
    }  # fmt: skip
    assert RESULT.filtered("abstract", "mismatch").rows == ()


def test_claims_whose_sign_changes_are_chosen_and_come_first():
    # the printed figure and its counterpart on two sides of zero, read off the two columns by pandas
    table = pd.DataFrame(records(claims_table(RESULT, VIEW.labels))).set_index("claim")
    both = table[table["statistic_label"].str.contains("τ|ρ") & (table["verdict"] == "match")]
    turned = set(both.index[both["printed"] * both["tie_aware"] < 0])
    assert {"tau_fa_mia", "rho_fa"} < turned
    chosen = RESULT.filtered(outcome="other sign").rows
    assert {r.id for r in chosen} == turned
    assert all(r.changes_sign for r in chosen)
    shown = RESULT.filtered().rows
    assert {r.id for r in shown[: len(turned)]} == turned
    assert [r.outcome for r in shown[-3:]] == ["superseded"] * 3
    wrong = replace(BY["n_runs"], outcome="mismatch")
    assert replace(RESULT, rows=(*RESULT.rows, wrong)).filtered().rows[0] == wrong


@pytest.mark.parametrize(
    ("words", "claims"),
    [
        ("FA MIA", ["tau_fa_mia"]),
        ("mia  fa", ["tau_fa_mia"]),
        ("FA–MIA", ["tau_fa_mia"]),
        ("MMUBench fa", ["later_mmubench_fa_ra", "later_mmubench_fa_ra_p"]),
        ("FA nothing", []),
    ],
)
def test_claims_are_found_by_the_beginnings_of_words(words, claims):
    assert [r.id for r in RESULT.filtered(words=words).rows] == claims


def test_the_verdict_counts_what_the_rows_say():
    assert list(say(RESULT, VIEW.labels).lines) == [
        "All 37 printed numbers that can be checked reproduce; 8 change sign under the tie-aware protocol.",
        "18 correlations were counted again by it; 3 superseded numbers do not reproduce.",
        "",
    ]
    rows = tuple(replace(r, outcome="mismatch", matches=False) if r.id == "rho_ra" else r for r in RESULT.rows)
    lines = say(ReproductionResult(rows=rows), VIEW.labels).lines
    assert lines[0] == "36 of 37 printed numbers that can be checked reproduce."
    assert lines[1].startswith("17 correlations were counted again by it, 8 changed sign; 3 superseded")
    assert lines[2] == "Not reproduced: rho_ra."
    assert verdict(0, 0, 0) == "No printed number can be checked with these tables."
    assert verdict(1, 1, 0) == "The one printed number that can be checked reproduces."
