"""J of a reader's own models, and the command line that prints it."""

import io
import json
import zipfile

import pytest
from components.answers.equivalence.command import main
from components.answers.equivalence.own_answers import own_answers, own_lead
from components.intake.equivalence import TEMPLATE

from components.answers.equivalence.models import farther
from components.errors import LeaderboardError
from data.write import suite_files
from tests.answered import text_of as texts
from tests.calibrated import calibrated, opened


def own(text=TEMPLATE):
    return own_answers("mine.csv", text.encode())


def with_methods(*names: str, changed: str = "", shift: float = 0.0) -> str:
    """The template once for each method; the log-likelihoods of `changed` under its own model are shifted."""
    head, *rows = TEMPLATE.splitlines()
    lines = [f"method,{head}"]
    for name in names:
        for row in rows:
            prompt, sample, side, score, *rest = row.split(",")
            moved = float(score) + (shift if name == changed and side == "reference" else 0)
            lines.append(",".join((name, prompt, sample, side, str(moved), *rest)))
    return "\n".join(lines)


def test_a_table_is_judged_to_the_digit():
    (row,) = own().models
    assert row.forward == pytest.approx(((0.74 + 0.15) / 2 + 0.18) / 2)
    assert row.backward == pytest.approx(((1.26 + 0.73) / 2 + 0.47) / 2)
    assert row.tokens_unlearned == pytest.approx((3.5 + 2) / 2)
    assert (row.rank, row.farther, row.control) == (1, None, False)


def test_an_infinite_term_is_said_and_ranks_last():
    broken = with_methods("a", "b", "c", "d")
    for name in "ab":
        broken = broken.replace(f"{name},q1,2,unlearned,-1.87,-2.02", f"{name},q1,2,unlearned,-1.87,-inf")
    result = own(broken)
    assert [r.rank for r in result.models] == [1, 1, 3, 3], "equal models share a rank, infinite ones too"
    assert [(r.method, r.j is None, bool(r.j_reason)) for r in result.models[1:3]] == [
        ("d", False, False),
        ("a", True, True),
    ]


def test_controls_by_name_are_floor_and_ceiling_and_have_no_rank():
    result = own(with_methods("retrain", "original", "npo", changed="npo", shift=-8))
    assert [(r.method, r.rank, r.farther) for r in result.models] == [
        ("npo", 1, True),
        ("retrain", None, None),
        ("original", None, None),
    ]
    assert (result.floor.method, result.ceiling.method) == ("retrain", "original")
    assert own().floor is own().ceiling is None


def test_the_folder_of_a_suite_is_refused():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in suite_files(calibrated(prompts=2, answers=1)).items():
            archive.writestr(name, content)
    with pytest.raises(LeaderboardError, match="expected one table of answers"):
        own_answers("suite.zip", packed.getvalue())


def test_the_command_line_prints_json_and_markdown_and_refuses(tmp_path, capsys):
    file = tmp_path / "answers.csv"
    file.write_text(TEMPLATE.replace("unlearned,-2.31", "unlearned,−2.31"), encoding="utf-8")
    assert main([str(file)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["models"][0]["j"] == pytest.approx(1.045)
    assert "not available" in printed["normalisation"]
    assert main([str(file), "--format", "markdown"]) == 0
    assert "| 1 | model | 1.045 |" in capsys.readouterr().out
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    assert main([str(file)]) == 2
    assert "prompt, generated_by, loglik_unlearned, loglik_reference is missing" in capsys.readouterr().err
    assert main([str(tmp_path / "none.csv")]) == 2
    assert main([str(file), "--draws", "1"]) == 2


def test_a_table_that_is_brought_is_judged_and_stays_in_the_session(app_test):
    head, *rows = TEMPLATE.splitlines()
    text = "\n".join([f"method,{head}", *(f"{name},{row}" for name in ("original", "npo") for row in rows)])
    text = text.replace("npo,q2,1,reference,-1.35", "npo,q2,1,reference,-9.35")
    worse = own(text)
    assert (worse.models[0].j, worse.models[0].farther) == (pytest.approx(5.045), True)
    app = opened(app_test, "equivalence", panel="questions")
    app.file_uploader(key="answers").set_value(("mine.csv", text.encode(), "text/csv")).run()
    assert not app.exception
    assert f"{own_lead(worse)} {farther(worse)}" in texts(app)
    assert len(app.get("plotly_chart")) == 6
    app.selectbox(key="own_model").select("npo").run()
    assert "On 1 of 2 prompts it lies farther" in texts(app)
    assert own_lead(worse) not in texts(opened(app_test, "equivalence", panel="questions"))
