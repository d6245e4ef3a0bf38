"""What may be asked for under /api/v1/: one record an endpoint."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from components import pages
from components.answers.record import Page
from components.choices.query import CHOICES
from components.choices.record import Choice
from components.formats.registry import FORMATS, JSON, MARKDOWN

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
    opens     what may be asked besides the selection, by name
    spans     whether it is about all suites, so that it takes no selection
    """

    name: str
    about: str
    suffixes: tuple[str, ...] = TABLE_SUFFIXES
    tables: tuple[str, ...] = ()
    opens: Mapping[str, Choice] = field(default_factory=dict)
    spans: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it takes so long that one is computed at a time."""
        return self.suffixes == WHOLE_SUFFIXES

    @property
    def parameters(self) -> dict[str, str]:
        """What each of its parameters is, by name."""
        choices = {} if self.spans else {choice.name: choice.help for choice in CHOICES}
        return choices | {name: choice.help for name, choice in self.opens.items()}


def _of_page(page: Page) -> Endpoint:
    return Endpoint(
        page.name,
        f"{page.title}: {page.question}",
        tables=tuple(page.table_names),
        opens=_opens(page),
        spans=page.spans,
    )


def _opens(page: Page) -> dict[str, Choice]:
    return {name: choice for name, choice in page.opens.items() if not choice.drawn}


REPORT = Endpoint(
    "report", "Every number of a view: the summary and all parts.", suffixes=WHOLE_SUFFIXES
)
BRIEF = Endpoint(
    pages.BRIEF.name,
    "One page to take away: sentences and tables of a ranking, its data version, link and"
    " citation.",
    suffixes=WHOLE_SUFFIXES,
    opens=_opens(pages.BRIEF),
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
