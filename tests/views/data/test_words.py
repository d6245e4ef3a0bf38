"""Every sentence of the data page, each as it is said."""

from __future__ import annotations

import numpy as np
import pandas as pd

from components.answers.data.suite_tables import SuiteTable, compute, lead, table_sentences
from components.resolved import Resolved
from components.selection import default_selection
from tests.made import made_tables


def test_the_lead_counts_what_there_is() -> None:
    one = made_tables(np.array([[[[0.5]]]]))
    assert lead(compute(Resolved(one, default_selection(one)))) == [
        "Made: 1 run of 1 method, each row with the file and line it comes from.",
        "1 measured value of 1 metric, 1 panel and 1 benchmark; data version made00000000.",
    ]


def test_a_table_says_what_it_holds_and_how_much_of_it_is_left() -> None:
    table = SuiteTable(name="t", holds="one row per thing", columns={"a": ""}, frame=pd.DataFrame({"a": [1, 2]}))
    assert table_sentences(table) == ["one row per thing.", "2 rows."]
    assert table_sentences(table, 0) == ["one row per thing.", "0 of 2 rows shown."]
    further = SuiteTable(name="t", holds="", columns={"a": ""}, frame=pd.DataFrame({"a": [1]}))
    assert table_sentences(further, 1) == ["A further table of the suite.", "1 of 1 row shown."]
