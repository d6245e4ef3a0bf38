"""Is my number sane: NPO on forget05 with Llama-2 as its sources print it, PrivLeak, and hostile questions."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from components.answers.check.elsewhere import compute as own_numbers
from components.answers.check.known import Known, comparable, everything, fitting
from components.answers.check.known import compute as known
from components.answers.check.place import PLACE, Place, compute, draw
from components.answers.record import Absent, Look
from components.selection import EVERYWHERE, Selection, parse_everywhere
from components.served import Served, computed
from tests.made import made_metric, made_tables
from tests.released import NAMES, built_in

SUITES = tuple(built_in(name) for name in NAMES)
NPO = {"metric": "forget_quality", "method": "npo", "model": "Llama-2-7b-chat-hf", "split": "forget05"}
SPANS = (*NPO, "value")


def served(**query: str) -> Served:
    chosen, problems = parse_everywhere(query, SPANS)
    assert problems == ()
    return computed(SUITES, chosen)


def place(**query: str) -> Place:
    found = served(**query).of(compute)
    assert isinstance(found, Place)
    return found


def test_the_known_values_of_the_model_case() -> None:
    found = place(**NPO)
    assert found.sources == 2, "what OpenUnlearning prints, and one replication with many seeds and set-ups"
    spreads = {s.setup.split(" (")[0]: s.spread for s in found.setups}
    assert (spreads[""].n, spreads[""].low) == (1, 0.09)
    h100, ada = spreads["2xH100 ZeRO-3"], spreads["1xRTX6000Ada no DeepSpeed"]
    assert (h100.n, round(h100.low, 3), round(h100.median, 3), round(h100.high, 3)) == (5, 0.142, 0.713, 0.793)
    assert (ada.n, f"{ada.low:.1e}", f"{ada.high:.1e}") == (5, "1.4e-12", "1.9e-09")
    assert len(found.known.values) == 14
    assert found.known.scale.log


@pytest.mark.parametrize(
    ("value", "where", "nearest"),
    [("0.3", "within", 0.6284), ("1e-5", "between", 1.87e-9), ("1e-15", "below", 1.43e-12), (".95", "above", 0.7934)],
)
def test_where_a_value_lies(value: str, where: str, nearest: float) -> None:
    facts: Any = PLACE.content(served(**NPO, value=value))
    assert facts["where"] == where
    assert facts["nearest"] == pytest.approx(nearest, rel=1e-3)
    assert (facts["sources"], facts["impossible"], facts["value"]) == (2, "", float(value))


def test_what_is_said_of_it() -> None:
    assert PLACE.said(served(**NPO, value="1e-5")).lines == [
        "Forget quality 1e−05 lies between the set-ups: the nearest value is 3.7 powers of ten away.",
        "Known of NPO, Llama-2-7b-chat-hf and forget05: 14 values from 1.43e−12 to 0.793, in 6 set-ups of 2 studies. "
        "Nearest is 1.87e−09 (AlpacaQueen4180/open-unlearning, 1xRTX6000Ada no DeepSpeed (Aug 2026)).",
        "A difference may come from another retrained model, by which this metric is defined, or from another set-up, "
        "such as hardware or number of updates (medians of set-ups from 6.57e−12 to 0.713).",
    ]
    logarithm = PLACE.said(served(**NPO, value="-8.9")).lines
    assert logarithm[0] == "Forget quality −8.9 is impossible: it cannot be below 0."
    assert logarithm[2] == "Read as a base-10 logarithm (1.26e−09) it would fit."
    percentage = PLACE.said(served(metric="model_utility", method="npo", value="53")).lines
    assert percentage[2] == "Read as a percentage (0.53) it would fit."


def test_the_limit_of_privleak_follows_the_retrained_model() -> None:
    assert PLACE.said(served(metric="privleak", split="news", value="5215")).lines[0] == (
        "Privacy leakage 5215 is impossible: with the retrained model of MUSE an AUC of 1 gives 109.6."
    )
    books: Any = PLACE.content(served(metric="privleak", split="books", value="87"))
    assert [round(limit["highest"], 1) for limit in books["limits"]] == [85.4]
    assert books["impossible"] == "", "another study's Books hold 88.8, with another retrained model"
    assert (
        "with another, up to 88.77 is reported"
        in PLACE.said(served(metric="privleak", split="books", value="87")).lines[2]
    )
    assert place(metric="privleak", split="books", value="89").impossible
    assert place(metric="privleak", split="news", value="-100.1").impossible == "it cannot be below −100"


def test_values_come_on_the_scale_of_the_address_and_seeds_are_no_sources() -> None:
    values = everything(served())
    strength = values[(values["metric"] == "extraction_strength") & (values["suite"] == "tofu")]
    assert strength["value"].max() == pytest.approx(1 - 0.3208), "the suite has one minus it"
    assert set(strength["method"]) >= {"npo", "graddiff"}, "a checkpoint stands under its method"
    floored = values[(values["suite"] == "tofu_seeds") & values["at_bound"]]
    assert len(floored) == 125
    assert set(floored["value"]) == {5e-5}
    assert "muse_quantization" not in set(values["suite"]), "its studies are listed one by one"


def test_what_boxes_offer_and_links_lead_to() -> None:
    found = served(metric="forget_quality", method="npo").of(known)
    assert isinstance(found, Known)
    assert set(found.offered["model"]) >= {"Llama-2-7b-chat-hf", "Llama-3.2-1B-Instruct"}
    assert "privleak" in found.offered["metric"]
    assert fitting(served(), {**NPO, "metric": "privleak"}) == {"metric": "privleak", "method": "npo"}
    found = comparable(served())
    assert {("forget_quality",), ("forget_quality", "npo"), ("forget_quality", "npo", NPO["model"])} <= found
    assert not {("uds",), ("UQS",), ("forget_quality", "salun")} & found


def own(*values: float, model: str = "Llama-2-7b-chat-hf", metric: str = "forget_quality") -> Served:
    """All suites and one of a reader: NPO on forget05, a seed for each value."""
    tables = made_tables(
        np.array(values)[None, :, None, None], metrics=[made_metric(metric, "higher")], methods=["npo"], title="Mine"
    )
    mine = replace(
        tables,
        suite=replace(tables.suite, id="mine_yours", private=True),
        panels=tuple(replace(p, base_model=model) for p in tables.panels),
        runs=tables.runs.assign(benchmark="forget05"),
        benchmarks=tuple(replace(b, id="forget05") for b in tables.benchmarks),
    )
    return computed((*SUITES, mine), replace(EVERYWHERE, suite="mine_yours"))


@pytest.mark.parametrize(("values", "where"), [((0.2, 0.7), "within"), ((0.0,), "below")])
def test_own_numbers_stand_beside_those_of_others(values: tuple[float, ...], where: str) -> None:
    (row,) = own(*values).of(own_numbers)
    assert (row.where, row.studies, row.values) == (where, 2, 14)
    assert row.value == pytest.approx(max(np.prod(values) ** (1 / len(values)), 1e-30))


def test_own_numbers_of_a_model_that_nobody_reports_are_compared_with_all_and_unknown_ones_with_none() -> None:
    (row,) = own(0.5, model="not stated").of(own_numbers)
    assert (row.model, row.values > 14) == ("", True)
    assert isinstance(own(0.5, metric="my_own").of(own_numbers), Absent)


def test_pages_lead_to_the_comparison(app_test: Any) -> None:
    app = app_test("leaderboard", {"suite": "openunlearning", "panel": "tofu_llama2_7b", "method": "npo"})
    compared = "check?metric=forget_quality&amp;method=npo&amp;model=Llama-2-7b-chat-hf"
    assert compared in " ".join(e.proto.body for e in app.get("html"))


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"metric": "forget_qualty"}, "No metric is called 'forget_qualty' in any suite. Near it: forget_quality"),
        ({"metric": "<img src=x onerror=alert(1)>"}, "No metric is called '<img src=x onerror=alert(1)>'"),
        ({"metric": "forget_quality", "method": "salun"}, "Nobody reports Forget quality, SalUn together"),
        ({"split": "forget05", "model": "ResNet-18"}, "Nobody reports ResNet-18, forget05 together"),
    ],
)
def test_an_unknown_question_gets_a_message(query: dict[str, str], told: str) -> None:
    found = served(**query).of(compute)
    assert isinstance(found, Absent)
    assert found.reason.startswith(told)


@pytest.mark.parametrize("text", ["abc", "nan", "1_0", "1e400", "0x10", "٣", "9" * 5000])
def test_a_value_that_is_no_number_is_told_and_left_out(text: str) -> None:
    chosen, problems = parse_everywhere({**NPO, "value": text}, SPANS)
    assert [p.name for p in problems] == ["value"]
    assert chosen == Selection("", "", **NPO)


def test_the_figure_has_a_mark_for_each_value_and_a_line_where_the_value_can_be() -> None:
    def figure(value: str) -> Any:
        view = served(**NPO, value=value)
        return draw(place(**NPO, value=value), Look(view.labels, "light", view.selection))

    assert sum(len(t.x) for t in figure("1e-5").data) == 14
    assert figure("1e-5").layout.xaxis.type == "log"
    assert [len(figure(v).layout.shapes) for v in ("1e-5", "-8.9", "0")] == [1, 0, 0]
