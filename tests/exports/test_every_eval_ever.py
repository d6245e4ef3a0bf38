"""Records of Every Eval Ever: valid by its own schema, and read again the metrics they were."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from components.exports.every_eval_ever import json_lines, records
from components.intake.columns import end_of
from components.intake.grid import Work, grid
from components.intake.suite import runs_of
from components.panels import selected_runs
from components.resolved import Resolved
from data.errors import LeaderboardError
from data.read.files import here
from data.read.lexicon import bare
from tests.answered import view_of
from tests.cases import stored
from tests.intake.outcome import KNOWN
from tests.released import built_in

SCHEMAS = Path(__file__).parent / "every_eval_ever"
VALID = jsonschema.Draft7Validator(
    json.loads((SCHEMAS / "eval.schema.json").read_text(encoding="utf-8"))
)


def view(name: str, **query: str) -> Resolved:
    return view_of(built_in(name), **query)


CASES = {
    "floors, a target that is the reference, one without a rank": ("muse_original", {}),
    "another panel": ("muse_original", {"panel": "books"}),
    "checkpoints, families, a log scale": ("tofu_original", {}),
    "three of five seeds": ("muse_seeds", {"seeds": "42,123,456"}),
    "an oracle and unbounded metrics": ("unified_unlearning", {}),
    "metrics of cost": ("unlearncanvas", {}),
    "some methods, and the reference though nobody chose it": (
        "muse_original",
        {"methods": "ga_gdr,npo_gdr,npo_klr"},
    ),
}


@pytest.mark.parametrize(("name", "query"), CASES.values(), ids=CASES.keys())
def test_records_are_valid_and_read_again_as_they_were(name, query):
    """Every metric has the end that it has in the suite, and every value is there."""
    before = view(name, **query)
    for record in records(before):
        VALID.validate(record)
    understood = grid(Work(here([("records.jsonl", json_lines(before).encode())])), KNOWN, None)
    assert len(understood.proposals) <= 2
    runs = selected_runs(before.tables, before.selection)
    metrics = [m for m in before.tables.metrics if runs[m.id].notna().any()]
    read_again = [*understood.used("metric"), *understood.used("cost")]
    ends = {bare(column.name): column.better for column in read_again}
    assert ends == {bare(m.name): end_of(m) for m in metrics}
    values = sum(runs[m.id].notna().sum() for m in metrics)
    assert (
        sum(
            v is not None
            for values_of_run in runs_of(understood).values.values()
            for v in values_of_run
        )
        >= values
    )


def test_a_record_holds_what_a_program_that_knows_no_unlearning_needs():
    """MUSE prints VerbMem 27.4 of GA KLR on News; lower is better, from 0 to 100."""
    (record,) = (
        r for r in records(view("muse_original")) if r["model_info"]["id"] == "muse_original/ga_klr"
    )
    result = next(
        r
        for r in record["evaluation_results"]
        if r["metric_config"]["metric_id"] == "verbmem_forget"
    )
    config = result["metric_config"]
    assert result["score_details"]["score"] == pytest.approx(27.4, abs=0.05)
    assert (config["lower_is_better"], config["min_score"], config["max_score"]) == (True, 0, 100)
    assert (config["metric_unit"], result["source_data"]["dataset_name"]) == (
        "percent",
        "MUSE News",
    )
    assert record["model_info"]["additional_details"]["seed"] == "0"
    roles = {
        r["model_info"]["id"]: r["model_info"]["additional_details"]
        for r in records(view("muse_original"))
    }
    assert roles["muse_original/retrain"]["method.role"] == "reference"
    (auc,) = (
        r for r in record["evaluation_results"] if r["metric_config"]["metric_id"] == "auc_min40"
    )
    assert auc["metric_config"]["additional_details"]["metric.target"] == "reference"


*MMLU, WMDP = stored("exports/every_eval_ever/foreign.json")
"""Records as another project writes them, with only what the schema asks for and a seed."""


def test_records_of_another_source_are_ranked_by_what_they_say():
    for record in MMLU:
        VALID.validate(record)
    sheet = here(
        [("b.json", json.dumps(MMLU[1]).encode()), ("a.json", json.dumps(MMLU[0]).encode())]
    )
    assert sheet.header == ("method", "model", "seed", "benchmark", "accuracy ↑")
    assert sheet.rows[0] == ("b", "", "7", "mmlu", "0.75")
    wmdp = here([("x.json", json.dumps(WMDP).encode())])
    assert wmdp.header[-2:] == ("accuracy ↓", "accuracy ↑"), (
        "one name with either end is two metrics"
    )


REFUSED = stored("exports/every_eval_ever/refused.json")
"""How many records there are, what is replaced in the last of them, and how the refusal begins."""


@pytest.mark.parametrize(("n_records", "old", "new", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_record_is_refused_with_its_place(n_records, old, new, words):
    *whole, last = map(json.dumps, MMLU[:n_records])
    text = (
        f"[{', '.join([*whole, last.replace(old, new, 1)])}]" if whole else last.replace(old, new)
    )
    with pytest.raises(LeaderboardError) as refused:
        here([("x.json", text.encode())])
    assert str(refused.value).startswith(words)


def test_a_record_is_one_line_for_every_reader():
    """str.splitlines, as many programs, ends a line at U+2028, U+2029 and U+0085 too."""
    tables = built_in("muse_original")
    odd = replace(tables, suite=replace(tables.suite, title="a\u2028b\u2029c\x85d"))
    lines = json_lines(view_of(odd)).splitlines()
    assert len(lines) == len([*records(view_of(odd))])
    assert {json.loads(line)["source_metadata"]["source_name"] for line in lines} == {
        odd.suite.title
    }
