"""One fact is one value wherever it is said: page, report, brief, Compare, Method and start page of
every suite, with its first view, each preset, one benchmark alone, and checkpoints as rows.

Each place is read as a reader would: sentences by their numbers and names, tables by their cells,
the report by its keys. None is compared with the function that another one called."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import pytest

from components import name_pages
from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.methods import METHODS
from components.pages import COMPARE, LEADERBOARD, METHOD, OVERVIEW, STABILITY
from components.report import report_of
from components.resolved import Resolved
from components.results import leads
from components.results.presets import presets
from components.selection import Selection, default_selection, to_text
from components.served import Served
from components.table import records
from components.web.share import brief_document
from data.build import load_all
from data.registry import Tables

LINK = "https://board.example/brief"
DAY = date(2026, 11, 28)
DECIDED = ("ahead", "behind")
VERDICT_OF_CLAIM = {
    "is ahead of": "ahead",
    "is behind": "behind",
    "cannot be told apart from": "undecided",
    "ties with": "tie",
}


@cache
def suites() -> Mapping[str, Tables]:
    return {tables.suite.id: tables for tables in load_all().tables}


@cache
def kept_result(compute: Any, suite: str, selection: Selection) -> Any:
    return compute(Resolved(suites()[suite], selection, among=SERVED))


SERVED = Served(
    tuple(suites().values()),
    lambda compute, selection: kept_result(compute, selection.suite, selection),
)


def view(selection: Selection) -> Resolved:
    return Resolved(suites()[selection.suite], selection, among=SERVED)


def first_views(tables: Tables) -> Iterator[Selection]:
    """The first view of each panel that ranks something."""
    for panel in tables.panels:
        selection = replace(default_selection(tables), panel=panel.id)
        if view(selection).contest.row_ids:
            yield selection


def variants(tables: Tables) -> Iterator[Selection]:
    """What a reader changes first: the panel, the weights, a benchmark alone, the rows."""
    for first in first_views(tables):
        yield first
        resolved = view(first)
        if len(resolved.panel.benchmarks) > 1:
            yield replace(first, benchmarks=resolved.panel.benchmarks[:1])
    usual = default_selection(tables)
    for preset in view(usual).of(presets):
        if preset.weights is not None:
            yield replace(usual, weights=preset.name)
    if tables.families:
        yield replace(usual, rows="checkpoints")


def ranked(rows: list[dict[str, Any]]) -> dict[str, int]:
    return {row["method"]: row["rank"] for row in rows if row["rank"] is not None}


def of_board(resolved: Resolved) -> list[dict[str, Any]]:
    return records(METHODS.table(resolved, "leaderboard"))  # type: ignore[return-value]


SUITES = sorted(suites())


@pytest.mark.parametrize("suite", SUITES)
def test_page_report_and_brief_say_one_first_line_leader_floor_and_count(suite: str) -> None:
    for selection in variants(suites()[suite]):
        where = str(selection)
        resolved = view(selection)
        page = RANKING.said(resolved)
        board = of_board(resolved)
        report: Any = report_of(resolved, [LEADERBOARD.name])
        brief: Any = brief_document.content(brief_document.brief(resolved, LINK, DAY))
        assert page.lines[0] == report["sentences"][0] == brief["verdict"], where
        assert ranked(board) == ranked(report["leaderboard"]), where
        if not resolved.contest.ranks_best_checkpoints:  # else the report lists checkpoints
            below_floor = {row["method"] for row in board if row["below_floor"]}
            assert below_floor == set(report["below_floor"]), where
        assert report["n_runs"] == resolved.panel.n_runs == sum(row["runs"] for row in board), where
        below = [line for line in (*page.lines, *page.notes) if "below the floor (" in line]
        if below:
            stated = re.search(r"(\d+) of (\d+) methods", below[0]) or re.search(
                r"(\d+) of (\d+)", below[0]
            )
            assert stated, below
            counts = len(report["below_floor"]), len(resolved.panel.methods)
            assert (int(stated[1]), int(stated[2])) == counts, where
            floor = below[0].rpartition("(")[2].removesuffix(").")
            assert floor in " ".join(_texts(brief)), where
        assert ("No floor" in " ".join(_texts(brief))) == (not report["floors"]), where


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping):
        for value in content.values():
            yield from _texts(value)
    elif isinstance(content, (list, tuple)):
        for value in content:
            yield from _texts(value)


def pairs(order: list[str]) -> list[tuple[str, str]]:
    """The leader against the next, and the last two."""
    found = [(order[0], order[1]), (order[-2], order[-1])]
    return list(dict.fromkeys(found))


def verdict_in_report(report: Mapping[str, Any], pair: tuple[str, str]) -> str:
    """Of the board's scope: the verdict on the first of a pair."""
    over = report["inference"]["over"]
    if over is None:
        return "untested"
    for row in report["separable"]["pairs"]:
        if row["over"] == over and {row["a"], row["b"]} == set(pair):
            is_turned = row["a"] != pair[0]
            return _word(row, is_turned)
    return "untested"


def _word(row: Mapping[str, Any], is_turned: bool) -> str:
    if row["verdict"] == "ahead":
        return "behind" if is_turned else "ahead"
    return "decided otherwise"


