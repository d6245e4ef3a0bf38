"""A thousand malformed and hostile files: always a clear message or a table, and the page works afterwards."""

from dataclasses import replace

from components.errors import LeaderboardError
from components.intake.work import Work, begin, examined, suite_of
from components.widgets.your_results.ranked import linked
from data.problems import SuiteProblems
from data.registry import Tables
from tests.fuzz.hostile import file
from tests.released import built_in

SUITE = built_in("unified_unlearning")
SUITES = {SUITE.suite.id: SUITE}


def mended(work: Work) -> Tables | None:
    """The suite after the first fix of every problem, round after round; None where something stays in the way."""
    for _ in range(6):
        found = examined(work, SUITES)
        blocking = [f for f in found.findings if f.blocking]
        for f in found.findings:
            assert f.title
            assert f.present
            assert f.expected
        if not blocking:
            return suite_of(work, found, SUITES, {})
        fixes = tuple(f.offers[0].fix for f in blocking if f.offers)
        if not fixes:
            return None
        work = replace(work, fixes=(*work.fixes, *fixes))
    return None


def test_files_are_read_or_refused_in_words(portion, share, files) -> None:
    built = 0
    for number in share(files, portion):
        refusal = ""
        try:
            work = begin([file(number)], [SUITE])
            tables = suite_of(work, None, SUITES, {}) if work.is_suite else mended(work)
            built += tables is not None
        except SuiteProblems as problems:
            refusal = problems.problems[0].message
        except LeaderboardError as error:
            refusal = str(error)
        assert not refusal or ("found" in refusal and "expected" in refusal) or "reading took" in refusal, (
            number,
            refusal,
        )
        assert len(refusal) < 600, (number, refusal)
    assert built, "some of the files are suites after all"


def test_the_page_takes_any_file_and_works_on(app_test, portion, share, files, unharmed) -> None:
    """Every file goes through the page; what becomes a suite is shown on every page."""
    app = app_test("your-results")
    for number in share(files if files > 100 else 5, portion):
        file_name, content = file(number)
        app.file_uploader[0].set_value([(file_name, content[: 10 * 2**20], "")])
        app.run(timeout=120)
        said = unharmed(app)
        for key in ("fix_all", *["fix_blocking_0_0"] * 4):
            if any(b.key == key for b in app.button):
                app.button(key=key).click()
                app.run(timeout=120)
                said = unharmed(app)
        assert app.error or "rows" in said or "row" in said, number
        if "suite" in app.query_params:
            for page in linked(SUITE):
                app.switch_page(page.script)
                app.run(timeout=120)
                unharmed(app)
            app.switch_page("../pages/your_results.py")
            app.run(timeout=120)
        if any(b.key == "start_over" for b in app.button):
            app.button(key="start_over").click()
            app.run(timeout=120)
        unharmed(app)
    app.button(key="example").click()
    app.run(timeout=120)
    assert "6 questions in 54 places" in unharmed(app)
