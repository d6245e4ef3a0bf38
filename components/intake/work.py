"""A reader's results from the file to the suite: everything chosen on the way, and what follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from components.format import shortened
from components.intake.aims import OWN, Fit, fits
from components.intake.checks import Examined, examine
from components.intake.files import read
from components.intake.fixes import Fix
from components.intake.long import reshaped
from components.intake.names import meaning, meanings
from components.intake.reading.sheet import Sheet
from components.intake.suite_rows import About
from components.intake.suites import enlarged_suite, harmless, own_suite
from components.intake.target import Target, known_methods
from components.intake.uses import LEFT_OUT, METRIC_USES, NAMES, ORACLE, Use, propose_uses
from components.own_ids import private_id, private_parts
from data.columns import SUITE_KEYS
from data.known_metrics import KnownMetric, known_metrics
from data.load import tables_from_files, tables_from_frames
from data.registry import Metric, Tables
from data.write import text_frames

NO_DETAILS = About()


@dataclass(frozen=True)
class Work:
    """What a reader brought and chose. `suite` and `panel` name what runs are added to; empty for a suite of its own.
    `benchmark` is the one that they belong to where the table names none; `fits` are the places to choose from.

    `link_id` is the id of a private suite that a link names; the suite made here takes it over. `nth` numbers the
    suites of several tables.
    """

    sheet: Sheet
    uses: tuple[Use, ...] = ()
    suite: str = ""
    panel: str = ""
    benchmark: str = ""
    fits: tuple[Fit, ...] = ()
    fixes: tuple[Fix, ...] = ()
    about: About = NO_DETAILS
    link_id: str = ""
    nth: int = 1

    @property
    def adding(self) -> bool:
        """Whether runs are added to a suite that is there."""
        return bool(self.suite)

    @property
    def is_suite(self) -> bool:
        """Whether what was brought is the folder of a suite, in which nothing is left to choose."""
        return bool(self.sheet.suite)


def begin(files: Sequence[tuple[str, bytes]], suites: Sequence[Tables], link_id: str = "") -> Work:
    """Read files and propose what each column is and what the table is to become. Raises FileRefused.

    Runs are added to the place that fits best; where less than half of the table fits any, it is a suite of its own,
    where the metrics of all of `suites` and of the dictionary are known by their names.
    """
    sheet = reshaped(read(files), {k for m in known_methods(suites) for k in m.keys})
    if sheet.suite:
        return Work(sheet, link_id=link_id)
    own = replace(_understood(sheet, suites), link_id=link_id)
    return aimed(own, suites, *next((f.aim for f in own.fits if f.proposed), OWN.aim))


def _understood(sheet: Sheet, suites: Sequence[Tables]) -> Work:
    uses = propose_uses(sheet.header, sheet.rows, all_metrics(suites))
    return Work(sheet, uses, fits=fits(sheet, uses, suites))


def edited(work: Work, rows: Sequence[tuple[str, ...]], places: Sequence[str], suites: Sequence[Tables]) -> Work:
    """The work with cells changed by hand, or rows left out. The reader's choices stay, all else is derived again."""
    sheet = replace(work.sheet, rows=tuple(rows), places=tuple(places))
    new = aimed(_understood(sheet, suites), suites, work.suite, work.panel, work.benchmark)
    for use in work.uses:
        new = with_use(new, use) if use.declared else new
    return replace(new, fixes=work.fixes, about=work.about, link_id=work.link_id, nth=work.nth)


def aimed(work: Work, suites: Sequence[Tables], suite: str, panel: str, benchmark: str = "") -> Work:
    """The same work with another aim. Another suite has other metrics and places, so columns are proposed again and
    choices of benchmarks and panels are dropped; all other answers stay.
    """
    aim = replace(work, suite=suite, panel=panel, benchmark=benchmark)
    if suite == work.suite:
        return aim
    known = metrics_of(aim, {s.suite.id: s for s in suites})
    kept = tuple(f for f in work.fixes if f.column not in ("benchmark", "panel"))
    return replace(aim, uses=propose_uses(work.sheet.header, work.sheet.rows, known), fixes=kept)


