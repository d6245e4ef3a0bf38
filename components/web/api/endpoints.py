"""What may be asked for under /api/v1/: one record an endpoint."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from components import pages
from components.answers.record import Ask, Page
from components.formats.registry import FORMATS, JSON, MARKDOWN
from components.selection import CHOICES

PREFIX = "/api/v1"
RECORDS = "jsonl"
"""The suffix of runs as records of Every Eval Ever, a line each."""
MEDIA_TYPES = {format.suffix: format.media_type for format in (JSON, *FORMATS)}
"""The media types of answers by the suffix of their address; JSON is what an answer is without."""
TABLE_SUFFIXES = tuple(MEDIA_TYPES)
MEDIA_TYPES[RECORDS] = "application/jsonl"
WHOLE_SUFFIXES = (JSON.suffix, MARKDOWN.suffix)
"""Of what is too much for one table."""


@dataclass(frozen=True)
class Endpoint:
    """One endpoint.

    about     what it answers with, in a sentence
    suffixes  of its forms
    tables    the names of its tables, the main one first
    asks      what may be asked besides the selection, by name
    spans     whether it is about all suites, so that it takes no selection
    """

    name: str
    about: str
    suffixes: tuple[str, ...] = TABLE_SUFFIXES
    tables: tuple[str, ...] = ()
    asks: Mapping[str, Ask] = field(default_factory=dict)
    spans: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it takes so long that one is computed at a time."""
        return self.suffixes == WHOLE_SUFFIXES

    @property
    def parameters(self) -> dict[str, str]:
        """What each of its parameters is, by name."""
        choices = {} if self.spans else {choice.name: choice.help for choice in CHOICES}
        return choices | {name: ask.help for name, ask in self.asks.items()}


def _of_page(page: Page) -> Endpoint:
    return Endpoint(
        page.name,
        f"{page.title}: {page.question}",
        tables=tuple(page.table_names),
        asks=_asks(page),
        spans=page.spans,
    )


def _asks(page: Page) -> dict[str, Ask]:
    return {name: ask for name, ask in page.asks.items() if not ask.drawn}


REPORT = Endpoint(
    "report", "Every number of a view: the summary and all parts.", suffixes=WHOLE_SUFFIXES
)
BRIEF = Endpoint(
    pages.BRIEF.name,
    "One page to take away: sentences and tables of a ranking, its data version, link and"
    " citation.",
    suffixes=WHOLE_SUFFIXES,
    asks=_asks(pages.BRIEF),
)
RUNS = Endpoint(
    "runs",
    "The runs that a view selects, one column per metric; as jsonl records of Every Eval Ever.",
    suffixes=(*TABLE_SUFFIXES, RECORDS),
)
SUITES = Endpoint(
    "suites",
    "The suites that are served: what each is, how much it holds, what supports it, terms and"
    " version.",
    spans=True,
)


def endpoints() -> dict[str, Endpoint]:
    """Return the endpoints by name, as they are listed."""
    numbers = map(_of_page, pages.numbers().values())
    spanning = map(_of_page, pages.spanning().values())
    listed = [REPORT, *numbers, BRIEF, RUNS, SUITES, *spanning]
    return {endpoint.name: endpoint for endpoint in listed}
