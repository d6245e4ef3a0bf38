"""The page of what changed without a browser."""

from components.answers.changes.versions import NO_VERSIONS, changes_of, lead, verdicts

from data import manifest, versions
from tests.answered import text_of as texts
from tests.released import TABLES, built_in


def test_every_version_of_the_suite_is_shown_newest_first(app_test) -> None:
    app = app_test("changes", {"suite": "calibration"})
    assert not app.exception
    assert not app.error
    result = changes_of(built_in("calibration"))
    told = texts(app)
    assert lead(result)[0] in told
    assert all(s in told for v in result.versions for s in verdicts(v))
    places = [told.index(f"{v.date} · {v.version}") for v in result.versions]
    assert places == sorted(places)
    assert set(app.dataframe[0].value["panel"]) == {"Images", "Images and questions", "Facts"}


def test_a_suite_without_a_record(app_test, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    assert lead(changes_of(TABLES)) == [NO_VERSIONS]


def test_a_version_whose_tables_are_lost_is_told_with_the_counts_of_its_manifest(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(versions, "FOLDER", tmp_path)
    newest, second, first = changes_of(TABLES).versions
    assert [v.runs for v in (newest, second, first)] == [50, 50, 50]
    assert newest.difference is None
    assert verdicts(newest) == [
        "The table metrics has other contents in its 6 rows.",
        "What became of ranks cannot be said: no tables are kept of the data version bf519e7d2d8f of "
        "unified_unlearning.",
    ]
    assert first.reason == "no tables are kept of the data version 16bda774b0fa of unified_unlearning"
