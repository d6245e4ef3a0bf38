"""The front in the report against exact fractions of the printed values: members, and who leads at
some split."""

from fractions import Fraction

import pytest

from components.pages import TRADEOFF
from data import store
from data.registry import Tables
from tests.answered import view_of

WEIGHED = {
    "forgetting": ["uds", "s_loss", "s_zlib", "s_mink", "s_minkpp", "mem"],
    "utility": ["model_utility", "fluency"],
}
"""The metrics that equal weights weigh in each group: a derived one, not its parts."""
Places = dict[str, tuple[Fraction, Fraction]]


def front_of(tables: Tables, **query: str) -> dict[str, bool]:
    """Who stands on the front of the report, and whether it is supported."""
    return {
        r["method"]: r["supported"] for r in TRADEOFF.content(view_of(tables, **query))["front"]
    }


def by_definition(places: Places) -> dict[str, bool]:
    """The same from the definitions, one candidate against each other one, without rounding."""
    supported = {}
    for method, (x, y) in places.items():
        others = list(places.values())
        if any(a >= x and b >= y and (a, b) != (x, y) for a, b in others):
            continue
        low, high = Fraction(0), Fraction(1)
        for a, b in others:  # s (x − a) + (1 − s) (y − b) ≥ 0
            slope, at_none = (x - a) - (y - b), y - b
            if slope > 0:
                low = max(low, -at_none / slope)
            elif slope < 0:
                high = min(high, -at_none / slope)
            elif at_none < 0:
                high = Fraction(-1)
        supported[method] = low <= high
    return supported


@pytest.mark.parametrize("floors", ["none", "suite"])
@pytest.mark.parametrize("axes", ["forgetting,utility", "s_loss,uds"])
def test_tofu_follows_the_definitions(axes: str, floors: str) -> None:
    tables = store.tables("tofu")
    runs = tables.runs.set_index("method")
    before = runs.loc["full"]
    runs = runs.loc[[m.id for m in tables.candidates]]
    if floors == "suite":  # half of the model before unlearning, by hand
        runs = runs[
            (2 * runs["model_utility"] >= before["model_utility"])
            & (2 * runs["fluency"] >= before["fluency"])
        ]
        assert len(runs) == 130
    x, y = (WEIGHED.get(a, [a]) for a in axes.split(","))
    places = {
        m: tuple(sum(Fraction(str(row[k])) for k in held) / len(held) for held in (x, y))
        for m, row in runs.iterrows()
    }
    wanted = by_definition(places)
    assert front_of(tables, axes=axes, weights="equal", floors=floors) == wanted
    assert len(wanted) < len(places)


@pytest.mark.parametrize(
    "query", [{"weights": "equal"}, {"panel": "tofu_llama32_3b", "weights": "equal"}, {}]
)
def test_the_report_has_the_front_that_the_page_draws(query: dict[str, str]) -> None:
    """With equal weights no metric of utility has weight on this suite, so the page shows one all
    the same."""
    content = TRADEOFF.content(view_of(store.tables("tofu_seeds"), **query))
    drawn = {p["method"] for p in content["tradeoff"]["points"] if p["on_front"]}
    assert {m["method"] for m in content["front"]} == drawn != set()
