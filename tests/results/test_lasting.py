"""Whether a method lasts is said as Durability shows it."""

from dataclasses import replace

from components import pages
from components.answers.reproduction.recoverability import compute, found_again
from components.resolved import Resolved
from components.results.lasting import lasting, lasting_lines
from components.served import computed
from components.table import records
from tests.answered import view_of
from tests.released import NAMES, built_in


def test_what_is_kept_and_both_ranks_are_those_of_durability_in_all_suites() -> None:
    n_outcomes = 0
    for name in NAMES:
        tables = built_in(name)
        for panel in tables.panels:
            view = view_of(tables, panel=panel.id)
            for row in view.contest.contenders:
                for outcome in lasting(view, row):
                    n_outcomes += 1
                    selection = replace(view.selection, perturbation=outcome.measured.perturbation)
                    page = pages.SURVIVES.main_table(Resolved(tables, selection))
                    shown = {line["method"]: line for line in records(page)}[row.shown or ""]
                    assert outcome.model.kept == shown["kept"]
                    assert outcome.model.before.rank == shown["rank_before"]
                    assert outcome.model.after.rank == shown["rank_after"]
    assert n_outcomes > 20


def test_what_was_not_measured_is_said_with_the_suites_that_have_it() -> None:
    served = computed([built_in(name) for name in NAMES])
    view = replace(view_of(built_in("tofu_seeds")), among=served)
    rows = {row.method: row for row in view.contest.contenders}
    never, elsewhere = lasting_lines(view, [rows["pdu"], rows["npo"]], view.labels)
    assert never == "PDU was never measured after relearning or 4 bits."
    assert elsewhere.startswith("NPO was not measured here after relearning or 4 bits; it was in ")
    assert built_in("tofu").suite.title in elsewhere


def test_hidden_knowledge_is_counted_over_the_largest_count() -> None:
    sentence = found_again(compute(view_of()))
    assert "of 24 samples" in sentence
    assert "23 still revealed" in sentence
