"""The inversion audit of made reconstructions whose counts are known, and its figures."""

from dataclasses import replace

import pandas as pd
import pytest
from scipy.stats import t

from components.answers.inversion import confusion, slopes
from components.pages import INVERSION
from components.results.inversion import audit, compute
from data.errors import LeaderboardError
from tests import made_inversion
from tests.answered import look, view_of
from tests.beside import beside
from tests.released import TABLES, built_in

CASES = beside(__file__)

WITH = replace(TABLES, extras=made_inversion.tables())
VIEW = view_of(WITH)
RESULT = VIEW.of(compute)


def audited(**columns):
    return audit(pd.DataFrame(columns))


def words(result):
    return slopes.say(result, VIEW.labels)


def test_counts_by_attack_and_over_all():
    by = {(r.private_set, r.attack): r for r in RESULT.attacks}
    assert by["small", "subspace"].counts.counts == (100, 40, 0, 60)
    assert RESULT.overall.counts.total == 1200
    assert RESULT.overall.counts.counts == (340, 500, 0, 360)
    assert by["small", "gradient"].numbers["fnr"] is None
    assert by["small", "gradient"].numbers["fpr"] == 0.9
    assert RESULT.overall.numbers["identities"] == 20, (
        "a digit of two private sets is two identities"
    )
    assert [j.label for j in RESULT.judges] == ["judge 1 – kind 1", "judge 2 – kind 2"]


def test_rates_have_both_intervals():
    numbers = RESULT.attacks[1].numbers
    for name, rate in {"fpr": 0.4, "fnr": 0.0, "fdr": pytest.approx(2 / 7)}.items():
        assert numbers[name] == rate
        assert numbers[f"{name}_low"] <= numbers[name] <= numbers[f"{name}_high"]
        assert numbers[f"{name}_cluster_low"] is None
    assert RESULT.attacks[1].cluster_reason == "all identities give the same"


def test_the_report_has_the_audit_or_the_reason_why_there_is_none():
    result = INVERSION.content(view_of(WITH, judge="judge2", private_set="small"))["inversion"]
    overall = result["overall"]
    assert result["judge"] == "judge2"
    assert (overall["answered"], overall["refused_judge"]) == (570, 30)
    assert [(r["attack"], r["fpr"]) for r in result["rows"]] == [
        (r.attack, r.numbers["fpr"])
        for r in audit(WITH.extras["inversion"], "judge2", "small").attacks
    ]
    assert INVERSION.content(view_of())["inversion"] == {
        "reason": "This suite has no reconstructions."
    }


def test_a_table_without_identities_has_no_interval_over_them():
    result = audited(private_set=["x", "y"], standard=["yes", "no"], judge=["no", "no"])
    numbers = result.overall.numbers
    assert (numbers["identities"], numbers["fpr_cluster_low"]) == (0, None)
    assert result.overall.cluster_reason == "the table names no identities"
    assert len(words(result).lines) == 2, "nothing is known of identities that repeat"


def test_answers_that_cannot_be_read_are_refused():
    for columns in (
        {"standard": ["yes"]},
        {"standard": ["what"], "judge": ["no"]},
        {"standard": [], "judge": []},
    ):
        with pytest.raises(LeaderboardError, match=r"^inversion.* expected "):
            audit(pd.DataFrame(columns))


