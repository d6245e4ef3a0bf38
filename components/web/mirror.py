"""`python -m components.web.mirror OUT`: the answers of the leaderboard as plain files.

Written are the start page, every page of every suite at its defaults, its tables as CSV and JSON,
and the picture of each view: the documents that answer before the app, less the app, with relative
links alone. They are read from disk or from any server of files. “Open live” leads to
LEADERBOARD_URL where that is set. OUT must be absent or empty.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from components import kept, pages
from components.answers.record import VALUES, Page
from components.defaults import NAME
from components.exports.provenance import provenance
from components.format import json_of
from components.formats.registry import CSV, JSON
from components.links import with_query
from components.markup import document, tag, text
from components.selection import default_selection
from components.served import View
from components.table import records
from components.web.api.files import URL_VARIABLE
from components.web.first_answer import body, first_answer, head_tags
from components.web.share.preview import png
from data.errors import LeaderboardError
from data.registry import Tables

START = "index.html"
SHOWN = tuple(page for page in pages.PAGES if page not in (pages.OVERVIEW, pages.YOUR_RESULTS))
"""The pages that have something to say without a reader's table or choice."""


@dataclass(frozen=True)
class Written:
    """One document: its page, its suite (None for a page about all), and its file."""

    page: Page
    tables: Tables | None
    file: str

    @property
    def depth(self) -> str:
        """What leads from the document to the root."""
        return "../" * self.file.count("/")

    @property
    def query(self) -> dict[str, str]:
        if self.tables is None:
            return {}
        return {"suite": self.tables.suite.id}

    @property
    def stem(self) -> str:
        return "_".join([self.page.name, *self.query.values()])


def documents(suites: tuple[Tables, ...]) -> Iterator[Written]:
    """Yield every document but the start page."""
    for page in SHOWN:
        if page.spans:
            yield Written(page, None, f"{page.path}.html")
            continue
        for tables in suites:
            yield Written(page, tables, f"{page.path}/{tables.suite.id}.html")


def write(folder: Path) -> int:
    """Write all files below a folder, and return how many documents there are."""
    suites = kept.suites()
    written = tuple(documents(suites))
    place = os.environ.get(URL_VARIABLE, "").rstrip("/")
    for shown in written:
        _write_document(folder, shown, suites, place)
    start = Written(pages.OVERVIEW, None, START)
    answer = first_answer(pages.OVERVIEW, kept.served(), "")
    contents = _contents(suites)
    inside = body(pages.OVERVIEW, answer).replace("</main>", f"{contents}</main>", 1)
    _save(folder, START, _html(start, kept.served(), inside, suites, place, answer.description))
    return len(written) + 1


def _write_document(folder: Path, shown: Written, suites: tuple[Tables, ...], place: str) -> None:
    view: View = kept.served()
    if shown.tables is not None:
        view = kept.resolved(default_selection(shown.tables))
    table_names = _save_tables(folder, shown, view)
    files = [f"{shown.depth}tables/{shown.stem}_{table_name}" for table_name in table_names]
    main_file = "".join(f"{file}.{CSV.suffix}" for file in files[:1])
    answer = first_answer(shown.page, view, main_file)
    inside = body(shown.page, answer)
    picture = f"pictures/{shown.stem}.png"
    _save(folder, picture, png(view, shown.page))
    image = tag("img", src=shown.depth + picture, alt=answer.sentences[0], width=600)
    listed = []
    for table_name, file in zip(table_names, files, strict=True):
        csv_link = tag("a", "CSV", href=f"{file}.csv")
        json_link = tag("a", "JSON", href=f"{file}.json")
        listed.append(tag("li", text(table_name), " ", csv_link, " ", json_link))
    below = tag("p", image)
    if listed:
        below += tag("ul", *listed)
    inside = inside.replace("</main>", f"{below}</main>", 1)
    _save(folder, shown.file, _html(shown, view, inside, suites, place, answer.description))


def _save_tables(folder: Path, shown: Written, view: View) -> list[str]:
    """Write the tables of a page that have rows, and return their names, the main one first."""
    saved = []
    for table_name in shown.page.table_names:
        if table_name == VALUES:
            continue
        try:
            page_table = shown.page.table(view, table_name)
        except LeaderboardError:
            continue  # the document says why
        if not len(page_table):
            continue
        about = provenance(view)
        stem = f"tables/{shown.stem}_{table_name}"
        _save(folder, f"{stem}.{CSV.suffix}", CSV.write(page_table, view.labels, about))
        content = {table_name: records(page_table), "about": about}
        _save(folder, f"{stem}.{JSON.suffix}", json_of(content))
        saved.append(table_name)
    return saved


def _html(
    shown: Written,
    view: View,
    inside: str,
    suites: tuple[Tables, ...],
    place: str,
    description: str,
) -> str:
    links = [tag("a", text(NAME), href=f"{shown.depth}{START}")]
    for page in SHOWN:
        suite = shown.tables or suites[0]
        file = f"{page.path}.html"
        if not page.spans:
            file = f"{page.path}/{suite.suite.id}.html"
        links.append(_entry(page.title, shown.depth + file, page is shown.page))
    if place:
        live = with_query(f"{place}/{shown.page.path}", shown.query)
        links.append(tag("a", tag("b", "Open live"), href=live))
    navigation = [tag("nav", " · ".join(links), aria_label="Pages")]
    if shown.tables is not None:
        navigation.append(tag("nav", _suites(shown, suites), aria_label="Suites"))
    head = head_tags(shown.page, view, description, place, with_query("", shown.query)[1:])
    today = datetime.now(UTC).date().isoformat()
    foot = tag("footer", tag("p", f"A mirror of {today}, at default choices. No certificate."))
    head_without_title = head[head.index("</title>") + len("</title>") :]
    if not place:
        head_without_title = ""
    title = head[len("<title>") : head.index("</title>")]
    whole = document("", *navigation, inside, foot, head=head_without_title)
    return whole.replace("<title></title>", f"<title>{title}</title>", 1)


def _suites(shown: Written, suites: tuple[Tables, ...]) -> str:
    links = []
    for tables in suites:
        file = f"{tables.suite.id}.html"
        links.append(_entry(tables.suite.title, file, tables is shown.tables))
    return " · ".join(links)


def _entry(title: str, href: str, is_here: bool) -> str:
    if is_here:
        return tag("b", text(title), aria_current="page")
    return tag("a", text(title), href=href)


def _contents(suites: tuple[Tables, ...]) -> str:
    """Return a list of suites, each with its leaderboard."""
    items = []
    for tables in suites:
        file = f"{pages.LEADERBOARD.path}/{tables.suite.id}.html"
        title = tag("a", text(tables.suite.title), href=file)
        items.append(tag("li", title, " ", text(tables.suite.description)))
    return tag("ul", *items)


def _save(folder: Path, name: str, content: str | bytes) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
        content = content.encode()
    file.write_bytes(content)


def main(arguments: list[str]) -> int:
    """Write the mirror; 1 when the folder holds something, 2 for wrong usage."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    folder = Path(arguments[0])
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        print(f"{folder}: expected a folder that is absent or empty")
        return 1
    print(f"{folder}: {write(folder)} documents")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
