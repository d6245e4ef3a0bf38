"""How does each method score, and what is the score made of? The one table of the ranking, on
screen and in files."""

from dataclasses import replace
from typing import Any

import numpy as np

from components import floors
from components.answers.leaderboard import by_metric
from components.answers.record import Answer, Part, Said
from components.contest import FRAGILE, Contender
from components.format import counted, finite, number
from components.results.at_bound import spread_notes
from components.results.below_floors import misses
from components.results.pair_tests import SPREADS_DIFFER
from components.results.ranking import Ranking, compute
from components.results.support import Supported
from components.stats.ranking.dominance import MARGIN
from components.table import (
    BesideRow,
    Caption,
    Column,
    Table,
    count_column,
    flag_column,
    number_column,
    table,
)
from components.words import Labels, for_new_seeds

FRAGILE_LEAD = "fragile lead"
"""The mark of a leader that falls when little weight moves."""
SUPPORT_HELP = (
    "what supports the least supported of the weighted values of the row; it orders nothing"
)
SCORE_HELP = "the sum of weight × mapped value"
NOT_RANKED = "not ranked"
BELOW_FLOOR = "below the floor"


def say(result: Ranking, names: Labels) -> Said:
    if not result.rows:
        return Said()
    size = f"{counted(len(result.rows), 'method')}, {counted(result.summary.n_runs, 'run')}."
    cut_off = []
    if has_spreads(result):
        size += " ± is the standard deviation over seeds."
        cut_off = spread_notes(result.at_bound, names)
    return Said([size, *cut_off, fragile_sentence(result), support_sentence(result)])


def has_spreads(result: Ranking) -> bool:
    """Return whether the table has standard deviations over seeds."""
    return not np.isnan(result.sd[0]).all()


def support_sentence(result: Ranking) -> str:
    """Return what supports all rows alike, with its source if that is one; "" if they differ, or
    if they are printed alone, which stands under the first line."""
    supports = _support_by_row(result).values()
    if result.printed_note:
        return ""
    words = {support.words for support in supports}
    if len(words) != 1:
        return ""
    sources = {support.source for support in supports} - {""}
    source = f" ({sources.pop()})" if len(sources) == 1 else ""
    return f"Support of every row: {words.pop()}{source}."


def fragile_sentence(result: Ranking) -> str:
    """Return what a fragile lead is; "" if there is none."""
    if not any(result.is_fragile(row) for row in result.leaders):
        return ""
    return (
        f"{FRAGILE_LEAD.capitalize()}: another method catches up once {FRAGILE:g} of weight moves,"
        " or less."
    )


def methods_table(result: Ranking, names: Labels) -> Table[Contender]:
    """One row per method by rank, with all that is known of it."""
    column = Column[Contender]

    def missed_floors(row: Contender) -> str:
        """What a row below a floor misses; all checkpoints of a method miss one."""
        if not row.is_below_floor:
            return ""
        if len(row.candidates) > 1:
            return "every checkpoint"
        return misses(result.below, names, result.panel.methods[row.candidates[0]])

    def can_lead(row: Contender) -> bool | None:
        lead = result.largest_lead(row)
        return None if lead is None else lead > MARGIN

    missed_columns = []
    if any(row.is_below_floor for row in result.rows):
        missed_columns.append(
            column("missed", missed_floors, "below the floor", place="screen only")
        )
    is_some_marked = any(map(result.spreads_differ, result.rows))
    return replace(
        table(
            result.rows,
            count_column("rank", help="by score; ties share the best rank"),
            column("method", kind="method"),
            *_checkpoint_columns(result),
            *_support_columns(result),
            number_column("uqs", "score", "score", better="higher", help=SCORE_HELP),
            column("misses", missed_floors, place="file"),
            *missed_columns,
            *_interval_columns(result),
            flag_column(
                "spreads_differ",
                result.spreads_differ,
                SPREADS_DIFFER,
                place="print" if is_some_marked else "file",
                help="whether the leader is ahead of it by few seeds, one method steady, one not",
            ),
            *by_metric.columns(result),
            number_column(
                "kept",
                result.kept,
                help="kept of the floor that it is closest to missing",
                place="screen",
            ),
            flag_column("below_floor", "is_below_floor", "below the floor", place="file"),
            count_column("runs", result.runs),
            flag_column("fragile_lead", result.is_fragile, place="file"),
            column("dominated_by", result.dominated_by, kind="method", place="file"),
            flag_column("potentially_optimal", can_lead, place="file"),
            number_column(
                "epsilon", lambda contender: finite(result.largest_lead(contender)), place="file"
            ),
            *by_metric.gap_columns(result),
        ),
        beside=_models_beside(result, names),
        caption=Caption(
            caption(result, names), f"tab:{names.suite}-{names.panel}".replace(" ", "-")
        ),
    )


