"""The agreement page without a browser: how a pair is opened, and what is left where there is nothing to compare."""

SELECT = ("choice_pair_0", "choice_pair_1")


def opened(app) -> list[str]:
    return [app.selectbox(key=k).value for k in SELECT]


def test_a_pair_by_the_boxes_goes_into_the_link(app_test):
    app = app_test("agreement", {"pair": "FA,AD"})
    assert opened(app) == ["FA", "AD"]
    assert len(app.get("plotly_chart")) == 7
    app.selectbox(key="choice_pair_1").set_value("RA").run()
    assert not app.exception
    assert app.query_params["pair"] in ("FA,RA", ["FA,RA"])
    assert "Pooling reverses the sign" in " ".join(m.value for m in app.markdown)
    app.selectbox(key="choice_pair_1").set_value("FA").run()  # the metric of the other box: the two change places
    assert app.query_params["pair"] in ("RA,FA", ["RA,FA"])
    assert opened(app) == ["RA", "FA"]
