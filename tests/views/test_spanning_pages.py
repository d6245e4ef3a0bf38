"""The pages of a method and of a metric without a browser: shown, unknown, hostile, shared, asked for by programs."""

import pytest


def links(app) -> str:
    return " ".join(e.proto.body for e in app.get("html"))


def test_a_method_is_shown_with_links_to_boards_and_metrics(app_test) -> None:
    app = app_test("method", {"id": "npo"})
    assert app.title[0].value == "NPO"
    assert not app.warning
    body = links(app)
    assert 'href="leaderboard?suite=tofu_seeds&amp;rows=checkpoints&amp;panel=tofu_llama32_3b&amp;method=npo"' in body
    assert 'href="metric?id=truth_ratio"' in body
    assert 'href="method?id=simnpo"' in body


def test_a_metric_is_shown_with_links_to_what_it_rests_on(app_test) -> None:
    app = app_test("metric", {"id": "truth_ratio"})
    assert app.title[0].value == "Truth ratio"
    assert 'href="calibration?suite=tofu&amp;rows=best"' in links(app)


@pytest.mark.parametrize(
    ("path", "wanted"), [("method", "<script>alert(1)</script>"), ("metric", "npoo"), ("metric", "")]
)
def test_an_unknown_name_is_told_and_all_are_listed(app_test, path: str, wanted: str) -> None:
    app = app_test(path, {"id": wanted})
    assert len(app.warning) == bool(wanted)
    assert "<script" not in links(app)
    assert f'href="{path}?id=' in links(app)