def _models_beside(result: Ranking, names: Labels) -> tuple[BesideRow, ...]:
    """The original and the retrained model in the order of scores, without a rank; last without a
    score."""
    models = result.references
    beside = []
    for model_index in models.drawn:
        score = finite(models.uqs[model_index])
        before = len(result.rows)
        if score is not None:
            before = sum((row.score or 0.0) > score for row in result.ranked)
        cells: dict[str, Any] = {"method": models.name(model_index, names), "uqs": score}
        for metric, mean in zip(models.metrics, models.means[model_index].tolist(), strict=True):
            cells[f"means.{metric.id}"] = finite(mean)
        beside.append(BesideRow(before, cells))
    return tuple(sorted(beside, key=lambda row: (row.before, -(row.cells["uqs"] or 0.0))))


def _support_columns(result: Ranking) -> list[Column[Contender]]:
    """What supports the numbers of a row, in words on screen; in files its word, and how many
    others ran it again."""
    supports = _support_by_row(result)
    if not supports:
        return []
    column = Column[Contender]
    columns = [
        column("support", lambda contender: supports[contender.method].kind, place="file"),
        count_column(
            "support_studies", lambda contender: supports[contender.method].studies, place="file"
        ),
    ]
    if len({support.words for support in supports.values()}) > 1:
        columns.append(
            column(
                "supported",
                lambda contender: supports[contender.method].words,
                "support",
                place="screen only",
                help=SUPPORT_HELP,
            )
        )
    return columns


def _support_by_row(result: Ranking) -> dict[str, Supported]:
    """What supports each row; {} for a suite that a user brought."""
    supports = {}
    for row in result.rows:
        support = result.support(row)
        if support is not None:
            supports[row.method] = support
    return supports


def _checkpoint_columns(result: Ranking) -> list[Column[Contender]]:
    """Of methods with several checkpoints: the best one, and how many have a rank."""
    if not result.contest.ranks_best_checkpoints:
        return []
    is_eligible = result.contest.is_eligible
    column = Column[Contender]
    return [
        column(
            "best_checkpoint",
            lambda contender: None if contender.rank is None else contender.shown,
            "best checkpoint",
            kind="method",
            help=(
                "the checkpoint whose numbers the row shows: the method's best under these weights"
            ),
        ),
        count_column(
            "checkpoints",
            lambda contender: int(is_eligible[list(contender.candidates)].sum()),
            place="file",
        ),
    ]


def _interval_columns(result: Ranking) -> list[Column[Contender]]:
    """From which rank to which, or why no interval can be given."""
    board = result.pair_tests.board
    head = "Rank interval"
    help_text = ""
    if board is not None and board.over == "seeds":
        head = "Rank, new seeds"
        seeds_text = for_new_seeds(result.pair_tests.info)
        help_text = f"The ranks {seeds_text} on these benchmarks, 95 % together"
    elif board is not None:
        head = "Rank, similar benchmarks"
        help_text = (
            "The ranks on similar benchmarks, 95 % together; those that share samples count as one"
        )

    def reason(row: Contender) -> str:
        if row.is_below_floor:
            return BELOW_FLOOR
        if row.rank is None:
            return NOT_RANKED
        return result.pair_tests.seeds.reason if board is None else ""

    column = Column[Contender]
    why = "rank_interval_reason"
    return [
        count_column(
            "rank_low",
            lambda contender: result.rank_interval(contender)[0],
            f"{head} from",
            why=why,
            help=help_text,
        ),
        count_column(
            "rank_high",
            lambda contender: result.rank_interval(contender)[1],
            "to",
            why=why,
            help=help_text,
        ),
        column(why, reason, "no interval"),
    ]


def caption(result: Ranking, names: Labels) -> str:
    """Return the caption of the ranking in a paper: what it is, its weights, its protocol, and what
    it rests on."""
    summary = result.summary
    weighted = [
        f"{names.metric(metric)} {number(weight)}"
        for metric, weight in summary.weights.items()
        if weight
    ]
    sentences = [
        f"Methods by score on {names.panel} ({names.suite}).",
        f"Weights: {', '.join(weighted)}.",
    ]
    floors_in_use = [check.floor for check in result.below.floor_checks]
    if floors_in_use:
        sentences.append(f"Floor: {floors.listed(names, floors_in_use)}.")
    protocol = (
        f"{summary.protocol.capitalize()} protocol; each metric as its mean over benchmarks and"
        " seeds"
    )
    if has_spreads(result):
        protocol += " ± standard deviation over seeds"
    sentences.append(f"{protocol}.")
    if has_spreads(result):
        sentences += spread_notes(result.at_bound, names)
    runs = counted(summary.n_runs, "run")
    sentences += [f"{runs}, data version {summary.data_version}."]
    return " ".join(sentences)


METHODS = Answer(
    "leaderboard",
    compute,
    say,
    Part("leaderboard", "Methods by rank", methods_table, shown="open"),
    heading="All methods",
    key="leaderboard",
)
