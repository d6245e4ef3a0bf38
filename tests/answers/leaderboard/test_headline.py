"""What the leaderboard says: the wording of each sentence once, and which one is chosen when."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.leaderboard import headline, weights
from components.answers.leaderboard.headline import RANKING, sentences, verdict
from components.answers.leaderboard.methods import METHODS
from components.report import report
from components.resolved import Resolved
from components.results.below_floors import weaknesses
from components.results.lead_change import change_sentence
from components.results.ranking import compute
from tests.answered import made, view_of
from tests.beside import beside
from tests.made import made_metric, made_tables
from tests.narrowed import narrowed
from tests.released import TABLES, built_in

CASES = beside(__file__)

EVEN = "X1:0.5,X2:0.5"


def sentence_of_change(view: Resolved) -> str:
    return change_sentence(view.contest, view.labels)


def test_verdict_support_and_notes_of_the_first_suite() -> None:
    view = view_of(weights="published")
    said = RANKING.said(view)
    assert said.lines[:2] == CASES["first_suite"]
    assert len(said.lines) <= 2 + headline.MAX_NOTES
    reported = report(TABLES, view.selection, ("leaderboard",))["sentences"]
    assert reported == [*sentences(view)]
    assert list(reported)[:2] == said.lines[:2]
    empty = view_of(replace(TABLES, runs=TABLES.runs.iloc[:0]))
    assert sentences(empty)[0] == "No run matches these filters."


@pytest.mark.parametrize(("values", "said"), CASES["who leads"])
def test_who_leads_or_why_nobody_does(values: list[list[float]], said: str) -> None:
    view = made(values, weights=EVEN)
    assert verdict(view.of(compute), view.labels) == said


def test_the_way_to_another_leader() -> None:
    never = "No weights put another method alone in first place."
    assert sentence_of_change(made([[0.5, 0.5]])) == ""
    assert sentence_of_change(made([[0.1, 0.1], [0.2, 0.2], [0.3, 0.2]])) == never
    twins = "m1 never leads alone: m1 and m2 tie at every weight."
    assert sentence_of_change(made([[0.1, 0.2], [0.1, 0.2], [0.3, 0.3]])) == twins
    third = made([[0.1, 0.2], [0.1, 0.2], [0.3, 0.05]], weights="X1:0.9,X2:0.1")
    assert sentence_of_change(third) == twins, "also where a third method can lead alone"
    beaten = made([[0.1, 0.2], [0.1, 0.3], [0.3, 0.05]], weights="X1:1")
    assert sentence_of_change(beaten) == "m1 and m2 tie.", "m3 can lead alone, m2 cannot"
    assert sentence_of_change(made([[0.1, 0.2], [0.2, 0.1]], weights=EVEN)) == "m1 and m2 tie."
    nearly = made([[0.1, 0.50001], [0.5, 0.1]], weights=EVEN)
    assert sentence_of_change(nearly) == "m1 leads once < 1 % of the weight moves from X2 to X1."
    # a dominated method draws level and never leads alone
    query = CASES["way"]
    assert sentence_of_change(view_of(narrowed("tofu_seeds"), **query)) == never


def test_what_stands_behind_how_this_is_computed() -> None:
    ranking = view_of().of(compute)
    assert headline.protocol(ranking) == ""
    published = view_of(protocol="published", aggregate="mean-of-scores").of(compute)
    assert headline.protocol(published) == CASES["published rule"]
    best = view_of(built_in("tofu"), rows="best")
    said = RANKING.said(best)
    assert "Scores of best checkpoints tend to be too high." in (*said.lines, *said.notes)


def test_the_line_above_the_table() -> None:
    assert list(METHODS.said(view_of()).lines) == CASES["line_above"]
    printed = "All values are as their authors printed them; nobody has run them again."
    clear = RANKING.said(view_of(built_in("clear")))
    assert printed in (*clear.lines, *clear.notes)
    for suite in ("calibration", "tofu_seeds"):  # computed here; some values run again by others
        said = RANKING.said(view_of(built_in(suite)))
        assert printed not in (*said.lines, *said.notes)
    for panel, n_at_bound in (("tofu_llama32_1b", 55), ("tofu_llama32_3b", 70)):
        view = view_of(narrowed("tofu_seeds"), panel=panel)
        cut_off = f"FQ lies at its bound in {n_at_bound} of 105 runs: the spread shown is a lower"
        assert METHODS.said(view).lines[1].startswith(cut_off)
    fragile = made([[0.1, 0.50001], [0.5, 0.1]], weights=EVEN)
    assert METHODS.said(fragile).lines[1] == CASES["fragile"]


def test_where_no_floor_protects_the_leader_a_note_says_where_it_is_weak() -> None:
    muse = view_of(built_in("muse_seeds"), floors="none")
    said = headline.weak_leader(muse.of(compute), muse.labels)
    assert said == "GradAscent is near zero in usefulness."
    news = view_of(built_in("muse_seeds"))
    assert headline.weak_leader(news.of(compute), news.labels) == "", "the floor protects"
    metrics = [replace(made_metric(f"X{g}", "higher"), group=g) for g in ("forgetting", "utility")]
    two = view_of(made_tables(np.array([[[[0.5, 0.3], [0.5, 0.2]]]]), metrics=metrics))
    assert weaknesses(two) == ("", ""), "of two one is always last"
    three = view_of(
        made_tables(np.array([[[[0.5, 0.3], [0.5, 0.2], [0.6, 0.05]]]]), metrics=metrics)
    )
    assert weaknesses(three) == ("", "", "is near zero in usefulness"), "a tie is no last place"


@pytest.mark.parametrize(("parts", "weighed", "said"), CASES["doubled"])
def test_what_counts_twice(
    parts: dict[str, tuple[str, ...]], weighed: str, said: list[str]
) -> None:
    metrics = [replace(made_metric(f"X{i}"), parts=parts.get(f"X{i}", ())) for i in range(1, 7)]
    view = view_of(
        made_tables(np.random.default_rng(0).random((1, 1, 3, 6)), metrics=metrics), weights=weighed
    )
    assert list(weights.DOUBLED.said(view).lines) == said
    assert set(said) <= set(sentences(view))
