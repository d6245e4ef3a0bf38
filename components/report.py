"""Every number of a selection as one plain dict: for exports, the HTTP interface and the command
line.

    python -m components.report SUITE [--panel P] [--weights PRESET|FA:0.2,RA:0.8] … [--format
    json|markdown]

`report` is a pure function: nothing is loaded or cached in it, so private tables never enter a
shared cache."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from components import pages
from components.answers.leaderboard.headline import sentences
from components.choices.query import CHOICES, parse
from components.format import Plain, forge_text, json_of, number, plain_record
from components.formats.printed import markdown_table
from components.formats.registry import JSON, MARKDOWN
from components.resolved import Resolved
from components.results.summary import summary
from components.selection import Selection
from components.served import computed
from data.errors import LeaderboardError
from data.registry import Tables


def report(
    tables: Tables, selection: Selection, page_names: Iterable[str] | None = None
) -> dict[str, Plain]:
    """Return the summary of a selection and the numbers of the pages in `page_names`, all by
    default, as dicts and lists.

    Undefined numbers are None; if a user needs the reason, a sibling key has it. Raises
    LeaderboardError, for instance if the weights cannot be derived from this selection."""
    return report_of(Resolved(tables, selection), page_names)


def report_of(resolved: Resolved, page_names: Iterable[str] | None = None) -> dict[str, Plain]:
    """Return the report of a resolved selection."""
    page_by_name = pages.numbers()
    content = plain_record(summary(resolved))
    for page_name in page_by_name if page_names is None else page_names:
        content |= page_by_name[page_name].content(resolved)
    return content


def markdown(resolved: Resolved) -> str:
    """Return the report as Markdown: the selection, what the leaderboard says, and the main table
    of each page."""
    selected = summary(resolved)
    lines = [f"# {forge_text(f'{selected.suite} · {selected.panel}')}", ""]
    for field_name in ("protocol", "transform", "aggregate", "data_version", "n_runs", "n_cells"):
        lines.append(f"- {field_name}: {forge_text(getattr(selected, field_name))}")
    weights = ", ".join(f"{metric} {number(weight)}" for metric, weight in selected.weights.items())
    lines.append(f"- weights: {forge_text(weights)}")
    for sentence in resolved.of(sentences):
        lines += ["", forge_text(sentence)]
    for page_name, page in pages.numbers().items():
        page_table = page.main_table(resolved)
        if len(page_table):
            lines += [
                "",
                f"## {page_name}",
                "",
                markdown_table(page_table, resolved.labels, {}).rstrip(),
            ]
    return "\n".join(lines)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m components.report",
        description="Print every number of a view.",
        allow_abbrev=False,
    )
    parser.add_argument("suite", nargs="?", help="the study; not needed with --tables")
    for choice in CHOICES:
        if choice.name != "suite":
            parser.add_argument(f"--{choice.name}", help=choice.help)
    parser.add_argument(
        "--tables", type=Path, metavar="DIR", help="a suite folder to read instead of the database"
    )
    parser.add_argument("--format", choices=(JSON.name, MARKDOWN.name), default=JSON.name)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Print the report; exit status 2 with one sentence per problem when something cannot be
    read."""
    from data import load, store

    options = vars(_arguments().parse_args(arguments))
    folder = options.pop("tables")
    format_name = options.pop("format")
    try:
        if not folder and options["suite"] is None:
            raise LeaderboardError("Name a suite, or a folder by --tables.")
        tables = load.load_suite(folder) if folder else store.tables(options["suite"])
        query = {name: chosen for name, chosen in options.items() if chosen is not None}
        selection, problems = parse(query, tables)
        lines = []
        for problem in problems:
            option = problem.name if problem.name == "suite" else f"--{problem.name}"
            lines.append(f"{option}: found {problem.actual!r}, expected {problem.expected}")
        if lines:
            raise LeaderboardError("\n".join(lines))
        compared_suites = None
        if not folder:
            compared_suites = computed([store.tables(suite.id) for suite in store.suites()])
        view = Resolved(tables, selection, among=compared_suites)
        report_text = markdown(view) if format_name == MARKDOWN.name else json_of(report_of(view))
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 2
    print(report_text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
