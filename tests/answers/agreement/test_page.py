"""The agreement page without a browser: how a pair and a map are opened."""

SELECT = ("ask_pair_0", "ask_pair_1")


def opened(app) -> list[str]:
    return [app.selectbox(key=k).value for k in SELECT]


def test_a_pair_and_a_map_by_the_boxes_go_into_the_link(app_test):
    app = app_test("agreement", {"suite": "unified_unlearning", "pair": "FA,AD"})
    assert opened(app) == ["FA", "AD"]
    assert len(app.get("plotly_chart")) == 2
    app.selectbox(key="ask_pair_1").set_value("RA").run()
    assert not app.exception
    assert app.query_params["pair"] in ("FA,RA", ["FA,RA"])
    assert "FA and RA: τ 0.47, or 0.85" in " ".join(m.value for m in app.markdown).replace("\\", "")
    app.selectbox(key="ask_pair_1").set_value(
        "FA"
    ).run()  # the metric of the other box: the two change places
    assert app.query_params["pair"] in ("RA,FA", ["RA,FA"])
    assert opened(app) == ["RA", "FA"]
    app.selectbox(key="ask_map_0").set_value("difference").run()
    assert app.query_params["map"] in ("difference", ["difference"])
    assert opened(app) == ["RA", "FA"]
