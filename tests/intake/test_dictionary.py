"""The dictionary in use: what names settle, what is asked, and that nothing rests on what was not answered."""

import itertools
from collections import defaultdict

import pytest

from components.intake.fixes import BETTER, OUT
from components.intake.names import ASIDE, SETTINGS, compact, matching, naming, phrase
from components.intake.problems import Finding
from components.intake.work import Work, aimed, begin, examined, suite_of
from data.known_metrics import ASKED, known_metrics
from data.registry import Tables
from tests.intake.real.cases import answered
from tests.released import built_in

SUITES = {name: built_in(name) for name in ("unified_unlearning", "openunlearning", "tofu", "tofu_seeds", "muse_seeds")}
CALIBRATION = built_in("calibration")


def own(text: str) -> Work:
    return aimed(begin([("my.csv", text.encode())], []), [], "", "")


def made(work: Work) -> Tables:
    return suite_of(work, examined(work, {}), {}, {})


def test_every_name_belongs_to_one_metric_and_to_no_other_column() -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for m in known_metrics():
        for name in m.names:
            owners[compact(name)].add(m.id)
    names = [name for m in known_metrics() for name in m.names]
    assert [n for n in names if naming(n) or phrase(n) in SETTINGS | ASIDE] == []
    assert {p: ids for p, ids in owners.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("suite", [*SUITES.values(), CALIBRATION], ids=lambda s: s.suite.id)
def test_directions_are_those_that_the_suites_print(suite: Tables) -> None:
    shared = [(m, k) for m in suite.metrics if (k := matching(m.id, known_metrics())) is not None]
    assert shared
    for m, k in shared:
        if k.direction == ASKED:
            assert m.id == "MIA", "the one name of these suites that others print the other way round"
        else:
            assert (k.direction, k.target, k.scale) == (m.direction, m.target, m.scale), m.id
            assert k.group in ("", m.group), m.id


@pytest.mark.parametrize(
    ("heading", "better"),
    [
        # TOFU and MUSE as OpenUnlearning names them
        ("forget_quality", "higher"),
        ("forget_Q_A_Prob", "lower"),
        ("forget_Q_A_ROUGE", "lower"),
        ("retain_Q_A_Prob", "higher"),
        ("wf_Truth_Ratio", "higher"),
        ("ra_Q_A_Prob_normalised", "higher"),
        ("forget_truth_ratio", "closest to the reference"),
        ("exact_memorization", "lower"),
        ("privleak", "closest to 0"),
        ("mia_min_k", "closest to 0.5"),
        ("Min-K%++", "closest to 0.5"),
        ("forget_verbmem_ROUGE", "lower"),
        ("KnowMem r", "higher"),
        ("VerbMem (↓)", "lower"),
        ("PrivLeak (→ 0)", "closest to 0"),
        # other benchmarks
        ("wmdp_bio/acc", "lower"),
        ("MMLU (5-shot)", "higher"),
        ("Forget FB", "lower"),
        ("Neighbor QA", "higher"),
        ("FM", "higher"),
        ("RM", "lower"),
        ("Forget Class. Acc", "lower"),
        ("Test ROUGE", "lower"),
        ("Retain Cloze", "higher"),
        ("Real Celebrity ROUGE", "higher"),
        ("IRA", "higher"),
        ("Object IRA (↑)", "higher"),
        ("CRA (%)", "higher"),
        ("FID", "lower"),
        ("CLIP Score", "higher"),
        ("ASR", "lower"),
        ("Remaining Accuracy", "higher"),
        ("TA", "higher"),
        ("MIA-Efficacy", "higher"),
        ("RTE", "lower"),
        ("Avg. Gap", "lower"),
        ("ToW", "higher"),
        ("NoMUS", "higher"),
        # one name, opposite directions: asked
        *((name, "") for name in ("UA", "MIA", "MIA accuracy", "KL", "truth ratio", "ROUGE-L", "accuracy", "PPL")),
        *((name, "") for name in ("forget_Q_A_gibberish", "QA", "KnowMem", "retain_Q_A_PERT_Prob")),
        # unless the heading says it
        ("UA ↑", "higher"),
        ("MIA (↓)", "lower"),
        ("MIA AUC ↓", "lower"),
        # or says the opposite of what is known
        ("FA ↑", ""),
        ("Model utility (lower is better)", ""),
    ],
)
def test_what_a_heading_settles(heading: str, better: str) -> None:
    (use,) = [u for u in own(f"method,{heading}\nA,0.2\nB,0.7\n").uses if u.column == heading]
    assert use.better == better
    assert use.unanswered == (better == "")
    assert use.use == "score"


TABLE = "method,seed,UA,RA,odd\nA,1,0.2,0.9,3\nB,1,0.4,0.8,-7\nC,1,0.9,0.1,5\n"


def asked(work: Work) -> list[str]:
    return [f.column for f in examined(work, {}).findings if f.kind == BETTER]


def question(work: Work) -> Finding:
    (found,) = [f for f in examined(work, {}).findings if f.kind == BETTER]
    return found


def test_nothing_is_ranked_by_a_metric_before_its_answer() -> None:
    work = own(TABLE)
    assert [m.id for m in made(work).metrics] == ["RA"]
    assert asked(work) == ["UA", "odd"]
    told = answered(answered(work, "UA", "lower"), "odd", "-1.5")
    metrics = {m.id: m for m in made(told).metrics}
    assert list(metrics) == ["UA", "RA", "odd"]
    assert (metrics["UA"].direction, metrics["UA"].group) == ("lower", "forgetting"), "what is known of it stays"
    odd = metrics["odd"]
    assert (odd.direction, odd.target, odd.lower_bound, odd.upper_bound) == ("target", "-1.5", -7, 5)
    assert asked(told) == []
    assert [d.says for d in examined(told, {}).done] == ["UA: lower is better", "odd: closest to -1.5 is better"]
    assert asked(answered(work, "odd", OUT)) == ["UA"]


def test_a_question_shows_the_values_and_the_methods_at_either_end() -> None:
    found = question(own("method,xyz\nA,4\nB,1\nC,n/a\nA,2\nD,3\nE,\n"))
    assert found.present == "4 values from 1 (B) to 4 (A)"
    assert [(o.label, o.fix.new) for o in found.offers] == [
        ("Higher", "higher"),
        ("Lower", "lower"),
        ("Leave the column out", OUT),
    ]
    assert question(own("method,xyz,RA\nA,1 ± 2,1\n")).present == "no plain number yet"


def test_the_order_of_columns_changes_nothing() -> None:
    names = ["UA", "RA", "odd", "KL"]
    rows = {"A": ["0.2", "0.9", "3", "1"], "B": ["0.4", "0.8", "-7", "2"]}
    seen = set()
    for order in list(itertools.permutations(range(len(names))))[::5]:
        text = "method," + ",".join(names[i] for i in order)
        text += "".join(f"\n{m}," + ",".join(cells[i] for i in order) for m, cells in rows.items())
        work = own(text)
        metrics = frozenset(made(answered(work, "UA", "higher")).metrics)
        seen.add((frozenset(asked(work)), metrics))
    assert len(seen) == 1


def test_the_reference_as_the_only_aim_and_unanswered_metrics() -> None:
    work = own("method,forget_truth_ratio,RA\nA,0.5,0.9\nB,0.6,0.8\n")
    assert "which the table lacks" in question(work).expected
    told = answered(work, "forget_truth_ratio", "0.55")
    assert [(m.target, m.aims) for m in made(told).metrics] == [("0.55", ("printed",)), ("", ("printed",))]
    assert examined(own("method,seed,RA,xyz\nA,1,0.5,1\nA,1,0.5,2\n"), {}).grid.copies == []
    assert examined(own("method,seed,RA,xyz\nA,1,0.5,1\nA,1,0.5,1\n"), {}).grid.copies == [1]


def test_percentages_of_known_shares_stay_as_they_are() -> None:
    tables = made(own("method,FA,MIA AUC,RA\nA,12.5,61,0\nB,0,50,97\n"))
    assert [(m.lower_bound, m.upper_bound, m.target) for m in tables.metrics] == [
        (0, 100, ""),
        (0, 100, "50"),
        (0, 100, ""),
    ]
    assert tables.runs["FA"].tolist() == [12.5, 0]
    mixed = examined(own("method,FA\nA,12.5\nB,0.4\n"), {})
    assert [f.kind for f in mixed.findings if f.blocking] == ["bounds"]
