"""What the page of a method says, sentence by sentence."""

from __future__ import annotations

from components.views.method.result import Meaning, MethodResult, Standing
from components.views.method.words import beside, lead, place, settings


def standing(rank: int | None, of: int, panel: str = "P", **told) -> Standing:
    start = {"suite": "s", "suite_label": "S", "panel": panel, "panel_label": panel, "method": "m", "role": "candidate"}
    return Standing(**{**start, "score": None, "metrics": (), **told}, rank=rank, of=of)


def meaning(role: str = "candidate", **told) -> Meaning:
    texts = ("suite", "suite_label", "id", "label", "name", "description", "reference", "url", "note", "paper")
    start = {**dict.fromkeys((*texts, "paper_url", "licence"), ""), "checkpoints": 0, "settings": {}}
    return Meaning(**{**start, **told}, role=role)


def result(*standings: Standing, role: str = "candidate") -> MethodResult:
    return MethodResult(id="m", label="M", meanings=(meaning(role),), standings=standings)


def test_the_lead_says_where_it_leads_and_where_it_stands_highest_and_lowest() -> None:
    assert lead(result(standing(1, 6, "A"), standing(4, 5, "B"), standing(2, 7, "C"))) == [
        "M leads in 1 of 3 panels.",
        "It stands highest on A (S) (1 of 6) and lowest on B (S) (4 of 5).",
    ]
    assert lead(result(standing(2, 3, "A"), standing(None, 3, "B"), standing(3, 5, "C"))) == [
        "M leads in none of 2 panels."
    ]
    assert lead(result(standing(7, 8), standing(None, 2))) == [
        "M ranks 7 of 8 on P (S), the only panel where it is ranked."
    ]
    assert lead(result(standing(None, 2))) == ["M has no rank in any panel."]
    assert lead(result(standing(None, 2), role="reference")) == [
        "M never saw the forgotten data: it shows what unlearning should come to and is never ranked."
    ]
    assert lead(result(role="original")) == [
        "M has not unlearned anything: it is where unlearning starts and is never ranked."
    ]


def test_a_place_and_what_stands_beside_it() -> None:
    assert place(standing(1, 7)) == "1 of 7"
    assert place(standing(2, 7, tied=1)) == "2 of 7, shared"
    assert place(standing(None, 7)) == "not ranked"
    assert beside(standing(1, 7)) == ""
    assert beside(standing(None, 7, missing=("MIA", "JS"))) == "without MIA and JS"
    assert beside(standing(None, 6, would_rank=1)) == "would stand at 1 beside 6 candidates"
    grid = standing(2, 8, checkpoints=18, checkpoint_rank=3, checkpoint_of=150, median_rank=1)
    assert beside(grid) == "best of 18 checkpoints ranks 3 of 150; by its median the method is 1 of 8"


def test_settings_are_listed_and_cut() -> None:
    assert settings(meaning()) == ""
    told = meaning(checkpoints=4, settings={"lr": ("1e-5", "2e-5"), "seed": tuple(str(i) for i in range(20))})
    assert settings(told) == ("4 checkpoints: lr 1e-5, 2e-5; seed 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.")
