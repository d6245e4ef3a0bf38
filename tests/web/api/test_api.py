"""/api/v1: the numbers of the report, to the bit, and a sentence for everything that cannot be
answered."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pyarrow.parquet as pq
import pytest

from components import pages
from components.choices.query import CHOICE_BY_NAME
from components.exports.every_eval_ever import records
from components.formats.exact import csv_text
from components.report import main, report_of
from components.selection import default_selection
from components.web.api import answers
from components.web.api.endpoints import MEDIA_TYPES, endpoints
from components.web.api.reply import MAX_QUERY
from components.web.api.request import Failed, public_suites, read
from data import store
from data.errors import NotEnoughData
from data.registry import NotServed
from tests.answered import view_of
from tests.beside import beside
from tests.released import TABLES

CASES = beside(__file__)
UNIFIED = {"suite": TABLES.suite.id}


def rows_of(text: str) -> list[dict[str, str]]:
    return list(
        csv.DictReader(line for line in io.StringIO(text, newline="") if not line.startswith("#"))
    )


@pytest.mark.parametrize("query", CASES["reports"], ids=" ".join)
def test_the_report_is_that_of_the_command_to_the_bit(
    ask: Callable[..., Any], capsys: pytest.CaptureFixture[str], query: dict[str, str]
) -> None:
    of_suite = {**UNIFIED, **query}
    answer = ask("/api/v1/report", of_suite)
    assert answer.status == 200
    report = answer.json
    about = report.pop("about")
    assert about["data version"] == TABLES.data_version
    options = [f"--{name}={value}" for name, value in query.items()]
    command = [TABLES.suite.id, *options]
    assert main(command) == 0
    assert report == json.loads(capsys.readouterr().out)
    assert main([*command, "--format", "markdown"]) == 0
    assert ask("/api/v1/report.md", of_suite).text == capsys.readouterr().out.removesuffix("\n")


@pytest.mark.parametrize("name", pages.numbers())
def test_each_part_is_that_of_the_report_and_its_tables_of_the_page(
    ask: Callable[..., Any], name: str
) -> None:
    query = {**UNIFIED, "weights": "RA:1,JS:1", "draws": "500"}
    page, view = pages.numbers()[name], replace(view_of(**query), among=public_suites())
    content = ask(f"/api/v1/{name}", query).json
    assert {k: v for k, v in content.items() if k != "about"} == json.loads(
        json.dumps(report_of(view, (name,)))
    )
    main, last = page.table_names[0], page.table_names[-1]
    for path, table in ((name, main), (f"{name}/{last}", last)):
        text = ask(f"/api/v1/{path}.csv", query).text
        assert text.endswith(csv_text(page.table(view, table), {})), (
            "heads and rows are those of the page"
        )
    stored = pq.read_table(io.BytesIO(ask(f"/api/v1/{name}.parquet", query).body))
    assert stored.num_rows == len(page.table(view, main))
    assert stored.schema.metadata[b"data version"].decode() == TABLES.data_version


def test_runs_are_those_of_the_suite_and_what_was_not_measured_is_empty(
    ask: Callable[..., Any],
) -> None:
    query = {**UNIFIED, "panel": "resnet_unimodal", "methods": "gradient_ascent"}
    runs = ask("/api/v1/runs", query).json["runs"]
    wanted = TABLES.runs[
        (TABLES.runs.panel == "resnet_unimodal") & (TABLES.runs.method == "gradient_ascent")
    ]
    assert [r["AD"] for r in runs] == wanted["AD"].tolist()
    assert [r["JS"] is None for r in runs] == wanted["JS"].isna().tolist()
    assert any(r["JS"] is None for r in runs)
    text = ask("/api/v1/runs.csv", query).text
    assert text.startswith('# suite,Unified Unlearning\n# source,"')
    assert [r["JS"] == "" for r in rows_of(text)] == wanted["JS"].isna().tolist()


def test_runs_are_records_of_every_eval_ever_a_line_each(ask: Callable[..., Any]) -> None:
    query = {**UNIFIED, "panel": "resnet_unimodal", "seeds": "42"}
    answer = ask("/api/v1/runs.jsonl", query)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/jsonl")
    assert [json.loads(line) for line in answer.text.splitlines()] == [*records(view_of(**query))]
    assert answer.headers["etag"] != ask("/api/v1/runs.json", query).headers["etag"]
    refused = ask("/api/v1/runs.jsonl", {"panel": "x"})
    assert (refused.status, refused.json["problems"][0]["name"]) == (400, "panel")


def test_suites_say_what_they_are_in_every_form(ask: Callable[..., Any]) -> None:
    suites = {s["id"]: s for s in ask("/api/v1/suites").json["suites"]}
    suite = suites["unified_unlearning"]
    assert suite["data_version"] == TABLES.data_version
    assert "private" not in suite
    counts = ("panels", "benchmarks", "methods", "metrics", "seeds", "runs", "support")
    assert [suite[c] for c in counts] == [3, 4, 4, 5, 3, 50, "printed"]
    described = ["title", "description", "licence", "retrieved", "paper", "authors", "year"]
    described += ["url", "source_url"]
    assert [suite[key] for key in described] == [getattr(TABLES.suite, key) for key in described]
    table = rows_of(ask("/api/v1/suites.csv").text)
    assert {r["id"]: int(r["runs"]) for r in table} == {i: s["runs"] for i, s in suites.items()}


@pytest.mark.parametrize("name", endpoints())
def test_every_address_has_the_forms_that_are_said(name: str) -> None:
    """README: all of them as five forms, the report and the brief as JSON and Markdown, runs as
    JSON Lines too."""
    for form in MEDIA_TYPES:
        if (
            name == "runs"
            if form == "jsonl"
            else name not in ("report", "brief") or form in ("json", "md")
        ):
            assert read(f"{name}.{form}", []).suffix == form
        else:
            with pytest.raises(Failed, match="expected one of json, "):
                read(f"{name}.{form}", [])


@pytest.mark.parametrize(
    ("path", "query", "status", "words"),
    [
        *CASES["refused"],
        ("/api/v1/report", "weights=" + "FA:1," * 1_000, 400, "a parameter"),
        ("/api/v1/report", "x" * (MAX_QUERY + 1), 414, "at most 8,000"),
    ],
)
def test_what_cannot_be_answered_is_a_sentence(
    ask: Callable[..., Any], path: str, query: str, status: int, words: str
) -> None:
    answer = ask(path, query)
    assert answer.status == status
    assert words in answer.json["error"]
    assert answer.json["error"].endswith(".")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-type"] == "application/json"
    if status == 400:
        assert all(set(p) == {"name", "found", "expected", "used"} for p in answer.json["problems"])
        assert len(answer.json["problems"]) >= 1


def test_a_suite_that_is_refused_is_told_from_one_that_is_not_there(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "not_served", lambda: [NotServed("folder", "mine", ())])
    answer = ask("/api/v1/report", "suite=mine")
    assert answer.status == 404
    assert answer.json["error"].startswith(
        "The suite mine is not served: its folder has the problems"
    )


with Path(__file__).with_name("parameters.tsv").open(encoding="utf-8") as file:
    PARAMETERS = {(row["page"], row["name"]): row for row in csv.DictReader(file, delimiter="\t")}
"""Two queries of a page that differ in the value of one parameter."""


@pytest.mark.parametrize("row", PARAMETERS.values(), ids=lambda row: f"{row['page']} {row['name']}")
def test_a_name_that_is_accepted_is_used(ask: Callable[..., Any], row: dict[str, str]) -> None:
    """It changes the answer, what repeats the choices apart, and every answer says under which
    choices it stands."""
    first, second = (ask(f"/api/v1/{row['page']}", row[name]) for name in ("first", "second"))
    assert (first.status, second.status) == (200, 200), second.text
    repeated = {"about", "methods", *vars(default_selection(TABLES))}
    numbers = [
        {k: v for k, v in answer.json.items() if k not in repeated} for answer in (first, second)
    ]
    assert numbers[0] != numbers[1]
    for what in endpoints() if row["name"] in CHOICE_BY_NAME and row["page"] != "compare" else ():
        if row["name"] in endpoints()[what].parameters and what not in pages.spanning():
            first_asked = read(what, parse_qsl(row["first"]))
            second_asked = read(what, parse_qsl(row["second"]))
            assert first_asked.chosen != second_asked.chosen


def test_every_name_is_tried() -> None:
    """A choice on one page at least, whatever a page has open on that page."""
    opened = {(what, name) for what, endpoint in endpoints().items() for name in endpoint.opens}
    assert opened <= PARAMETERS.keys()
    assert {name for what, name in PARAMETERS.keys() - opened} == CHOICE_BY_NAME.keys()


@pytest.mark.parametrize("what", endpoints())
def test_a_name_that_is_not_used_is_refused(ask: Callable[..., Any], what: str) -> None:
    parameters = endpoints()[what].parameters
    for name in {"embed", "sort", "map", "pair", "weights", "id"} - parameters.keys():
        answer = ask(f"/api/v1/{what}", {name: "FA"})
        assert answer.status == 400
        (problem,) = answer.json["problems"]
        listed = [*endpoints()[what].parameters]
        assert problem["expected"] == (f"one of {', '.join(listed)}" if listed else "no parameter")


def test_a_link_made_with_another_data_version_is_told(ask: Callable[..., Any]) -> None:
    answer = ask("/api/v1/leaderboard", {"data": "000000000000"})
    assert answer.json["about"]["made with"] == "data version 000000000000, which is another one"
    assert answer.headers["etag"] != ask("/api/v1/leaderboard").headers["etag"]
    same = ask("/api/v1/leaderboard", {**UNIFIED, "data": TABLES.data_version})
    assert same.body == ask("/api/v1/leaderboard", UNIFIED).body


def test_an_unchanged_answer_is_not_sent_again(ask: Callable[..., Any]) -> None:
    first = ask("/api/v1/leaderboard", {"weights": "equal"})
    etag = first.headers["etag"]
    assert first.headers["cache-control"] == "public, max-age=300"
    for tag in (etag, f'"x", {etag}', etag.removeprefix("W/"), "*"):
        again = ask("/api/v1/leaderboard", {"weights": "equal"}, if_none_match=tag)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", etag)
    assert ask("/api/v1/leaderboard", {"weights": "equal"}, if_none_match='W/"other"').status == 200


def test_the_tag_follows_data_choices_form_and_code(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def etag(path: str = "/api/v1/leaderboard", **query: str) -> str:
        return ask(path, query).headers["etag"]

    default_tag = etag()
    assert etag(weights="balanced") == default_tag  # a default said aloud is the same question
    assert etag(weights="hm:2,forget_prob:2") == etag(weights="forget_prob:2,hm:2")
    different = [default_tag, etag(weights="equal"), etag("/api/v1/runs")]
    different.append(etag("/api/v1/leaderboard.csv"))
    monkeypatch.setattr(answers, "code_version", lambda: "other")
    different.append(etag())
    assert len(set(different)) == len(different)


@pytest.mark.parametrize(
    ("error", "status"),
    [(NotEnoughData("one method is not enough"), 400), (ZeroDivisionError("/x.py"), 500)],
)
def test_a_failure_is_a_sentence_without_its_traceback_and_is_not_kept(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def failing(asked: object) -> bytes:
        raise error

    not_kept_yet = {**UNIFIED, "weights": f"FA:3,RA:{status}"}
    with monkeypatch.context() as patched:
        patched.setattr(answers, "answer", failing)
        answer = ask("/api/v1/leaderboard", not_kept_yet)
    assert answer.status == status
    assert (str(error) in answer.text) == (status == 400)
    assert ask("/api/v1/leaderboard", not_kept_yet).status == 200
