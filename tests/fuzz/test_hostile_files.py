"""Malformed and hostile files: always a clear message or a table, and the page works afterwards."""

from components import pages
from components.intake.grid import Work, grid
from components.intake.known import known
from components.intake.suite import own_suite, runs_of, whole_suite
from data.errors import LeaderboardError
from data.problems import SuiteProblems
from data.read.files import read
from data.registry import Tables
from tests.fuzz.conftest import FILES, share, unharmed
from tests.fuzz.hostile import file
from tests.released import built_in

SUITE = built_in("unified_unlearning")
KNOWN = known([SUITE])
OTHERS = (pages.OVERVIEW, pages.YOUR_RESULTS)
SHOWN = [p for p in pages.PAGES if not p.spans and p not in OTHERS]
"""The pages on which a suite is shown that a reader brought."""


def made(number: int) -> Tables | None:
    """The suite of a file, everything to decide answered; None if it has no metric."""
    work = Work(read([file(number)]))
    if work.sheet.suite:
        return whole_suite(work.sheet.suite)
    understood = grid(work, KNOWN, None)
    work = work.saying(
        [c.name for c in understood.columns if c.open], better="higher", unit="as it is"
    )
    understood = grid(work, KNOWN, None)
    runs = runs_of(understood)
    scored = [m for m in runs.metrics.values() if m["group"] != "cost" and m["role"] == "score"]
    return own_suite(understood, runs) if runs.keys and scored else None


def test_files_are_read_or_refused_in_words(portion):
    built = 0
    for number in share(FILES, portion):
        refusal = ""
        try:
            built += made(number) is not None
        except SuiteProblems as problems:
            refusal = problems.problems[0].message
        except LeaderboardError as error:
            refusal = str(error)
        is_clear = (
            "found" in refusal and "expected" in refusal
        ) or "reading and judging took" in refusal
        assert is_clear or not refusal, (number, refusal)
        assert len(refusal) < 600, (number, refusal)
    assert built, "some of the files are suites after all"


def test_the_page_takes_any_file_and_works_on(app_test, portion):
    """Every file goes through the page; what becomes a suite is shown on every page."""
    app = app_test("your-results")
    for number in share(FILES if FILES > 100 else 5, portion):
        file_name, content = file(number)
        app.file_uploader[0].set_value([(file_name, content[: 10 * 2**20], "")])
        app.run(timeout=120)
        unharmed(app)
        accept_all(app)
        unharmed(app)
        assert app.error or app.session_state["_your_results_made"], number
        if "suite" in app.query_params:
            for page in SHOWN:
                app.switch_page(page.script)
                app.run(timeout=120)
                unharmed(app)
            app.switch_page("../pages/your_results.py")
            app.run(timeout=120)
    app = app_test("your-results")
    app.button(key="example").click()
    app.run(timeout=120)
    accept_all(app)
    assert "MyMethod" in str(app.session_state["_your_results_made"].suite.methods)


def accept_all(app):
    """Take what is proposed of the table, if anything is."""
    for accept in [b for b in app.button if b.label == "Accept all and rank"]:
        accept.click()
        app.run(timeout=120)
