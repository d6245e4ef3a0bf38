"""Writes the static site: `python -m components.web.site OUT`."""

import argparse
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from components.answers.changes.feed import FILE
from components.answers.changes.versions import changes_of
from components.answers.overview.goals import cards, newest_of
from components.answers.reliability.trust import trust
from components.errors import LeaderboardError
from components.exports.package import package_name, whole_files, write_package
from components.plain import json_of
from components.served import computed
from components.web.site import page
from data import store
from data.registry import Tables


def write(out: Path) -> list[Path]:
    """Write every public suite into a folder and give back the files. Existing files of other names stay."""
    out.mkdir(parents=True, exist_ok=True)
    suites = store.suites()
    versions = {s.id: store.versions(s.id) for s in suites}
    contents: dict[str, bytes] = {}
    results, written = [], []
    served = computed([store.tables(suite.id) for suite in suites])
    today = datetime.now(UTC).date()
    for tables in served.suites:
        results.append(changes_of(tables))
        reports, trusted = {}, trust(served, tables)
        for resolved in page.resolved_panels(tables):
            reports[resolved.selection.panel] = page.full_report(resolved)
            contents[page.brief_name(resolved)] = page.brief_page(resolved, trusted, today).encode()
            contents[page.report_name(resolved)] = json_of(reports[resolved.selection.panel]).encode()
        written.append(write_zip(out, tables))
        contents[f"{tables.suite.id}.html"] = page.suite_page(tables, reports, package_name(tables)).encode()
    newest = [r for i in newest_of(suites, versions) for r in results if r.suite_id == i]
    contents["index.html"] = page.start_page(cards(suites, store.sizes(), versions), newest).encode()
    contents |= {page.PAGE: page.changes_page(results).encode(), FILE: page.feed(results)}
    for name, content in contents.items():
        (out / name).write_bytes(content)
    return [*written, *(out / name for name in contents)]


def write_zip(out: Path, tables: Tables) -> Path:
    """Write the zip of a suite into a folder and give back the file."""
    path = out / package_name(tables)
    with tempfile.TemporaryDirectory(prefix="leaderboard-zip-") as scratch, open(path, "wb") as file:
        files, licence = whole_files(tables, Path(scratch))
        write_package(file, tables, files, licence)
    return path


def main(arguments: list[str] | None = None) -> int:
    """Write the site; exit status 1 with a sentence when it cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m components.web.site", description="Write a site without a server.")
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to write into")
    chosen = parser.parse_args(arguments)
    try:
        files = write(chosen.out)
    except (LeaderboardError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(str(f) for f in files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
