"""The page on distributional equivalence without a browser: what it says for each selection and each upload."""

from __future__ import annotations

import json

import pytest

from components.intake.equivalence import TEMPLATE
from tests.calibrated import opened


def said(app) -> str:
    boxes = [*app.markdown, *app.caption, *app.warning, *app.info, *app.error]
    return " ".join(m.value for m in boxes).replace("\\", "")


def figures(app) -> int:
    return len(app.get("plotly_chart"))


def test_models_stand_between_floor_and_ceiling(app_test):
    app = opened(app_test, "equivalence", panel="questions")
    text = said(app)
    assert "good answers most like a model retrained without the forgotten data: J is 0.198" in text
    assert "two independent retrains give 0.107 and the model before unlearning 1.603" in text
    assert "1 of 3 methods is on average farther from the reference than the model before unlearning: poor" in text
    assert "was not available to check" in text
    assert figures(app) == 4
    assert app.selectbox(key="choice_metric").value == "TURNED", "the metric that agrees least is opened first"


def test_floor_and_ceiling_stay_when_methods_are_filtered(app_test):
    app = opened(app_test, "equivalence", panel="questions", methods="fair")
    assert "two independent retrains give 0.107 and the model before unlearning 1.603" in said(app)
    forest = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert [a["text"] for a in forest["layout"]["annotations"]] == ["floor", "ceiling"]
    assert "No other metric can be compared" not in said(app)


def test_the_choices_of_metric_and_model_travel_in_the_address(app_test):
    app = opened(app_test, "equivalence", panel="questions", metric="GOOD", method="poor")
    assert "J and GOOD over 3 methods in 4 of 4 blocks: τ +1.000, exact p 0.056" in said(app)
    assert "J of poor runs from" in said(app)
    app.selectbox(key="choice_method").select("fair").run()
    assert app.query_params["method"] == "fair"


def test_a_panel_without_answers_leads_to_the_one_that_has_them(app_test):
    app = opened(app_test, "equivalence", panel="images")
    assert "No drawn answers were kept for Images." in said(app)
    assert "panel=questions" in said(app)
    assert figures(app) == 0


def test_a_suite_without_answers_explains_itself(app_test):
    app = app_test("equivalence", {"suite": "unified_unlearning"})
    assert "has no drawn answers" in said(app)
    assert figures(app) == 0
    assert [h.value for h in app.header] == ["Your own answers", "Which J this is"]


@pytest.mark.parametrize("query", [{"metric": "XX"}, {"method": "<b>"}, {"seeds": "9"}])
def test_a_choice_that_does_not_fit_is_told(app_test, query):
    app = opened(app_test, "equivalence", **{"panel": "questions", **query})
    assert any(next(iter(query)) in w.value for w in app.warning)
    assert figures(app) == 4


def test_a_table_that_is_brought_is_judged_and_stays_in_the_session(app_test):
    app = opened(app_test, "equivalence", panel="questions")
    app.file_uploader(key="answers").set_value(("mine.csv", TEMPLATE.encode(), "text/csv")).run()
    assert not app.exception
    assert "1 model; J of model is 1.045 nats per prompt" in said(app)
    assert figures(app) == 6
    assert "_own_answers" in app.session_state
    assert "J of model is" not in said(opened(app_test, "equivalence", panel="questions"))


def test_a_model_farther_than_before_unlearning_is_told_in_a_readers_own_table(app_test):
    head, *rows = TEMPLATE.splitlines()

    def model(name, shift):
        for row in rows:
            prompt, sample, side, own, other, tokens = row.split(",")
            yield f"{name},{prompt},{sample},{side},{float(own) + shift},{other},{tokens}"

    # J moves with the log-likelihood of the reference's answers alone
    text = "\n".join([f"method,{head}", *model("original", 0), *model("npo", 0)])
    worse = text.replace("npo,q2,1,reference,-1.35", "npo,q2,1,reference,-9.35")
    app = opened(app_test, "equivalence", panel="questions")
    app.file_uploader(key="answers").set_value(("mine.csv", worse.encode(), "text/csv")).run()
    assert not app.exception
    assert "J of npo is 5.045" in said(app)
    assert "1 of 1 method is on average farther" in said(app)
    app.selectbox(key="own_model").select("npo").run()
    assert "On 1 of 2 prompts it lies farther" in said(app)
    app.file_uploader(key="answers").set_value(("mine.csv", text.encode(), "text/csv")).run()
    assert "On average none of 1 method is farther" in said(app)


def test_a_table_that_cannot_be_used_is_told_line_by_line(app_test):
    app = opened(app_test, "equivalence", panel="questions")
    broken = TEMPLATE.replace("q1,2,unlearned,-1.87", "q1,2,nobody,x")
    app.file_uploader(key="answers").set_value(("mine.csv", broken.encode(), "text/csv")).run()
    assert not app.exception
    text = app.error[0].value.replace("\\", "")
    assert "line 3, generated_by: found 'nobody', expected unlearned or reference" in text
    assert "line 3, loglik_unlearned: found 'x'" in text
