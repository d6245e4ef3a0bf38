"""Every sentence of the page of what changed, each as it is said."""

from dataclasses import replace

import numpy as np
from components.answers.changes.difference import ClaimChange, difference
from components.answers.changes.versions import ChangesResult, Version

from components.answers.changes import versions, words
from tests.made import made_tables


def suite(*means: float, names: str = ""):
    return made_tables(np.tile(np.array(means)[:, None], (2, 1, 1, 1)), methods=list(names or "abcdefgh"[: len(means)]))


def version(before, after, **other) -> Version:
    found = None if after is None else difference(before, after)
    return Version(
        date="2026-11-22",
        version="0123456789ab",
        previous="" if before is None else "ba9876543210",
        runs=8,
        ranks_changed=None if found is None else found.ranks_changed,
        pairs_swapped=None if found is None else found.pairs_swapped,
        claims_changed=None if found is None else len(found.claims),
        tables=("The table budget is new (1 row).",),
        reason="",
        moment="2026-11-22T00:00:00Z",
        difference=found,
        **other,
    )


def lead(*some: Version) -> list[str]:
    return versions.lead(ChangesResult(suite_id="made", suite="Made", versions=some))


FIRST = version(None, suite(0.2, 0.3))


def test_no_version_and_one() -> None:
    assert lead() == ["No data version of this suite is kept."]
    assert lead(FIRST) == [
        "Made has had one data version, of 2026-11-22.",
        "New: 4 runs, 2 methods, 2 benchmarks, 1 metric, 1 panel and 1 seed.",
        "Main: a leads.",
    ]
    assert lead(version(None, suite(0.2)))[-1] == "Main: a is the only method ranked."


def test_the_newest_version_leads() -> None:
    same = suite(0.2, 0.3)
    assert lead(version(same, same), FIRST) == [
        "The newest data version, of 2026-11-22, changed no rank.",
        "1 earlier version is kept. All versions are ranked by today's code under the default view, so every change "
        "comes from the data.",
    ]
    checked = replace(version(same, same), difference=replace(difference(same, same), claims_compared=3))
    assert lead(checked, FIRST)[0] == (
        "The newest data version, of 2026-11-22, changed no rank and no verdict on a printed number."
    )
    turned = version(same, suite(0.2, 0.1))
    assert lead(turned, FIRST)[0] == "The newest data version, of 2026-11-22, gave 1 panel another leader."
    lower = version(suite(0.1, 0.2, 0.3), suite(0.1, 0.3, 0.2))
    assert lead(lower, FIRST)[0] == "The newest data version, of 2026-11-22, swapped 1 pair of methods."
    tie = version(suite(0.1, 0.2, 0.3), suite(0.1, 0.2, 0.2))
    assert lead(tie, FIRST)[0] == "The newest data version, of 2026-11-22, changed 1 rank."
    more = version(same, suite(0.2, 0.3, 0.1))
    assert lead(more, FIRST)[0] == (
        "The newest data version, of 2026-11-22, brought 1 new place in the ranking and gave 1 panel another leader."
    )


def test_what_a_version_brought() -> None:
    same = suite(0.2, 0.3)
    assert versions.verdicts(version(same, same)) == ["The table budget is new (1 row).", "No default rank changed."]
    assert versions.verdicts(version(suite(0.2, 0.3, 0.4), suite(0.2, 0.15, 0.1, names="abd"))) == [
        "Came in: 1 method (d); 2 runs.",
        "Gone: 1 method (c); 2 runs.",
        "Changed: 2 runs.",
        "Main: d enters at 1; d leads now instead of a; 1 rank changed, 1 pair swapped (τ −1.00).",
    ]
    assert words.ranks(difference(suite(0.2, 0.3), suite(0.2, 0.3, 0.1))) == [
        "Main: c enters at 1; c leads now instead of a; 2 ranks changed, no two methods swapped (τ 1.00)."
    ]


def test_a_version_that_cannot_be_read() -> None:
    lost = replace(version(FIRST, None), reason="no tables are kept")
    assert versions.verdicts(lost) == [
        "The table budget is new (1 row).",
        "What became of ranks cannot be said: no tables are kept.",
    ]
    assert lead(lost, FIRST)[0] == ("The newest data version, of 2026-11-22, cannot be compared with the one before.")


def test_panels_that_come_and_go() -> None:
    one = suite(0.2, 0.3)
    other = replace(
        one,
        panels=(replace(one.panels[0], id="second", label="Second"),),
        runs=one.runs.assign(panel="second"),
    )
    assert words.ranks(difference(one, other)) == ["New panel: Second: a leads.", "Main: the panel is gone."]


def test_printed_numbers() -> None:
    claim = ClaimChange(
        claim="tau_fa",
        about="FA and RA",
        printed="0.50",
        recomputed_before="0.50",
        recomputed_after="0.40",
        before="match",
        after="mismatch",
    )
    same = suite(0.2, 0.3)
    found = replace(difference(same, same), claims=(claim,) * 8)
    assert words.claims(found)[0] == "Printed number tau_fa: match before, mismatch now."
    assert words.claims(found)[-1] == "2 more printed numbers got another verdict."
    told = replace(version(same, same), difference=found)
    assert lead(told, FIRST)[0] == ("The newest data version, of 2026-11-22, turned 8 verdicts on printed numbers.")
