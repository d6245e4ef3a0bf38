"""What is below a floor on the leaderboard: listed with what it misses, without a rank, and part of no comparison."""

from dataclasses import replace

import numpy as np
import pytest

from components import floors
from components.answers.leaderboard.floors import FLOORS, fallen, weaknesses
from components.answers.leaderboard.lead import lead_sentence
from components.answers.leaderboard.ranking import compute
from components.answers.leaderboard.weights import presets
from components.board.data import board_of
from components.report import report
from components.selection import parse, to_query
from data.registry import Floor
from tests.answered import view_of
from tests.answers.leaderboard.cases import made, rows
from tests.made import made_metric, made_tables
from tests.released import built_in

NEWS = view_of(built_in("muse_seeds"))


def test_the_report_says_who_is_below_and_what_everybody_keeps():
    found = report(NEWS.tables, NEWS.selection, ("leaderboard",))
    (floor,) = found["floors"]
    assert (floor["on"], floor["value"], floor["of"]) == ("retain_knowmem_ROUGE", 0.276, "")
    assert floor["missed_by"] == ["gradient_ascent", "graddiff"] == found["below_floor"]
    kept = NEWS.tables.runs.query("panel == 'news'").groupby("method")["retain_knowmem_ROUGE"].mean()
    for row in found["leaderboard"]:
        assert row["kept"] == pytest.approx(kept[row["method"]])
        assert row["below_floor"] == (kept[row["method"]] < 0.276) == (row["rank"] is None)
        assert bool(row["misses"]) == row["below_floor"]
    assert [r["method"] for r in found["leaderboard"]][-2:] == ["gradient_ascent", "graddiff"], "at the end"
    assert found["sentences"][0].startswith("PDU leads")
    lifted = report(NEWS.tables, replace(NEWS.selection, floors="none"), ("leaderboard",))
    assert (lifted["floors"], lifted["below_floor"]) == ([], [])
    assert lifted["leaderboard"][0]["kept"] is None


def test_what_is_below_is_part_of_no_comparison():
    values = [[0.1, 0.1], [0.2, 0.2], [0.0, 0.9]]  # lower is better: the third leads on X1 alone
    own = made(values, floors="X2:0.5")
    found = rows(own.tables, floors="X2:0.5")
    assert [(m, r["rank"]) for m, r in found.items()] == [("m1", 1), ("m2", 2), ("m3", None)]
    assert found["m1"]["dominated_by"] == []
    assert found["m2"]["dominated_by"] == ["m1"]
    assert found["m2"]["epsilon"] == pytest.approx(-0.1)
    assert (found["m3"]["dominated_by"], found["m3"]["epsilon"]) == ([], None)
    assert found["m3"]["uqs"] == pytest.approx(0.55), "its score stands beside what it misses"
    assert own.of(compute).dethrone.distance is None, "m1 dominates the only other one"
    assert rows(own.tables)["m3"]["rank"] == 3


def test_the_best_checkpoint_is_one_that_passes():
    tofu = built_in("tofu")
    found = rows(tofu, rows="best", weights="only-uds", floors="fluency:0.5:original")
    free = rows(tofu, rows="best", weights="only-uds", floors="none")
    kept = tofu.runs.set_index("method")["fluency"]
    assert all(kept[r["best_checkpoint"]] >= kept["full"] / 2 for r in found.values() if r["rank"])
    assert any(kept[r["best_checkpoint"]] < kept["full"] / 2 for r in free.values())
    everything = rows(tofu, rows="best", floors="fluency:1")
    assert all(r["below_floor"] and r["misses"] == "every checkpoint" for r in everything.values() if not r["rank"])


def test_where_no_floor_protects_the_first_line_says_where_the_leader_is_weak():
    muse = view_of(built_in("muse_seeds"), floors="none")
    assert lead_sentence(muse.of(compute), muse.labels).endswith("above PDU, but is near zero in utility.")
    assert "but" not in lead_sentence(NEWS.of(compute), NEWS.labels)
    facts = view_of(built_in("calibration"), panel="sequence")
    assert lead_sentence(facts.of(compute), facts.labels).endswith("but is last in forgetting.")
    metrics = [replace(made_metric(f"X{g}", "higher"), group=g) for g in ("forgetting", "utility")]
    two = view_of(made_tables(np.array([[[[0.5, 0.3], [0.5, 0.2]]]]), metrics=metrics))
    assert weaknesses(two) == ("", ""), "of two one is always last"
    three = view_of(made_tables(np.array([[[[0.5, 0.3], [0.5, 0.2], [0.6, 0.05]]]]), metrics=metrics))
    assert weaknesses(three) == ("", "", "is near zero in utility"), "a tie is no last place"


def test_everything_below_the_floor_leaves_nobody_to_rank():
    none = made([[0.9], [0.8], [0.7]], floors="X1:0.5")
    assert lead_sentence(none.of(compute), none.labels).startswith("Nothing is ranked: every method is below the floor")
    unmeasured = view_of(built_in("muse_quantization"), panel="books_reproduced", floors="utility:0.8:original")
    assert "GA GDR: floor not measured, no utility on Books." in FLOORS.said(unmeasured).lines
    assert [fallen(0, 1, "method"), fallen(1, 1, "method")] == ["The only method passes", "The only method falls out"]
    assert FLOORS.said(none).lines[0] == "3 of 3 methods fall out: the floor is at least 0.5 in X1."


def test_the_board_gets_scales_and_gives_back_a_choice():
    tofu = view_of(built_in("tofu"))
    values = floors.scales(tofu)
    assert [(floors.key(f), v) for f, v in values.items()] == [
        ("model_utility:original:", 0.5),
        ("fluency:original:", 0.5),
    ]
    as_set = {floors.key(f): v for f, v in values.items()}
    assert floors.chosen(tofu, as_set) == "suite"
    assert floors.chosen(tofu, dict.fromkeys(as_set, 0.0)) == "none"
    own = floors.chosen(tofu, {**as_set, "fluency:original:": 0.8, "uds::": 0.25})
    assert own == (Floor("model_utility", 0.5, "original"), Floor("fluency", 0.8, "original"), Floor("uds", 0.25))
    chosen = replace(tofu.selection, floors=own)
    text = to_query(chosen, tofu.tables)["floors"]
    assert text == "model_utility:0.5:original,fluency:0.8:original,uds:0.25"
    assert parse({"floors": text}, tofu.tables)[0] == chosen
    assert "uds::" in {floors.key(f) for f in floors.addable(tofu)}
    board = board_of(tofu.of(compute), tofu.labels, tofu.of(presets), "equal")
    assert [(f["id"], f["value"], f["usual"], f["share"]) for f in board["floors"]] == [
        ("model_utility:original:", 0.5, 0.5, True),
        ("fluency:original:", 0.5, 0.5, True),
    ]
    assert board["floors"][1]["kept"] == pytest.approx(tofu.floor_checks[1].lowest)
    assert sum(k < 0.5 for k in board["floors"][1]["kept"]) == tofu.floor_checks[1].missed.sum()
