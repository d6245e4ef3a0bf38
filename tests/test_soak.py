"""Readers, uploads, attacks and a kill at once: every answer is right, refused, or cut."""

import pytest

from tests.bench.soak import soaked


@pytest.mark.long
def test_a_minute_of_everything_at_once():
    found = soaked(1.5)
    assert found["failures"] == {}
    assert found["errors in the log"] == {}
    assert found["kills"] >= 1
    assert found["answers"]["right"] > 20
    assert found["queries of the SQL console"]["refused"] >= 2
