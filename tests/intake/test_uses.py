"""What columns are used for, as proposed and as changed."""

from components.intake.reading.sheet import Sheet
from components.intake.uses import Use, propose_uses
from components.intake.work import Work, aimed, begin, used, with_use
from tests.released import built_in

SUITE = built_in("unified_unlearning")


def proposed(header: str, *rows: str) -> dict[str, Use]:
    names = tuple(header.split(","))
    return {u.column: u for u in propose_uses(names, [tuple(r.split(",")) for r in rows], SUITE.metrics)}


def test_names_numbers_and_the_rest() -> None:
    found = proposed(
        "method,Dataset,seed,lr,Forget Acc.,fluency,notes,GPU,column 9",
        "A,b,1,1e-5,12 %,0.9,fine,A100,3",
        "B,b,1,1e-4,n/a,0.8,,A100,4",
    )
    assert {c: u.use for c, u in found.items()} == {
        "method": "method",
        "Dataset": "benchmark",
        "seed": "seed",
        "lr": "setting",
        "Forget Acc.": "score",
        "fluency": "score",
        "notes": "left out",
        "GPU": "left out",
        "column 9": "left out",
    }
    assert found["Forget Acc."].metric == "FA"
    assert found["fluency"].metric == ""
    assert (found["fluency"].direction, found["fluency"].utilities) == ("higher", "identity")


def test_retain_losses_and_two_columns_for_one_place() -> None:
    assert proposed("method,retain_loss_type", "A,NLL", "B,KL")["retain_loss_type"].use == "setting"
    measured = proposed("method,Retain Loss", "A,1.2", "B,2.3")["Retain Loss"]
    assert (measured.use, measured.direction) == ("score", "lower")
    found = proposed("method,algorithm,FA,forget accuracy", "A,x,0.1,0.2")
    assert [u.use for u in found.values()] == ["method", "left out", "score", "left out"]
    assert "already holds" in found["forget accuracy"].why


def test_one_minus_a_metric_is_another_metric() -> None:
    work = begin([("x.csv", b"method,benchmark,1 - FA,RA,MIA,AD\nA,mmubench,0.9,0.9,0.5,0.9\n")], [SUITE])
    assert work.suite == "unified_unlearning"
    assert [u.metric for u in work.uses] == ["", "", "", "RA", "MIA", "AD"]
    assert [u.use for u in used(work)][2] == "left out", "the suite does not have it"
    assert aimed(work, [SUITE], "", "").uses[2].direction == "higher", "FA is known, and turned"


def test_the_name_of_an_outer_object_hides_no_metric() -> None:
    models = b'[{"method": "A", "config": {"lr": 1, "seed": 7}, "metrics": {"FA": 0.1, "RA": 0.9, "xyz": 0.5}}]'
    uses = {u.column: u for u in begin([("x.json", models)], [SUITE]).uses}
    assert [(c, u.use, u.metric) for c, u in uses.items()] == [
        ("method", "method", ""),
        ("config.lr", "setting", ""),
        ("config.seed", "seed", ""),
        ("metrics.FA", "score", "FA"),
        ("metrics.RA", "score", "RA"),
        ("metrics.xyz", "score", ""),
    ]
    assert uses["metrics.FA"].direction == "lower"


def test_some_column_is_the_method_and_names_of_runs_are_no_benchmark() -> None:
    assert proposed("name,FA", "A,0.1")["name"].use == "method"
    assert proposed("model,FA", "A,0.1")["model"].use == "method"
    assert proposed("what,FA", "A,0.1")["what"].use == "method"
    assert [u.use for u in proposed("RA,FA", "1,0.1").values()] == ["score", "score"]
    rows = [("NPO", "tofu_NPO_01"), ("NPO", "tofu_NPO_10"), ("GA", "tofu_GA_01")]
    named = propose_uses(("method", "task", "FA"), [(m, t, "0.5") for m, t in rows], ())
    assert [u.use for u in named] == ["method", "left out", "score"]
    split = propose_uses(("method", "task", "FA"), [(m, f"forget{i}", "0.5") for i, (m, _) in enumerate(rows)], ())
    assert split[1].use == "benchmark", "else methods of other splits would be ranked together"


def test_metrics_that_the_suite_lacks_are_left_out_only_there() -> None:
    work = begin([("x.csv", b"method,benchmark,FA,RA,MIA,uds\nA,mmubench,0.1,0.2,0.3,0.4\n")], [SUITE])
    assert used(work)[-1].use == "left out"
    own = aimed(work, [SUITE], "", "")
    assert used(own)[-1].use == "score"
    assert aimed(work, [SUITE], "unified_unlearning", "resnet_unimodal").panel == "resnet_unimodal"


def test_a_place_for_one_is_given_up_by_the_other() -> None:
    sheet = Sheet("x", ("a", "b", "c"), (("1", "2", "3"),), ("line 2",))
    work = Work(sheet, (Use("a", "method"), Use("b", "left out"), Use("c", "score", "FA")))
    changed = with_use(work, Use("b", "method"))
    assert [u.use for u in changed.uses] == ["left out", "method", "score"]
    changed = with_use(work, Use("b", "score", "FA"))
    assert [u.use for u in changed.uses] == ["method", "score", "left out"]
