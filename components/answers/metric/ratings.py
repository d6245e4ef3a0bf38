"""How do studies rate metrics on models whose knowledge is known, and does that carry over from
text to images?"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from components import words
from components.answers.record import Answer, Part, Said
from components.format import finite, joined, number
from components.resolved import Resolved, unweighted
from components.results.ratings import Rating, printed
from components.served import Served, computed
from components.stats import lazy_scipy
from components.stats.permutation import LEVEL
from components.table import Column, Link, Table, table
from components.words import Labels

KINDS = {"faithfulness": "AUC", "relearning": "relearning", "quantisation": "quantisation"}
"""What metrics are rated by, as sentences and tables call it."""
READING = (
    "As printed: the AUC between models with and without the knowledge, how well the metric"
    " withstands relearning and quantisation (1 best), and harmonic means of both and of all."
)
FEWEST = 3
"""Metrics in common below which no order is compared."""


@dataclass(frozen=True)
class Ratings:
    """Ratings by metric and study; τ over the `common` metrics of two settings and its p, by what
    they are rated by."""

    rows: tuple[Rating, ...]
    settings: tuple[str, ...] = ()
    common: int = 0
    taus: tuple[tuple[str, float, float], ...] = ()


def _of(served: Served, addresses: Collection[str]) -> tuple[Rating, ...]:
    order = {a: i for i, a in enumerate(addresses)}
    rows = [r for tables in served.suites for r in printed(tables) if r.address in order]
    return tuple(sorted(rows, key=lambda r: order[r.address]))


def of_metric(served: Served, address: str | None = None) -> Ratings:
    return Ratings(_of(served, [address or next(iter(words.known("metrics", served.suites)))]))


@unweighted
def of_suite(view: Resolved) -> Ratings:
    """Return the ratings that a suite prints and those of the same metrics elsewhere; nothing if it
    prints none."""
    own = [r.address for r in printed(view.tables)]
    rows = _of(view.among or computed([view.tables]), own)
    other = next((r.suite for r in rows if r.setting != view.tables.reference_panel.setting), "")
    sides = [{r.address: r for r in rows if r.suite == s} for s in (other, view.tables.suite.id)]
    common = [a for a in sides[0] if a in sides[1]]
    if len(common) < FEWEST:
        return Ratings(rows)
    taus = []
    for kind in KINDS:
        found = lazy_scipy.stats.kendalltau(
            *([side[a].printed[kind] for a in common] for side in sides)
        )
        taus.append((kind, float(found.statistic), float(found.pvalue)))
    settings = sorted((side[common[0]].setting for side in sides), key=lambda s: s == "multimodal")
    return Ratings(rows, tuple(settings), len(common), tuple(taus))


def say(result: Ratings, names: Labels) -> Said:
    if not result.taus:
        return Said()
    kept, lost = (
        joined(
            [
                f"{KINDS[k]} (τ {number(tau)})"
                for k, tau, p in result.taus
                if (tau > 0 and p <= LEVEL) == side
            ]
        )
        for side in (True, False)
    )
    told = (
        f"keep their order by {kept}{', but not by ' * bool(lost)}{lost}"
        if kept
        else f"do not keep their order by {lost}"
    )
    return Said(
        [f"From {' to '.join(result.settings)} models {result.common} metrics {told}."], [READING]
    )


def ratings_table(result: Ratings, names: Labels) -> Table[Rating]:
    """Return one row per metric and study that rates it."""
    column = Column[Rating]
    columns = (
        column("metric", lambda r: r.metric, place="file"),
        column(
            "label",
            lambda r: r.label,
            "metric",
            place="print",
            link=lambda r: Link("metric", {"id": r.address}),
        ),
        column("suite", lambda r: r.suite, place="file"),
        column("suite_label", lambda r: r.suite_label, "study", place="print"),
        column("setting", lambda r: r.setting, place="print"),
        *(
            column(n, _printed(n), head, kind="number", place="print")
            for n, head in {**KINDS, "robustness": "robustness", "overall": "of all"}.items()
        ),
        column(
            "known",
            lambda r: int(r.printed["known"]),
            "models that know",
            kind="count",
            place="print",
        ),
        column(
            "unknown",
            lambda r: int(r.printed["unknown"]),
            "never knew",
            kind="count",
            place="print",
        ),
        column(
            "where",
            lambda r: r.printed["where"],
            "printed in",
            link=lambda r: Link(url=r.printed["url"]),
        ),
        column("note", lambda r: r.printed["note"], "models", place="file"),
    )
    return table(columns, result.rows)


def _printed(name: str) -> Callable[[Rating], float | None]:
    return lambda r: finite(r.printed[name])


RATED = Part(
    "ratings",
    "How studies rate metrics",
    ratings_table,
    when=lambda result: bool(result.rows),
    shown="open",
)
RATINGS = Answer("ratings", of_suite, say, RATED, heading="Rated by studies", key="ratings")