def all_metrics(suites: Sequence[Tables]) -> tuple[Metric | KnownMetric, ...]:
    """What a table of one's own may hold: the metrics of the dictionary, and further ones of suites."""
    metrics: list[Metric | KnownMetric] = [*known_metrics()]
    seen = {meaning for m in metrics for meaning in meanings(m)}
    for suite in suites:
        for m in suite.metrics:
            if meaning(m.id) not in seen:
                metrics.append(m)
                seen |= meanings(m)
    return tuple(metrics)


def metrics_of(work: Work, suites: Mapping[str, Tables]) -> tuple[Metric | KnownMetric, ...]:
    """The metrics that a column may be: those of the suite that runs are added to, or all that are known."""
    return suites[work.suite].metrics if work.adding else all_metrics(list(suites.values()))


def with_use(work: Work, use: Use) -> Work:
    """The work with another use of one column; a place that only one column can have is taken from the other."""
    single = use.use in (*NAMES, ORACLE)
    changed = []
    for other in work.uses:
        if other.column == use.column:
            changed.append(use)
        elif (single and other.use == use.use) or (use.metric and other.metric == use.metric):
            changed.append(replace(other, use=LEFT_OUT, metric="", why=f"“{use.column}” was given its place"))
        else:
            changed.append(other)
    return replace(work, uses=tuple(changed))


def proposed(work: Work, column: str, suites: Mapping[str, Tables]) -> Work:
    """The work with what was proposed for one column, whatever the reader declared."""
    uses = propose_uses(work.sheet.header, work.sheet.rows, metrics_of(work, suites))
    return with_use(work, next(u for u in uses if u.column == column))


def target_of(work: Work, suites: Mapping[str, Tables]) -> Target:
    """What the runs are added to, and the methods of all suites."""
    into = suites[work.suite] if work.adding else None
    return Target(into, work.panel, work.benchmark, known_methods(suites.values(), into))


def used(work: Work) -> tuple[Use, ...]:
    """The uses that count: a metric that the suite does not have is left out when runs are added to it."""
    if not work.adding:
        return work.uses
    return tuple(
        replace(u, use=LEFT_OUT, why="the suite does not have this metric")
        if u.use in METRIC_USES and not u.metric
        else u
        for u in work.uses
    )


def examined(work: Work, suites: Mapping[str, Tables]) -> Examined:
    """The table after the fixes asked for, with everything that is still wrong or odd."""
    return examine(work.sheet, used(work), work.fixes, target_of(work, suites))


def suite_of(
    work: Work,
    table: Examined | None,
    suites: Mapping[str, Tables],
    released: Mapping[str, float],
    *,
    private: bool = True,
) -> Tables:
    """The suite made of it. Raises SuiteProblems. `private` ones are marked as such and end in `_yours`."""
    if table is None:
        brought = tables_from_files({n: t.encode() for n, t in work.sheet.suite.items()}, private=private)
        record = {key: getattr(brought.suite, key) for key in SUITE_KEYS}
        name = private_parts(brought.suite.id)[0]
        record["id"] = private_id(name, work.nth) if private else name
        return tables_from_frames(harmless(text_frames(brought)), record, private=private)
    if work.adding:
        about = NO_DETAILS if private else work.about
        return enlarged_suite(table, target_of(work, suites), about, released, private=private, nth=work.nth)
    if not private:
        return own_suite(table, work.about, private=False, name=work.about.title or _stem(work))
    about = About(title=f"Your results · {shortened(work.sheet.name, 40)}")
    return own_suite(table, about, name=work.link_id or _stem(work), nth=work.nth)


def _stem(work: Work) -> str:
    return work.sheet.name.replace("\\", "/").rpartition("/")[2].partition(".")[0]
