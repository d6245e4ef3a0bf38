"""Reading reconstructions: words, columns, and what cannot be read."""

import numpy as np
import pandas as pd
import pytest
from components.intake.inversion import cell_text, checked, square_image

from components.errors import LeaderboardError
from components.stats.audits.inversion import NO, REFUSED, YES


def of(columns):
    return checked(pd.DataFrame(columns))


def test_cells_are_texts_and_words_in_any_case_are_answers():
    yes, no = ["yes", "Yes.", " TRUE ", "1", "1.0", 1.0], ["no", "N", "false", "0", "0.00", 0.0]
    words = [*yes, *no, "", None, float("nan"), "refused", "n/a"]
    found = of({"standard": words, "judge": ["no"] * len(words)})
    assert found.rows["standard"].tolist() == [YES] * 6 + [NO] * 6 + [REFUSED] * 5
    assert [cell_text(v) for v in (3.0, 2.5, None, np.nan, " a  b ")] == ["3", "2.5", "", "", "a b"]


def test_columns_are_found_by_name_and_what_is_missing_is_the_same_for_all():
    found = of(
        {"Private Set": ["x", "y"], "Identity": [3.0, 7.0], "STANDARD": ["yes", "no"], "judge2": ["no", "no"],
         "judge10": ["no", "yes"], "judge2_class": [4.0, 5.0], "judgement": ["?", "?"]}
    )  # fmt: skip
    assert found.judges == ("judge2", "judge10")
    assert found.rows["judge2_class"].tolist() == ["4", "5"]
    assert found.rows[["private_set", "identity", "attack", "image"]].to_numpy().tolist() == [
        ["x", "3", "", ""],
        ["y", "7", "", ""],
    ]


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"a": ["yes"]}, "found the columns a; expected standard and judge"),
        ({"standard": ["yes"]}, "expected judge"),
        ({"standard": [], "judge": []}, "without any row"),
        ({"standard": ["perhaps"], "judge": ["no"]}, "row 1, standard: found 'perhaps', expected yes, no"),
        (
            {"attack": [f"a{i}" for i in range(201)], "standard": ["no"] * 201, "judge": ["no"] * 201},
            "found 201 attacks",
        ),
        ({"standard": ["no"] * 20, "judge": ["<b>"] * 20}, "; and 12 more"),
        ({"standard": ["2"], "judge": ["no"]}, "row 1, standard: found '2', expected yes, no"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(columns, told):
    with pytest.raises(LeaderboardError, match="(?s)" + told.replace("(", r"\(")):
        of(columns)


def test_images_that_are_no_square_of_digits_are_left_out_and_counted():
    found = of({"standard": ["yes"] * 4, "judge": ["no"] * 4, "image": ["0f8f", "0f8", "<b>", ""]})
    assert found.rows["image"].tolist() == ["0f8f", "", "", ""]
    assert found.notices == ("2 images not shown: expected one hexadecimal digit per pixel of a square image",)
    assert square_image("0" * 196)
    assert not square_image("0" * 195)


def test_a_table_tells_the_line_of_a_bad_answer_and_hostile_names_stay_text():
    frame = pd.DataFrame([("\u202ea<b>", "yes", "no"), ("x", "yes", "what")], columns=["attack", "standard", "judge"])
    with pytest.raises(LeaderboardError, match="line 3, judge: found 'what'"):
        checked(frame, ("line 2", "line 3"))
    assert checked(frame[:1]).rows["attack"].tolist() == ["\N{REPLACEMENT CHARACTER}a<b>"]
