"""Every link on a page keeps what it does not change, and no page that it leads to has a notice.

Pages are drawn in process, each with one choice after the other away from its default.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from components import links, pages, suite_ids
from components.answers.record import Page
from components.choices.query import CHOICE_BY_NAME, parse
from components.choices.record import read_opened
from components.resolved import Resolved
from components.selection import default_selection, to_text
from components.served import View
from data import store
from data.registry import Tables
from tests.conftest import ROOT
from tests.released import built_in
from tests.test_every_page import SPANNING

SUITES = ("tofu_seeds", "tofu", "unified_unlearning")
PARAMETERS = {"embed", links.DATA_VERSION}
TEMPLATES = ("METHOD", "PAGE", "RIVAL", "RIVALS", "AGAINST")
"""What the board's script puts the row's names in for."""
OUTSIDE = ("https://", "api/", ":/")
"""Elsewhere, the interface, and a whole address, which a test without a server does not know."""


@dataclass(frozen=True)
class MadeLink:
    """A link as it was asked for: from a view on a page to another, with changes."""

    view: View
    page: Page
    to: Page
    changes: Mapping[str, object]
    query: Mapping[str, str]


@pytest.fixture
def made_links(monkeypatch: pytest.MonkeyPatch) -> list[MadeLink]:
    """Every link made while pages are drawn."""
    listed: list[MadeLink] = []
    make_query = links.query_for

    def noted(
        view: View, page: Page, to: Page, changes: Mapping[str, object] = links.NO_CHANGES
    ) -> dict[str, str]:
        query = make_query(view, page, to, changes)
        listed.append(MadeLink(view, page, to, changes, query))
        return query

    monkeypatch.setattr(links, "query_for", noted)
    return listed


def away_from_default(tables: Tables) -> dict[str, str]:
    """Return a text of each choice that differs from what the suite opens with."""
    metrics = [metric.id for metric in tables.scores if metric.role == "score"]
    usual = default_selection(tables)
    runs = tables.runs_of(usual.panel)
    benchmarks = list(dict.fromkeys(runs["benchmark"]))
    methods = [m.id for m in tables.candidates if m.id in set(runs["method"])]
    texts = {
        "panel": next((p.id for p in tables.panels if p.id != usual.panel), ""),
        "benchmarks": benchmarks[-1],
        "seeds": str(runs["seed"].iloc[0]),
        "methods": ",".join(methods[:3]),
        "protocol": "published",
        "scope": "pooled",
        "transform": "exponential",
        "aggregate": "mean-of-scores",
        "aim": "reference",
        "rows": "checkpoints" if usual.rows == "best" else "",
        "tries": "2",
        "axes": ",".join(metrics[:2]),
        "weights": ",".join(f"{metric}:0.5" for metric in metrics[:2]),
        "floors": "none",
        "linkage": "complete",
        "k": "2",
        "radius": "0.3",
        "draws": "500",
        "rng": "7",
        "survival": f"{metrics[0]}:1",
        "most": "memory_GB:1000",
        "judge": "judge2",
        "private_set": "a",
        "perturbation": (suite_ids.perturbations(tables) or [""])[-1],
    }
    assert {"suite", *texts} == set(CHOICE_BY_NAME), "each choice has a value away from its default"
    return {name: text for name, text in texts.items() if _is_other(name, text, tables)}


def _is_other(name: str, text: str, tables: Tables) -> bool:
    """Return whether the suite can read a text, as another value than its default."""
    selection, problems = parse({name: text}, tables) if text else (default_selection(tables), ())
    return not problems and selection != default_selection(tables)


def opened_texts(page: Page, tables: Tables) -> dict[str, str]:
    """Return a text of each thing that a page can have open, as far as the suite offers one."""
    view = Resolved(tables, default_selection(tables))
    texts = {"table": "methods", "find": "a", "open": view.contest.by_score[0], "term": "uqs"}
    for answer in page.answers:
        for ask in answer.asks:
            result = answer.result(view)
            offered = getattr(ask.control, "options", None)
            if offered is None or not hasattr(result, "__dataclass_fields__"):
                continue
            labels = getattr(ask.control, "labels", ("",))
            ids = [option for option in offered(result, view.labels) if option]
            if len(ids) >= len(labels):
                texts[ask.name] = to_text(tuple(ids[-len(labels) :]))
    return {name: text for name, text in texts.items() if name in page.opens}


def drawn(page: Page, suite: str, queries: Iterator[dict[str, str]]) -> Iterator[tuple[dict, str]]:
    """Yield each query with the HTML of the page that it opens, in one session."""
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    app.context["theme"] = "light"
    if "-" in page.path:
        app.run()  # a script of another name than its address is known to what ran before
    for query in queries:
        is_of_a_suite = not page.spans and page is not pages.OVERVIEW
        whole = {"suite": suite, "draws": "500", **query} if is_of_a_suite else query
        app.query_params.clear()
        app.query_params.update(whole)
        app.switch_page(str(ROOT / "pages" / f"{page.name}.py"))
        app.run()
        assert not app.exception, f"{page.name} {query}: {app.exception[0].value}"
        yield whole, " ".join(element.proto.body for element in app.get("html"))


def check_kept(link: MadeLink, address: Mapping[str, str]) -> None:
    """Assert that a link holds what the address holds and what it does not change."""
    what = f"{link.page.name} {dict(address)} to {link.to.name} {dict(link.changes)}"
    is_other_place = "suite" in link.changes or "panel" in link.changes
    is_other_page = link.to is not link.page
    for name, text in address.items():
        if name in link.changes:
            continue
        if is_other_page and (link.page.spans or link.to.spans or name not in CHOICE_BY_NAME):
            continue
        choice = CHOICE_BY_NAME.get(name)
        if choice is not None and not choice.is_known_to(link.to.name):
            continue
        if is_other_place and link.query.get(name) in (None, "balanced"):
            continue  # the other place lacks it; weights are named all the same
        kept = link.query.get(name, "")
        assert sorted(kept.split(",")) == sorted(text.split(",")), f"{name} is lost: {what}"


def check_target(page: Page, query: Mapping[str, str]) -> None:
    """Assert that a page takes all that a link says."""
    where = f"{page.name}?{dict(query)}"
    filled = {n: t for n, t in query.items() if not any(word in t for word in TEMPLATES)}
    tables = built_in(query["suite"]) if "suite" in query else built_in(store.suites()[0].id)
    _, refused = read_opened(page.opens, filled, None if page.spans else tables)
    assert refused == [], where
    unknown = set(query) - set(page.opens) - PARAMETERS
    if page.spans:
        assert unknown == set(), where
        return
    assert {n for n in unknown if n not in CHOICE_BY_NAME} == set(), where
    assert links.known_choices(page, query) == dict(query), where
    if "suite" in query and CHOICE_BY_NAME["weights"].is_known_to(page.name):
        assert "weights" in query, f"{where} does not name its weights"
    assert parse(filled, tables)[1] == (), where


def queries_of(page: Page, tables: Tables, in_turn: bool) -> Iterator[dict[str, str]]:
    """Yield the queries that draw a page: none, then choices away from their defaults.

    They are set in turn, or all at once but the panel, which decides what others may be.
    """
    if page.spans:
        yield SPANNING_QUERIES.get(page.name, SPANNING[page.name])
        return
    yield {}
    if page is pages.OVERVIEW:
        return
    choices = links.known_choices(page, away_from_default(tables))
    opened = opened_texts(page, tables)
    if in_turn:
        yield from ({name: text} for name, text in {**choices, **opened}.items())
        return
    panel = choices.pop("panel", "")
    yield {**choices, **opened}
    yield {"panel": panel} if panel else opened


def check_page(page: Page, suite: str, made_links: list[MadeLink], in_turn: bool) -> None:
    tables = built_in(suite)
    for address, html in drawn(page, suite, queries_of(page, tables, in_turn)):
        made = {links.address(link.to, link.query) for link in made_links}
        for link in [link for link in made_links if link.page is page]:
            check_kept(link, address)
            check_target(link.to, link.query)
        for href in re.findall(r'href="([^"]*)"', html):
            target = unescape(href).partition("#")[0]
            if not target or target.startswith(OUTSIDE):
                continue
            to = pages.by_path(target.partition("?")[0].removeprefix("./"))
            assert to is not None, f"{page.name} leads to {target}"
            query = dict(parse_qsl(target.partition("?")[2]))
            check_target(to, query)
            is_of_names = to in (pages.METHOD, pages.METRIC) and set(query) == {"id"}
            holds_nothing = page is pages.OVERVIEW
            assert target in made or is_of_names or holds_nothing, (
                f"{page.name} made {target} itself"
            )
        made_links.clear()


SPANNING_QUERIES = {
    "compare": {"methods": "pdu,npo", "weights": "utility_first"},
    "check": {"metric": "model_utility", "method": "npo", "value": "0.41"},
}
OF_ONE = [page for page in pages.PAGES if not page.spans]
ACROSS = [page for page in pages.PAGES if page.spans]


@pytest.mark.parametrize("page", OF_ONE, ids=lambda page: page.name)
@pytest.mark.parametrize("suite", ["tofu_seeds", "unified_unlearning"])
def test_links_of_a_page_keep_all_choices(
    suite: str, page: Page, made_links: list[MadeLink]
) -> None:
    check_page(page, suite, made_links, in_turn=False)


@pytest.mark.long
@pytest.mark.parametrize("page", OF_ONE, ids=lambda page: page.name)
@pytest.mark.parametrize("suite", SUITES)
def test_links_of_a_page_keep_each_choice_in_turn(
    suite: str, page: Page, made_links: list[MadeLink]
) -> None:
    check_page(page, suite, made_links, in_turn=True)


@pytest.mark.parametrize("page", ACROSS, ids=lambda page: page.name)
def test_links_of_a_page_over_all_suites_keep_what_it_asks(
    page: Page, made_links: list[MadeLink]
) -> None:
    check_page(page, SUITES[0], made_links, in_turn=True)
