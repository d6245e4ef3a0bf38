"""Mean pairwise τ under each counting rule (METHODS 4): printed figures, SciPy, and what
entered."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from components.stats.agreement.mean_tau import mean_taus
from tests.stats.agreement.cases import BLIP, LLAVA, RESNET


@pytest.mark.parametrize("panel", [LLAVA, RESNET], ids=lambda p: p.id)
def test_pooled_rules_equal_scipy_over_the_runs_with_both_values(panel):
    for rule, values in (("published", panel.values), ("aligned, pooled", panel.aligned)):
        flat = values.reshape(-1, 5)
        taus = []
        for x, y in combinations(range(5), 2):
            both = flat[~np.isnan(flat[:, [x, y]]).any(axis=1)]
            taus.append(stats.kendalltau(both[:, x], both[:, y]).statistic)
        assert mean_taus(panel)[rule].mean_tau == pytest.approx(np.mean(taus), abs=1e-12)


def test_what_entered_and_what_was_missing_or_undefined():
    result = mean_taus(RESNET)["published"]
    assert (result.pairs_defined, result.pairs, result.runs_fewest, result.runs) == (10, 10, 10, 12)
    assert result.missing == {"JS": 2}
    blocks = mean_taus(LLAVA)["aligned, blocks"]
    assert (blocks.blocks, blocks.missing) == (9, {})
    for result in mean_taus(BLIP).values():
        assert (result.pairs_defined, result.pairs, abs(result.mean_tau)) == (1, 10, 1.0)
        assert result.missing == {"MIA": 2, "JS": 2}
    result = mean_taus(LLAVA.subset(methods=[0]))["aligned, blocks"]
    assert result.mean_tau is None
    assert {result.pairs_defined, result.runs_fewest} == {0}
