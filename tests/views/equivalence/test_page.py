"""The page on distributional equivalence without a browser: what it shows for each selection and each upload."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from components.intake.equivalence import TEMPLATE
from components.resolved import Resolved
from components.selection import default_selection
from components.views.equivalence import words
from components.views.equivalence.own_answers import own_answers
from components.views.equivalence.result import equivalence_prompts
from tests.calibrated import calibrated, opened

TABLES = calibrated()


def result(**choices):
    return equivalence_prompts(
        Resolved(TABLES, replace(default_selection(TABLES), panel="questions", weights="equal", **choices))
    )


FULL = result()


def texts(app) -> str:
    boxes = [*app.markdown, *app.caption, *app.warning, *app.info, *app.error]
    return " ".join(m.value for m in boxes).replace("\\", "")


def figures(app) -> int:
    return len(app.get("plotly_chart"))


def brought(app, text: str):
    app.file_uploader(key="answers").set_value(("mine.csv", text.encode(), "text/csv")).run()
    assert not app.exception
    return own_answers("mine.csv", text.encode())


def test_models_stand_between_floor_and_ceiling(app_test):
    app = opened(app_test, "equivalence", panel="questions")
    for said in (*words.lead(FULL), words.farther(FULL), words.at_floor(FULL), words.bounds_sentence(FULL)):
        assert said in texts(app)
    for said in (*words.trust(FULL), words.metrics_sentence(FULL), FULL.normalisation):
        assert said in texts(app)
    assert figures(app) == 4
    assert app.selectbox(key="choice_metric").value == "TURNED", "the metric that agrees least is opened first"


def test_floor_and_ceiling_stay_when_methods_are_filtered(app_test):
    app = opened(app_test, "equivalence", panel="questions", methods="fair")
    assert words.lead(result(methods=("fair",)))[0] in texts(app)
    forest = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert [a["text"] for a in forest["layout"]["annotations"]] == ["floor", "ceiling"]
    assert figures(app) == 2, "one method has no order to compare"


def test_the_choices_of_metric_and_model_travel_in_the_address(app_test):
    app = opened(app_test, "equivalence", panel="questions", metric="GOOD", method="poor")
    assert words.metric_sentence(FULL.metrics[0]) in texts(app)
    assert words.prompt_sentence(FULL, FULL.models[2]) in texts(app)
    app.selectbox(key="choice_method").select("fair").run()
    assert app.query_params["method"] == "fair"


def test_a_panel_without_answers_leads_to_the_one_that_has_them(app_test):
    app = opened(app_test, "equivalence", panel="images")
    assert words.lead(equivalence_prompts(Resolved(TABLES, default_selection(TABLES))))[0] in texts(app)
    assert "panel=questions" in texts(app)
    assert figures(app) == 0


def test_a_suite_without_answers_explains_itself(app_test):
    app = app_test("equivalence", {"suite": "unified_unlearning"})
    assert "has no answers scored by both" in texts(app)
    assert figures(app) == 0
    assert [h.value for h in app.header] == ["Your own answers", "Which J this is"]


@pytest.mark.parametrize("query", [{"metric": "XX"}, {"method": "<b>"}, {"seeds": "9"}])
def test_a_choice_that_does_not_fit_is_told(app_test, query):
    app = opened(app_test, "equivalence", **{"panel": "questions", **query})
    assert any(next(iter(query)) in w.value for w in app.warning)
    assert figures(app) == 4


def test_a_table_that_is_brought_is_judged_and_stays_in_the_session(app_test):
    app = opened(app_test, "equivalence", panel="questions")
    said = words.own_lead(brought(app, TEMPLATE))
    assert said in texts(app)
    assert figures(app) == 6
    assert "_own_answers" in app.session_state
    assert said not in texts(opened(app_test, "equivalence", panel="questions"))


def test_a_model_farther_than_before_unlearning_is_told_in_a_readers_own_table(app_test):
    head, *rows = TEMPLATE.splitlines()
    text = "\n".join([f"method,{head}", *(f"{name},{row}" for name in ("original", "npo") for row in rows)])
    app = opened(app_test, "equivalence", panel="questions")
    worse = brought(app, text.replace("npo,q2,1,reference,-1.35", "npo,q2,1,reference,-9.35"))
    assert worse.models[0].j == pytest.approx(5.045)
    assert worse.models[0].farther is True
    assert f"{words.own_lead(worse)} {words.farther(worse)}" in texts(app)
    app.selectbox(key="own_model").select("npo").run()
    assert "On 1 of 2 prompts it lies farther" in words.prompt_sentence(worse, worse.models[0])
    assert words.prompt_sentence(worse, worse.models[0]) in texts(app)
    same = brought(app, text)
    assert same.models[0].farther is False
    assert words.farther(same) in texts(app)


def test_a_table_that_cannot_be_used_is_told_line_by_line(app_test):
    app = opened(app_test, "equivalence", panel="questions")
    broken = TEMPLATE.replace("q1,2,unlearned,-1.87", "q1,2,nobody,x")
    app.file_uploader(key="answers").set_value(("mine.csv", broken.encode(), "text/csv")).run()
    assert not app.exception
    assert "line 3, generated_by" in texts(app)
    assert "line 3, loglik_unlearned" in texts(app)