def test_the_interval_by_identity_is_that_of_the_linearised_ratio():
    """Cochran 1977, section 6.3: the variance of Σx/Σm over G clusters is that of x − r·m, with t
    of G − 1 degrees of freedom."""
    view = view_of(built_in("calibration"))
    result = view.of(compute)
    rejected = view.tables.extras["inversion"].query("judge1 == 'no'")
    of_identity = rejected.assign(accepted=rejected["standard"] == "yes").groupby(
        ["private_set", "identity"]
    )["accepted"]
    accepted, n_rejected = of_identity.sum().to_numpy(float), of_identity.count().to_numpy(float)
    share = accepted.sum() / n_rejected.sum()
    n_clusters = len(accepted)
    residuals = accepted - share * n_rejected
    variance = n_clusters / (n_clusters - 1) * (residuals**2).sum() / n_rejected.sum() ** 2
    width = t.ppf(0.975, n_clusters - 1) * variance**0.5
    numbers = result.overall.numbers
    assert numbers["identities"] == n_clusters == 20
    ends = [numbers["fpr_cluster_low"], numbers["fpr_cluster_high"]]
    assert ends == pytest.approx([share - width, share + width], abs=0.015)
    assert slopes.say(result, view.labels).lines[1] == (
        "Of those the judge rejects, the evaluator accepts 59 % (44 to 73 %, by identity)."
    )
    assert len(words(result).lines) == 2


def test_the_verdicts():
    assert words(RESULT).lines == CASES["lines"]
    nothing = audited(standard=["yes", ""], judge=["", "no"])
    assert words(nothing).lines == ["No reconstruction was answered by both evaluators."]
    all_yes = words(audited(standard=["yes", "no", ""], judge=["yes", "yes", "yes"]))
    assert all_yes.lines[1] == "The judge rejects none."
    assert all_yes.notes == ["Not counted: 1 reconstruction that an evaluator refused."]
    assert confusion.say(RESULT, VIEW.labels).lines == [
        "False positives are most frequent for gradient · small: 90 % of what the judge rejects."
    ]


def test_the_table_shows_agreement_beyond_chance():
    shown = slopes.slopes_table(RESULT, VIEW.labels).at("print")
    row = next(row for row in shown.rows if (row.private_set, row.attack) == ("small", "subspace"))
    cell_of_head = {column.head: column.cell(row) for column in shown.columns}
    # of 200: 160 agree, 100 by chance; AC1 by chance 2 * 0.6 * 0.4
    assert cell_of_head["κ"] == pytest.approx((0.8 - 0.5) / 0.5)
    assert cell_of_head["AC1"] == pytest.approx((0.8 - 0.48) / 0.52)


COLUMNS = {
    "attack": ["a"] * 20 + ["<b>b</b>"] * 10 + ["c"] * 2,
    "private_set": ["x"] * 10 + ["y"] * 10 + ["x"] * 12,
    "standard": ["yes"] * 9 + ["no"] + ["yes"] * 5 + ["no"] * 5 + ["no"] * 10 + ["refused"] * 2,
    "judge1": ["yes"] * 2 + ["no"] * 8 + ["yes"] * 4 + ["no"] * 6 + ["no"] * 10 + ["yes"] * 2,
}
DRAWN, LOOK = audit(pd.DataFrame(COLUMNS)), look(VIEW)


def test_a_line_per_attack_from_one_evaluator_to_the_other():
    fig = slopes.draw(DRAWN, LOOK)
    assert [list(t.y) for t in fig.data] == [[0.9, 0.2], [0.0, 0.0], [0.5, 0.4]], (
        "nothing to draw of a refused attack"
    )
    assert fig.data[0].line.dash != fig.data[2].line.dash, (
        "private sets are not told apart by colour alone"
    )
    assert [a.text for a in fig.layout.annotations] == CASES["a line per"]
    assert list(fig.layout.xaxis.ticktext) == ["standard", "judge 1"]


def test_bars_are_shares_of_what_was_answered_with_counts_inside():
    fig = confusion.draw(DRAWN, LOOK)
    shares = [[0.2, 0, None, 0.4], [0.7, 0, None, 0.1], [0, 0, None, 0], [0.1, 1, None, 0.5]]
    assert [list(t.x) for t in fig.data] == shares
    assert list(fig.data[1].text) == ["7", "", "", "1"]
    assert list(fig.data[2].text) == ["", "", "", ""]
    assert list(fig.data[0].y) == [3, 2, 1, 0]
    assert len({t.marker.pattern.shape for t in fig.data}) == 4
    assert list(fig.layout.yaxis.ticktext) == CASES["bars are shares"]
