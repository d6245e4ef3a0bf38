"""Is my number plausible: known cases as their sources print them, the set-ups of METHODS 24, and
hostile questions."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.answers.check import known_values
from components.answers.check.known_values import ASKED, all_values
from components.answers.check.place import PLACE, CheckedValue, draw, near_heading
from components.answers.check.published_thresholds import THRESHOLDS
from components.answers.check.several import SEVERAL, read
from components.answers.record import Absent, Look
from components.choices.record import read_opened
from components.format import shortened
from components.pages import CHECK
from components.served import Served, computed
from components.words import NO_LABELS
from data.errors import LeaderboardError
from data.replications import replications
from tests.beside import beside
from tests.narrowed import FOURTEEN
from tests.released import NAMES, built_in

CASES = beside(__file__)

SUITES = tuple(built_in(name) for name in NAMES)
NPO = {
    "metric": "forget_quality",
    "method": "npo",
    "model": "Llama-2-7b-chat-hf",
    "split": "forget05",
}
UTILITY = {"metric": "model_utility", "method": "npo"}
LLAMA_1B = {**UTILITY, "model": "Llama-3.2-1B-Instruct", "split": "forget10"}


@pytest.fixture
def as_printed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Served]:
    """Return the suites that METHODS knew, without the second run of seed 42 that came after."""
    known = {name: rows for name, rows in replications().items() if name != "tofu_attacks"}
    monkeypatch.setattr(known_values, "replications", lambda: known)

    def asked_of(**query: str) -> Served:
        return computed(FOURTEEN, read_opened(CHECK.opens, query, None)[0])

    return asked_of


def served(**query: str) -> Served:
    asked, problems = read_opened(CHECK.opens, query, None)
    assert problems == []
    return computed(SUITES, asked)


def place(**query: str) -> CheckedValue:
    checked = PLACE.result(served(**query))
    assert isinstance(checked, CheckedValue)
    return checked


def first(**query: str) -> str:
    return PLACE.said(served(**query)).lines[0]


def test_the_known_values_of_the_model_case() -> None:
    checked = place(**NPO)
    assert checked.n_studies == 2, (
        "what OpenUnlearning prints, and one replication with many seeds and set-ups"
    )
    spreads = {s.setup.split(" (")[0]: s.spread for s in checked.setups}
    assert (spreads[""].n, spreads[""].low) == (1, 0.09)
    h100, ada = spreads["2xH100 ZeRO-3"], spreads["1xRTX6000Ada no DeepSpeed"]
    assert (h100.n, round(h100.low, 3), round(h100.high, 3)) == (5, 0.142, 0.793)
    assert (ada.n, f"{ada.low:.1e}", f"{ada.high:.1e}") == (5, "1.4e-12", "1.9e-09")
    assert len(checked.reported.values) == 14
    assert checked.reported.scale.log


@pytest.mark.parametrize(
    ("query", "low", "high"),
    [
        (LLAMA_1B, 0.293, 0.640),
        ({**UTILITY, "model": "Llama-2-7b-chat-hf", "split": "forget05"}, 0.432, 0.637),
    ],
)
def test_what_a_new_set_up_gives(
    as_printed: Callable[..., Served], query: dict[str, str], low: float, high: float
) -> None:
    asked = as_printed(**query, value="0.41")
    facts: Any = PLACE.content(asked)
    assert [round(facts["predicted"][end], 3) for end in ("low", "high")] == [low, high]
    assert facts["predicted"]["basis"] == "set-ups"
    assert facts["plausible"] == (low <= 0.41 <= high)
    where = "within" if low <= 0.41 <= high else "not within"
    assert f"0.41 is {where} what a new set-up could give (" in PLACE.said(asked).lines[0]


def test_a_second_run_of_a_seed_is_a_set_up_of_its_study_and_no_value_counts_twice() -> None:
    """The printed figures of seed 42 of the attacks beside those of the five seeds."""
    rows = place(**LLAMA_1B).reported.values
    again = rows[rows["setup"] == "unlearned again for attacks"]
    assert (set(again["source"]), again["seed"].tolist()) == ({"TOFU with seeds"}, [42])
    assert "TOFU under attack" not in set(rows["source"])
    assert place(**LLAMA_1B).n_studies == 4
    attacked = place(metric="jailbreak_rouge", method="npo", split="forget10").reported.values
    assert set(attacked["source"]) == {"TOFU under attack"}


def test_sixteen_of_the_22_combinations_that_can_be_asked_say_something(
    as_printed: Callable[..., Served],
) -> None:
    rows = all_values(as_printed())
    setups = rows.drop_duplicates([*ASKED, "source", "setup"]).groupby(list(ASKED)).size()
    wide = []
    for ids in setups[setups >= 3].index:
        checked = PLACE.result(as_printed(**dict(zip(ASKED, map(str, ids), strict=True))))
        assert isinstance(checked, CheckedValue)
        predicted = checked.predicted
        if predicted is not None and predicted.basis == "set-ups":
            wide.append(predicted.wide)
    assert (len(wide), wide.count(False)) == (22, 16)


@pytest.mark.parametrize(("value", "where", "nearest"), CASES["where"])
def test_where_a_value_lies(value: str, where: str, nearest: float) -> None:
    facts: Any = PLACE.content(served(**NPO, value=value))
    assert facts["where"] == where
    assert facts["nearest"] == pytest.approx(nearest, rel=1e-3)
    assert (facts["sources"], facts["impossible"], facts["value"]) == (2, "", float(value))


def test_what_is_said() -> None:
    assert PLACE.said(served(**LLAMA_1B, value="0.41")).lines == CASES["known values"]
    assert first(**NPO, value="1e-10") == "Known values differ so much that no gap says anything."
    assert first(**NPO) == "Enter a value of Forget quality before rounding."
    assert "0 has no place" in first(**NPO, value="0")
    percentage = PLACE.said(served(**LLAMA_1B, value="53")).lines
    assert percentage[0] == "53 is impossible: Model utility cannot be above 1."
    assert percentage[2] == "As a percentage it would be plausible."
    of_pdu = {**LLAMA_1B, "metric": "extraction_strength", "method": "pdu", "split": "forget05"}
    seeds = first(**of_pdu, value=".9")
    assert seeds.startswith("0.9 lies outside the seeds of the one set-up known (")
    assert seeds.endswith("It is above all 5 known values.")
    two = {**LLAMA_1B, "method": "pdu", "split": "forget05"}
    assert first(**two, value=".9") == (
        "The nearest value is 0.31 away. It is above all 6 known values."
    )


def test_a_value_is_looked_up_backwards() -> None:
    """With the figures that two suites and two replications print: 0.6 before unlearning, and the
    second run of NPO on forget01, 0.598."""
    lines = PLACE.said(served(**LLAMA_1B, value="0.60")).lines
    assert lines[0].startswith("0.60 is within what a new set-up could give (0.24 to 0.65, 95 %).")
    assert lines[0].endswith(" It is above all 37 known values.")
    assert lines[2].startswith("Same base model and split? 0.60 is: the model before unlearning")
    assert " (0.600); the retrained model on forget01 (0.600); NPO on forget01 (0.598)" in lines[2]
    near = place(**LLAMA_1B, value="0.60").near
    assert [known.distance for known in near] == sorted(known.distance for known in near)
    rows = all_values(served())
    is_near = (rows["value"] - 0.6).abs() <= 0.01 + 1e-9
    rows = rows[(rows["metric"] == "model_utility") & is_near]
    assert sum(known.n_near for known in near) == len(rows)
    far = PLACE.said(served(**LLAMA_1B, value="0.97")).lines[2]
    assert far.startswith("Same base model and split? Nearest to 0.97: PDU on forget01 with")
    assert near_heading(place(**LLAMA_1B, value="0.60"), NO_LABELS).startswith("Known near 0.60,")
    assert near_heading(place(**LLAMA_1B, value="0.97"), NO_LABELS).startswith("Nearest to 0.97,")
    leak = PLACE.said(served(metric="privleak", value="-80")).lines
    assert leak[2].startswith("Nearest to −80: GradDiff on forget01 with Llama-3.2-1B-Instruct")


def test_a_model_or_split_that_nobody_chose_is_asked_about_first() -> None:
    question = "Same base model and split (Llama-3.2-1B-Instruct, forget10)? Then 0.41 is within"
    assert first(**UTILITY, value="0.41").startswith(question)
    assert first(**UTILITY, model="Llama-3.2-1B-Instruct", value="0.41").startswith(question)
    replaced = first(**{**LLAMA_1B, "method": "pdu", "model": "Phi-1.5"}, value="0.41")
    assert replaced.startswith("Same base model and split (Llama-3.2-1B-Instruct, forget10)? Then")
    assert first(**UTILITY, value="53").startswith("53 is impossible")


def test_changing_one_box_keeps_the_others_where_the_value_exists() -> None:
    """Each change of one box, by a plain loop over what is known."""
    rows = all_values(served())
    shown = {tuple(ids) for ids in rows[list(ASKED)].drop_duplicates().itertuples(index=False)}
    before = tuple(LLAMA_1B[name] for name in ASKED)
    for index, name in enumerate(ASKED):
        for changed in sorted({ids[index] for ids in shown if ids[:index] == before[:index]}):
            wanted = (*before[:index], changed, *before[index + 1 :])
            known = place(**dict(zip(ASKED, wanted, strict=True))).reported
            asked = tuple(known.asked[name] for name in ASKED)
            assert asked in shown
            assert asked[: index + 1] == wanted[: index + 1], name
            if wanted in shown:
                assert (asked, known.notice) == (wanted, "")
                continue
            fitting = [ids for ids in shown if ids[: index + 1] == wanted[: index + 1]]
            kept = [[a == b for a, b in zip(ids, wanted, strict=True)] for ids in fitting]
            assert [a == b for a, b in zip(asked, wanted, strict=True)] == max(kept)
            for kind, shown_id, wanted_id in zip(ASKED, asked, wanted, strict=True):
                shown_label = shortened(known.offered[kind][shown_id], 60)
                told = f"the {kind} is {shown_label}" in known.notice
                assert told == (shown_id != wanted_id)


def test_a_changed_box_writes_what_the_others_show(app_test: Callable[..., AppTest]) -> None:
    app = app_test("check", {"metric": "model_utility", "value": "-80"})
    assert not app.info
    box = next(box for box in app.selectbox if box.label == "Metric")
    app = box.select("privleak").run()
    assert not app.exception
    assert app.query_params == {**LLAMA_1B, "metric": "privleak", "value": "-80"}
    assert not app.info
    box = next(box for box in app.selectbox if box.label == "Metric")
    app = box.select("forget_verbmem_rouge").run()
    (told,) = app.info
    assert told.value.startswith("Nobody reports Verbatim memorisation on the forget set of NPO")
    assert {box.label: box.value for box in app.selectbox}["Split"] == "news"
    box = next(box for box in app.selectbox if box.label == "Method")
    app = box.select("rmu").run()
    assert not app.info
    assert app.query_params["model"] == "Llama-2-7b-hf"
    assert app.query_params["split"] == "news"


def test_the_models_before_unlearning_and_retrained_are_listed_after_the_set_ups() -> None:
    checked = place(**LLAMA_1B, value="0.41")
    others = [(other.method, other.source, other.spread.mean) for other in checked.others]
    assert ("the model before unlearning", "OpenUnlearning", 0.6) in others
    assert ("the retrained model", "OpenUnlearning", 0.59) in others
    listed = PLACE.table(served(**LLAMA_1B, value="0.41"), "setups")
    assert [row.method for row in listed.rows[-len(others) :]] == [
        method for method, _, _ in others
    ]
    source = next(column for column in listed.columns if column.id == "source")
    assert source.link is not None
    for row in listed.rows:
        link = source.link(row)
        assert link is not None
        assert link.url.startswith("https://"), row.source


def test_published_thresholds_say_who_asks_for_how_much_of_what() -> None:
    listed = THRESHOLDS.table(served(), "thresholds")
    column = {column.id: column for column in listed.columns}
    row = {limit.id: limit for limit in listed.rows}
    asked = {limit: column["asked"].cell(row[limit]) for limit in row}
    assert asked["kbench_retain"] == "at least 80 %"
    assert asked["kbench_added_degeneration"] == "at most 20 percentage points"
    assert asked["muse_privleak"] == "within −5 to 5 %"
    assert asked["semeval_mmlu"] == "above 0.371"
    assert [limit.status for limit in listed.rows][-2:] == ["superseded", "superseded"]
    link = column["benchmark"].link
    assert link is not None
    target = link(row["muse_privleak"])
    assert target is not None
    assert target.url == "https://arxiv.org/abs/2407.06460"


def test_the_limit_of_privleak_follows_the_retrained_model() -> None:
    assert first(metric="privleak", split="news", value="5215").endswith(
        "Privacy leakage cannot be above 109.6."
    )
    books: Any = PLACE.content(served(metric="privleak", split="books", value="102"))
    assert [round(limit["highest"], 1) for limit in books["limits"]] == [85.4]
    assert books["impossible"] == "", (
        "another study's Books hold 102.2, with another retrained model"
    )
    assert place(metric="privleak", split="books", value="103").impossible
    assert (
        place(metric="privleak", split="news", value="-100.1").impossible == "cannot be below −100"
    )


def test_values_come_on_the_scale_of_the_address_and_seeds_are_no_sources() -> None:
    values = all_values(served())
    strength = values[(values["metric"] == "extraction_strength") & (values["suite"] == "tofu")]
    assert strength["value"].max() == pytest.approx(1 - 0.3208), "the suite has one minus it"
    assert set(strength["method"]) >= {"npo", "graddiff"}, "a checkpoint stands under its method"
    floored = values[(values["suite"] == "tofu_seeds") & values["at_bound"]]
    assert len(floored) == 138
    assert set(floored["value"]) == {5e-5}
    remaining = set(values.loc[values["suite"] == "muse_quantization", "metric"])
    study_by_study = set(replications()["muse_quantization"]["metric"])
    assert remaining.isdisjoint(study_by_study), "its studies are listed one by one"


def test_several_numbers_are_answered_line_by_line() -> None:
    text = read("model utility 0.41\nForget quality: 1e-10\nfoo = 3\nTruth ratio\t.9")
    checked = SEVERAL.result(served(**LLAMA_1B, values=text))
    assert not isinstance(checked, Absent)
    assert [(line.name, line.text) for line in checked] == [
        ("model utility", "0.41"),
        ("Forget quality", "1e-10"),
        ("foo", "3"),
        ("Truth ratio", ".9"),
    ]
    utility, quality, unknown, ratio = (line.verdict for line in checked)
    assert utility == first(**LLAMA_1B, value="0.41")
    assert quality.startswith("Known values differ so much")
    assert unknown.startswith("No study reports a metric of this name")
    assert ratio.startswith("0.9 is not within what a new set-up could give")
    assert SEVERAL.said(served(**LLAMA_1B, values=text)).lines == ["1 of 4 numbers is implausible."]


@pytest.mark.parametrize(
    "text", ["model utility", "0.4", "a b c", "utility 1 2 x", "\n".join(["fq 0.1"] * 21)]
)
def test_lines_that_are_no_metric_and_number_are_refused(text: str) -> None:
    with pytest.raises(LeaderboardError):
        read(text)


@pytest.mark.parametrize(("query", "told"), CASES["unreported"])
def test_what_nobody_reports_is_told_and_the_usual_shown(query: dict[str, str], told: str) -> None:
    words = PLACE.said(served(**query))
    assert words.notices[0].startswith(told)
    assert place(**query).reported.values.shape[0] > 0


@pytest.mark.parametrize("text", ["abc", "nan", "1_0", "1e400", "0x10", "٣", "9" * 5000])
def test_a_value_that_is_no_number_is_told_and_left_out(text: str) -> None:
    asked, problems = read_opened(CHECK.opens, {**NPO, "value": text}, None)
    assert [p.name for p in problems] == ["value"]
    assert asked == NPO


def test_the_figure_has_a_mark_for_each_value_a_band_and_a_line() -> None:
    def figure(**query: str) -> Any:
        return draw(place(**query), Look(served(**query).labels, "light"))

    drawn = figure(**NPO, value="1e-5")
    others = [t for t in drawn.data if t.marker.symbol == "diamond-open"]
    assert sum(len(t.x) for t in drawn.data if t not in others) == 14
    assert {t.name for t in others} == {"the model before unlearning", "the retrained model"}
    assert figure(**NPO, value="1e-5").layout.xaxis.type == "log"
    assert [len(figure(**NPO, value=v).layout.shapes) for v in ("1e-5", "-8.9", "0")] == [1, 0, 0]
    assert len(figure(**LLAMA_1B, value="0.41").layout.shapes) == 2, (
        "what a new set-up gives, and the value"
    )
