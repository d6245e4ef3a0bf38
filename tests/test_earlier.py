"""What a link of an earlier data version opened with, offered where that is not what its suite opens with now."""

import pytest
from components.earlier import earlier_defaults, sentence

from components.selection import default_selection, parse, to_query
from data import store


@pytest.mark.parametrize(
    ("suite", "panel", "version", "choices"),
    [
        ("muse_seeds", "news", "594012a6165d", {"weights": "equal", "floors": "none"}),
        ("tofu_seeds", "tofu_llama32_3b", "16c466ad3804", {"weights": "equal"}),
        ("unified_unlearning", "llava_multimodal", "bf519e7d2d8f", {}),
        ("calibration", "sequence", "c52b906bbe2d", {}),
        ("muse_seeds", "news", "0123456789ab", {}),
    ],
)
def test_what_a_version_before_floors_opened_with(suite, panel, version, choices):
    tables = store.tables(suite)
    found = earlier_defaults(tables, panel, version, None)
    assert found == choices
    assert parse(dict(found), tables)[1] == ()


def test_it_is_said_and_offered_in_one_click(app_test):
    app = app_test("leaderboard", {"suite": "muse_seeds", "data": "594012a6165d"})
    told = sentence({"weights": "equal", "floors": "none"})
    assert told == "Defaults have changed: a link made before opened with equal weights over metrics and no floor."
    assert any(told.split(":")[0] in i.value.replace("\\", "") for i in app.info)
    app.button(key="earlier_defaults").click().run()
    assert not app.exception
    query = {name: value if isinstance(value, str) else value[0] for name, value in app.query_params.items()}
    assert (query["weights"], query["floors"]) == ("equal", "none")
    assert "data" not in query
    own = app_test("leaderboard", {"suite": "muse_seeds", "data": "594012a6165d", "weights": "equal", "floors": "none"})
    assert "earlier_defaults" not in [b.key for b in own.button]


def test_a_link_without_rows_says_that_it_is_older_and_offers_checkpoints(app_test):
    tables = store.tables("tofu")
    assert to_query(default_selection(tables), tables) == {"suite": "tofu", "rows": "best"}
    assert earlier_defaults(tables, "llama32_1b", "", None) == {"rows": "checkpoints"}
    app = app_test("leaderboard", {"suite": "tofu"})
    assert any("opened with every checkpoint as a row" in i.value for i in app.info)
    app.button(key="earlier_defaults").click().run()
    assert app.query_params["rows"] in ("checkpoints", ["checkpoints"])
    assert not app.info
    for query in ({"suite": "tofu", "rows": "best"}, {"suite": "muse_seeds"}, {}):
        assert "earlier_defaults" not in [b.key for b in app_test("leaderboard", query).button]
