"""Listed metrics against the distance to the retrained model: LoTUS's RF-JSD, by plain pandas."""

import pandas as pd
import pytest

from components.answers.reliability.trust import TRUST
from components.results.listed_metrics import listed_metrics
from tests.answered import view_of
from tests.released import built_in

TABLES = built_in("lotus")
ORACLE = "jsd_1e4"


@pytest.mark.parametrize("panel", ["resnet18", "vit", "classes"])
def test_rf_jsd_is_held_against_jsd_benchmark_by_benchmark(panel: str) -> None:
    role = {method.id: method.role for method in TABLES.methods}
    runs = TABLES.runs_of(panel)
    (listed,) = listed_metrics(view_of(TABLES, panel=panel))
    taus, n_beaten = [], 0
    for _, rows in runs.groupby("benchmark", sort=False, observed=True):
        by_role = dict([*rows.groupby(rows["method"].map(role))])
        candidates = by_role["candidate"]
        both = candidates[["rf_jsd_1e4", ORACLE]].dropna()
        taus.append(both["rf_jsd_1e4"].corr(both[ORACLE], method="kendall"))
        n_beaten += candidates["rf_jsd_1e4"].min() < by_role["reference"]["rf_jsd_1e4"].mean()
    assert sorted(listed.taus) == pytest.approx(sorted(taus))
    assert (listed.n_beaten, listed.n_blocks) == (n_beaten, len(taus))


def test_trust_says_so_of_whole_classes_and_random_blocks_hold_nine_of_eleven() -> None:
    lines = TRUST.said(view_of(TABLES, panel="classes")).lines
    assert (
        "RF-JSD, only listed: its τ with closeness to the retrained model is −0.64 to 0.42."
        in lines
    )
    assert "By RF-JSD some method beats the retrained model on 4 of 4 benchmarks." in lines
    random = [listed_metrics(view_of(TABLES, panel=panel))[0] for panel in ("resnet18", "vit")]
    assert (sum(m.n_beaten for m in random), sum(m.n_blocks for m in random)) == (9, 11)
    assert listed_metrics(view_of(built_in("tofu_seeds"))) == (), "no distance was measured"
    assert pd.Series(random[0].taus + random[1].taus).mean() == pytest.approx(0.70, abs=0.005)