@pytest.mark.parametrize("suite", SUITES)
def test_a_pair_has_one_verdict_on_stability_compare_and_brief(suite: str) -> None:
    for selection in first_views(suites()[suite]):
        resolved = view(selection)
        order = list(resolved.contest.by_score)
        if len(order) < 2:
            continue
        report: Any = report_of(resolved, [LEADERBOARD.name, STABILITY.name])
        for pair in pairs(order):
            of_report = verdict_in_report(report, pair)
            opened = replace(resolved, opened={"compare": pair})
            brief: Any = brief_document.content(brief_document.brief(opened, LINK, DAY))
            of_brief = _claimed(brief["verdict"])
            of_compare = _compared(selection, pair)
            if of_compare is not None:
                assert of_compare == of_brief, (selection, pair)
            assert (of_report in DECIDED) == (of_brief in DECIDED), (selection, pair, brief)
            if of_report in DECIDED:
                assert of_report == of_brief, (selection, pair)


def _claimed(sentence: str) -> str:
    for words, verdict in VERDICT_OF_CLAIM.items():
        if words in sentence and "(not tested" not in sentence:
            return verdict
    return "untested"


def _compared(selection: Selection, pair: tuple[str, str]) -> str | None:
    """The verdict in the row of Compare's table that is of this ranking, None if it has none."""
    tables = suites()[selection.suite]
    addresses = [name_pages.address("methods", tables, method) for method in pair]
    if len(set(addresses)) < 2:
        return None
    opened = {"methods": tuple(addresses), "weights": to_text(selection.weights)}
    served = replace(SERVED, opened=opened)
    for row in records(COMPARE.main_table(served)):
        assert isinstance(row, dict)
        place = (row["suite"], row["panel"], row["claim_id"])
        if place == (selection.suite, selection.panel, pair[0]):
            return str(row["verdict"])
    return None


@pytest.mark.parametrize("suite", SUITES)
def test_method_start_and_leaderboard_count_one_lead(suite: str) -> None:
    tables = suites()[suite]
    for selection in first_views(tables):
        resolved = view(selection)
        order = list(resolved.contest.by_score)
        ranks = ranked(of_board(resolved))
        first_line = RANKING.said(resolved).lines[0]
        for method in dict.fromkeys([order[0], order[-1]]):
            address = name_pages.address("methods", tables, method)
            served = replace(SERVED, opened={"id": address})
            rows = [
                row
                for row in records(METHOD.main_table(served))
                if isinstance(row, dict)
                and (row["suite"], row["panel"]) == (selection.suite, selection.panel)
            ]
            assert [row["rank"] for row in rows] == [ranks[method]], (selection, method)
            assert rows[0]["of"] == len(order), selection
            is_alone = list(ranks.values()).count(1) == 1
            says_untouched = first_line.startswith("No ranked method beats the untouched model")
            leads_here = ranks[method] == 1 and is_alone and not says_untouched
            assert rows[0]["leads"] == leads_here, (selection, method, first_line)
            if rows[0]["ahead"]:
                others = "all others" if len(order) > 2 else resolved.labels.method(order[1])
                assert f"{resolved.labels.method(method)} is ahead of {others}" in first_line


def test_the_cards_of_the_start_page_count_what_leaderboards_say() -> None:
    """Who leads k of n is counted again from the first lines and ranks of the leaderboards."""
    for kind in leads.KINDS:
        result = leads.leads_of_kind(SERVED, kind)
        leaders: list[str] = []
        for ranking in result.rankings:
            resolved = view(ranking.view.selection)
            ranks = ranked(of_board(resolved))
            first_line = RANKING.said(resolved).lines[0]
            leading = [method for method, rank in ranks.items() if rank == 1]
            is_led = len(leading) == 1 and "beats the untouched model" not in first_line
            assert ranking.leader == (leading[0] if is_led else None), ranking.name
            if is_led:
                leaders.append(ranking.leader_address or "")
        for method in result.methods:
            assert len(method.leads) == leaders.count(method.method), method.label
        names = " ".join(_texts(list(OVERVIEW.leads(SERVED))))
        assert names


@pytest.mark.parametrize("suite", SUITES)
def test_the_share_of_ways_is_one_number(suite: str) -> None:
    """In the line of support, in the report, and in the table of Stability."""
    for selection in first_views(suites()[suite]):
        resolved = view(selection)
        report: Any = report_of(resolved, [LEADERBOARD.name, STABILITY.name])
        ways = report.get("ways")
        if not ways or not ways.get("n"):
            continue
        support = " ".join(RANKING.said(resolved).lines[1:2])
        in_all = re.search(r"leads in all (\d+) ways", support)
        of_ways = re.search(r"Of (\d+) ways of ranking, (.+?) leads in (\d+)", support)
        most = max(ways["leads"].values(), default=0)
        if in_all:
            assert int(in_all[1]) == ways["n"] == most, selection
        elif of_ways:
            assert (int(of_ways[1]), int(of_ways[3])) == (ways["n"], most), selection
        for row in records(STABILITY.table(resolved, "lead_shares")):
            assert isinstance(row, dict)
            assert row["ways"] == ways["leads"].get(row["method"], 0), selection
            assert row["named_ways"].startswith(f"{row['ways']} of {ways['n']}"), selection
