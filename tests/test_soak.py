"""Readers, uploads, attacks and a kill at once: every answer is right, refused, or cut."""

import pytest

from tests.bench.soak import soaked


@pytest.mark.long
def test_a_minute_of_everything_at_once():
    outcome = soaked(1.5)
    assert outcome["failures"] == {}
    assert outcome["errors in the log"] == {}
    assert outcome["kills"] >= 1
    assert outcome["answers"]["right"] > 20
    assert outcome["queries of the SQL console"]["refused"] >= 2
