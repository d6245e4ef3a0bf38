"""Records of Every Eval Ever: valid by its own schema, and a table of runs when they are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from components.exports.every_eval_ever import json_lines, records
from components.intake import work
from components.intake.reading import child
from components.intake.reading.sheet import FileRefused
from components.resolved import Resolved
from components.selection import parse
from data import per_sample
from tests.intake.real.cases import read_here
from tests.released import built_in

SCHEMAS = Path(__file__).parent / "every_eval_ever"
VALID, VALID_SAMPLE = (
    jsonschema.Draft7Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))
    for name in ("eval", "instance_level_eval")
)


@pytest.fixture(autouse=True)
def no_reading_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read files in this process."""
    monkeypatch.setattr(work, "read", read_here)


def view(name: str, **query: str) -> Resolved:
    selection, problems = parse(query, built_in(name))
    assert not problems
    return Resolved(built_in(name), selection)


CASES = {
    "floors, a target that is the reference, one without a rank": ("muse_original", {}),
    "checkpoints, families, a log scale": ("tofu_original", {}),
    "three of five seeds": ("muse_seeds", {"seeds": "42,123,456"}),
    "an oracle and unbounded metrics": ("unified_unlearning", {}),
    "metrics of cost": ("unlearncanvas", {}),
}


@pytest.mark.parametrize(("name", "query"), CASES.values(), ids=CASES.keys())
def test_records_are_valid_and_hold_the_runs(name: str, query: dict[str, str]) -> None:
    before = view(name, **query)
    for record in records(before):
        VALID.validate(record)
    sheet = child.read([("records.jsonl", json_lines(before).encode())])
    assert len(sheet.rows) == len(before.tables.runs_of(before.selection.panel)) * (3 / 5 if query else 1)
    known = {m.id for m in before.tables.metrics}
    assert {h.rstrip(" ↑↓") for h in sheet.header} - known == {"method", "benchmark", "model", "seed"}


def test_the_reference_is_there_though_nobody_chose_it() -> None:
    chosen = view("muse_original", methods="ga_gdr,npo_gdr,npo_klr")
    ids = [r["model_info"]["id"].partition("/")[2] for r in records(chosen)]
    assert {*ids} == {"ga_gdr", "npo_gdr", "npo_klr", "retrain", "target"}


def test_records_of_a_suite_are_ranked_beside_it() -> None:
    """On MUSE News; the names of its models and metrics are known, what is no method is asked."""
    suites = {"muse_original": built_in("muse_original")}
    records_of = json_lines(view("muse_original")).encode()
    brought = work.begin([("records.jsonl", records_of)], list(suites.values()))
    assert (brought.suite, brought.panel) == ("muse_original", "news")
    asked = {f.title for f in work.examined(brought, suites).findings if f.blocking}
    assert all("a reference, an original or a method?" in title for title in asked)


def test_a_record_holds_what_a_program_that_knows_no_unlearning_needs() -> None:
    """MUSE prints VerbMem 27.4 of GA KLR on News; lower is better, from 0 to 100."""
    (record,) = (r for r in records(view("muse_original")) if r["model_info"]["id"] == "muse_original/ga_klr")
    result = next(r for r in record["evaluation_results"] if r["metric_config"]["metric_id"] == "verbmem_forget")
    config = result["metric_config"]
    assert result["score_details"]["score"] == pytest.approx(27.4, abs=0.05)
    assert (config["lower_is_better"], config["min_score"], config["max_score"]) == (True, 0, 100)
    assert (config["metric_unit"], result["source_data"]["dataset_name"]) == ("percent", "MUSE News")
    assert record["model_info"]["additional_details"]["seed"] == "0"
    roles = {r["model_info"]["id"]: r["model_info"]["additional_details"] for r in records(view("muse_original"))}
    assert roles["muse_original/retrain"]["method.role"] == "reference"
    (auc,) = (r for r in record["evaluation_results"] if r["metric_config"]["metric_id"] == "auc_min40")
    assert auc["metric_config"]["additional_details"]["metric.target"] == "reference"


