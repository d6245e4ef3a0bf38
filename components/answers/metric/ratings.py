"""How do studies rate a metric on models whose knowledge is known?"""

from components import name_pages
from components.answers.record import Part
from components.format import finite
from components.results.ratings import Rating, printed_ratings
from components.served import Served
from components.table import Column, Link, Table, table
from components.words import Labels

KINDS = {
    "faithfulness": "AUC",
    "relearning": "relearning",
    "quantisation": "quantisation",
    "robustness": "robustness",
    "overall": "of all",
}
"""What metrics are rated by, and how the table calls it: as printed, the AUC between models with
and without the knowledge, how well the metric withstands relearning and quantisation (1 best), and
harmonic means of both and of all."""


def of_metric(served: Served, address: str | None = None) -> tuple[Rating, ...]:
    """Return the ratings of the metric at an address, or of the first one, by every study."""
    address = address or next(iter(name_pages.label_by_address("metrics", served.suites)))
    ratings = []
    for tables in served.suites:
        for rating in printed_ratings(tables):
            if rating.address == address:
                ratings.append(rating)
    return tuple(ratings)


def ratings_table(ratings: tuple[Rating, ...], names: Labels) -> Table[Rating]:
    """Return one row per metric and study that rates it."""
    column = Column[Rating]

    def printed(name: str, head: str) -> Column[Rating]:
        return column(
            name, lambda row: finite(row.printed[name]), head, kind="number", place="print"
        )

    columns = (
        column("metric", lambda row: row.metric, place="file"),
        column(
            "label",
            lambda row: row.label,
            "metric",
            place="print",
            link=lambda row: Link("metric", {"id": row.address}),
        ),
        column("suite", lambda row: row.suite, place="file"),
        column("suite_label", lambda row: row.suite_label, "study", place="print"),
        column("setting", lambda row: row.setting, place="print"),
        *(printed(name, head) for name, head in KINDS.items()),
        column(
            "known",
            lambda row: int(row.printed["known"]),
            "models that know",
            kind="count",
            place="print",
        ),
        column(
            "unknown",
            lambda row: int(row.printed["unknown"]),
            "never knew",
            kind="count",
            place="print",
        ),
        column(
            "where",
            lambda row: row.printed["where"],
            "printed in",
            link=lambda row: Link(url=row.printed["url"]),
        ),
        column("note", lambda row: row.printed["note"], "models", place="file"),
    )
    return table(columns, ratings)


RATED = Part("ratings", "How studies rate metrics", ratings_table, when=bool, shown="open")
