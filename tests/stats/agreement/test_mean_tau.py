"""Mean pairwise τ under each counting rule: printed figures, SciPy, and what entered."""

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
    found = mean_taus(RESNET)["published"]
    assert (found.pairs_defined, found.pairs, found.runs_fewest, found.runs) == (10, 10, 10, 12)
    assert found.missing == {"JS": 2}
    blocks = mean_taus(LLAVA)["aligned, blocks"]
    assert (blocks.blocks, blocks.missing) == (9, {})
    for found in mean_taus(BLIP).values():
        assert (found.pairs_defined, found.pairs, abs(found.mean_tau)) == (1, 10, 1.0)
        assert found.missing == {"MIA": 2, "JS": 2}
    found = mean_taus(LLAVA.subset(methods=[0]))["aligned, blocks"]
    assert found.mean_tau is None
    assert {found.pairs_defined, found.runs_fewest} == {0}