def foreign(model: str, scores: dict[str, float], **details: str) -> dict[str, Any]:
    """A record as another project writes it, nothing under additional_details but what the schema asks for."""
    unknown = {"deployment_type": "unknown", "model_availability": "open_weights"}
    return {
        "schema_version": "0.3.0",
        "evaluation_id": f"leaderboard/{model}/1",
        "retrieved_timestamp": "1760000000",
        "source_metadata": {
            "source_type": "documentation",
            "source_organization_name": "Somebody",
            "evaluator_relationship": "third_party",
        },
        "eval_library": {"name": "lm_eval", "version": "0.4.9"},
        "model_info": {"name": model, "id": f"org/{model}", "additional_details": {**unknown, **details}},
        "evaluation_results": [
            {
                "evaluation_result_id": name,
                "evaluation_name": name,
                "source_data": {"dataset_name": name, "source_type": "other"},
                "metric_config": {
                    "metric_id": "accuracy",
                    "evaluation_description": f"Accuracy on {name}",
                    "lower_is_better": name.startswith("wmdp"),
                    "score_type": "continuous",
                    "min_score": 0,
                    "max_score": 1,
                },
                "score_details": {"score": score},
            }
            for name, score in scores.items()
        ],
    }


def sample(model: str, name: str, number: int, score: float) -> dict[str, Any]:
    return {
        "schema_version": "0.3.0",
        "evaluation_id": f"leaderboard/{model}/1",
        "model_id": f"org/{model}",
        "evaluation_name": name,
        "evaluation_result_id": name,
        "sample_id": str(number),
        "interaction_type": "single_turn",
        "input": {"raw": "=1+1", "reference": ["@A"]},
        "output": {"raw": ["A"]},
        "answer_attribution": [],
        "evaluation": {"score": score, "is_correct": bool(score)},
    }


MMLU = [foreign("a", {"mmlu": 0.5, "gsm8k": 0.25}, seed="7"), foreign("b", {"mmlu": 0.75, "gsm8k": 0.5}, seed="7")]


def test_records_of_another_source_are_a_table_with_their_samples() -> None:
    lines = [sample(m, "mmlu", i, s) for m, own in (("a", (1, 0)), ("b", (1, 1))) for i, s in enumerate(own)]
    for record in MMLU:
        VALID.validate(record)
    for line in lines:
        VALID_SAMPLE.validate(line)
    samples = "\n".join(map(json.dumps, lines))
    files = {"a.json": json.dumps(MMLU[0]), "b.json": json.dumps(MMLU[1]), "a_samples.jsonl": samples}
    brought = work.begin([(name, text.encode()) for name, text in files.items()], [])
    assert brought.sheet.header == ("method", "benchmark", "seed", "accuracy ↑")
    made = work.suite_of(brought, work.examined(brought, {}), {}, {})
    found = made.runs.set_index(["method", "benchmark"])
    assert found["accuracy"].to_dict() == {
        ("a", "mmlu"): 0.5,
        ("a", "gsm8k"): 0.25,
        ("b", "mmlu"): 0.75,
        ("b", "gsm8k"): 0.5,
    }
    assert set(found["seed"]) == {7}
    assert made.per_sample is not None
    values = per_sample.whole(made.per_sample)
    assert values.groupby("method")["value"].mean().to_dict() == {"a": 0.5, "b": 1.0}


def test_one_name_with_either_end_is_two_metrics() -> None:
    both = json.dumps([foreign(m, {"wmdp": w, "mmlu": 0.5}) for m, w in (("a", 0.2), ("b", 0.6))])
    assert child.read([("x.json", both.encode())]).header == ("method", "benchmark", "accuracy ↓", "accuracy ↑")


def changed(path: str, value: object) -> str:
    """Two records in one file, one value of the second changed."""
    found: Any = json.loads(json.dumps(MMLU))
    *way, last = path.split(".")
    held = found[1]
    for key in way:
        held = held[int(key) if key.isdigit() else key]
    held[last] = value
    return json.dumps(found)


REFUSED = {
    "no JSON": ('{"schema_version": "evaluation_results": 1', "x.json: found in line 1, column 40 no JSON"),
    "a version that nobody knows": (changed("schema_version", "1.0"), "x.json, record 2: found schema_version '1.0'"),
    "a score that is text": (
        changed("evaluation_results.1.score_details.score", "=0.5"),
        "x.json, record 2, evaluation_results[1]: found as score '=0.5', expected a finite number",
    ),
    "a model twice": (
        json.dumps([MMLU[0], MMLU[0]]),
        "x.json, record 2, evaluation_results[0]: found a second score of a by accuracy ↑ on mmlu, expected one",
    ),
    "a sample of nothing": (
        json.dumps([MMLU[0], sample("c", "mmlu", 0, 1)]),
        "x.json, record 2: found no one result with its evaluation_id and 'mmlu', expected one",
    ),
    "more digits than a number has": (
        json.dumps(MMLU[0]).replace('"score": 0.5', f'"score": {"9" * 5000}'),
        "x.json, evaluation_results[0]: found as score '9999999999",
    ),
}


@pytest.mark.parametrize(("text", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_record_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(FileRefused) as refused:
        child.read([("x.json", text.encode())])
    assert str(refused.value).startswith(words)
