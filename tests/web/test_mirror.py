"""The mirror: plain files with relative links that all lead somewhere."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from components import kept
from components.pages import LEADERBOARD, PAGES
from components.selection import default_selection
from components.web import mirror


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        for name in ("href", "src"):
            if tag in ("a", "img", "link", "script") and attributes.get(name):
                self.targets.append(str(attributes[name]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A mirror of two suites: one with checkpoints, one with seeds."""
    few = tuple(kept.tables(suite) for suite in ("wmdp", "tofu_original"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kept, "suites", lambda: few)
        folder = tmp_path_factory.mktemp("mirror") / "out"
        assert mirror.main([str(folder)]) == 0
        yield folder


def test_each_link_leads_to_a_file(folder: Path) -> None:
    documents = list(folder.rglob("*.html"))
    spanning = [page for page in mirror.SHOWN if page.spans]
    assert len(documents) == 1 + len(spanning) + 2 * (len(mirror.SHOWN) - len(spanning))
    for document in documents:
        targets = Links(document.read_text(encoding="utf-8")).targets
        assert targets
        for target in targets:
            assert not urlsplit(target).scheme, f"{document}: {target}"
            file = document.parent / unquote(urldefrag(target).url)
            assert file.resolve().is_file(), f"{document}: {target}"


def test_a_document_says_what_the_page_says(folder: Path) -> None:
    for suite in ("wmdp", "tofu_original"):
        view = kept.resolved(default_selection(kept.tables(suite)))
        document = (folder / "leaderboard" / f"{suite}.html").read_text(encoding="utf-8")
        (verdict,) = re.findall("<h2>(.*?)</h2>", document)
        assert verdict == LEADERBOARD.leads(view)[0]
        assert "<script" not in document


def test_tables_are_there_as_csv_and_json_alike(folder: Path) -> None:
    content = json.loads((folder / "tables" / "leaderboard_wmdp_leaderboard.json").read_text())
    lines = (folder / "tables" / "leaderboard_wmdp_leaderboard.csv").read_text().splitlines()
    rows = [line for line in lines if not line.startswith("#")]
    assert len(content["leaderboard"]) == len(rows) - 1 == 4
    assert content["about"]["suite"] == "WMDP"


def test_every_page_but_those_for_a_reader_is_mirrored() -> None:
    left_out = {page.name for page in PAGES if page not in mirror.SHOWN}
    assert left_out == {"overview", "your_results"}, "the start page is index.html"


def test_the_live_page_is_linked_where_it_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEADERBOARD_URL", "https://board.example/")
    monkeypatch.setattr(kept, "suites", lambda: (kept.tables("wmdp"),))
    monkeypatch.setattr(mirror, "SHOWN", (LEADERBOARD,))
    assert mirror.main([str(tmp_path / "out")]) == 0
    document = (tmp_path / "out" / "leaderboard" / "wmdp.html").read_text(encoding="utf-8")
    assert 'href="https://board.example/leaderboard?suite=wmdp"' in document
    assert '"og:url"' in document


def test_a_folder_with_something_in_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert mirror.main([str(tmp_path)]) == 1
    assert "absent or empty" in capsys.readouterr().out
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
    assert mirror.main([]) == 2
