"""What the board shows of a leaderboard: the one form in which weights, names and utilities go to the browser.

Weights cross that border as numbers by metric id, in both directions; a metric that is not named has weight 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components import floors
from components.answers.leaderboard.intervals import HELP, IN_SHORT, head
from components.answers.leaderboard.methods import FRAGILE_LEAD
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.rows import Row
from components.answers.leaderboard.tries import Grids as Tries
from components.answers.leaderboard.weights import PresetWeights
from components.labels import Labels
from components.plain import number
from components.plotting.theme import metric_colours
from components.sentences import moving
from components.stats.ranking.dominance import HARDLY
from components.stats.ranking.floors import Standing
from components.stats.ranking.ranks import rounded
from components.stats.ranking.weights import PURPOSES, all_parts
from components.text import capital, cleaned
from data.names import Kind


@dataclass(frozen=True, kw_only=True)
class BoardMetric:
    """A metric that can be weighted. `light` and `dark` are its CSS colours in the two themes, `map` the formula
    of its utility ("1/(1+AD)"); `slight` says that its utility hardly varies, empty where it does. `parts` are the
    ids of the metrics it is derived from, parts of parts included. `href` leads to its page, empty where there is none;
    `trust` says in short whether it can be trusted, empty where that is not known; `group` is what it serves.
    """

    id: str
    label: str
    name: str
    arrow: str
    light: str
    dark: str
    map: str
    slight: str = ""
    parts: tuple[str, ...] = ()
    href: str = ""
    trust: str = ""
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class BoardPreset:
    """A preset by name with its weights by metric id, and the shares that it gives in words, `told`. Those by `purpose`
    are offered first, the others stand behind one more step.
    """

    name: str
    label: str
    weights: Mapping[str, float]
    purpose: bool = False
    told: str = ""


@dataclass(frozen=True, kw_only=True)
class BoardMethod:
    """A method to rank. `incomplete` says why it has no rank under the present weights, None when it has one.

    `href` leads to its page, empty where there is none to go to.
    """

    id: str
    label: str
    incomplete: str | None = None
    href: str = ""


@dataclass(frozen=True, kw_only=True)
class BoardGrids:
    """Methods with several checkpoints: `rule` is best or median, `members` the places of each method's checkpoints,
    `labels` what the checkpoints are called.
    """

    rule: str
    members: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BoardFloor:
    """A floor that can be moved: `value` is where it is now and `usual` where the suite puts it, 0 for none.

    `kept` has a number for each row of utilities, None where it was not measured, `where` on which benchmark that is;
    it is a `share` of what `subject` names, or a utility. `on` is what it measures, in short.
    """

    id: str
    subject: str
    on: str
    share: bool
    value: float
    usual: float
    kept: tuple[float | None, ...]
    where: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BoardChoice:
    """A floor that can be added."""

    id: str
    label: str


@dataclass(frozen=True, kw_only=True)
class BoardFlip:
    """The nearest weights, in four digits, at which another method leads, and what to say once they are set."""

    weights: Mapping[str, float | None]
    done: str


@dataclass(frozen=True, kw_only=True)
class Board:
    """What a board shows.

    `utilities` has a row for each method, or for each checkpoint of the `grids` of methods, with a number for each
    metric, None where it was not measured on all benchmarks shown: such a method is ranked only while that metric
    has no weight. `preset` names the preset to which Reset returns and against which changes of rank are counted.
    `unfit` names the presets by purpose that these metrics cannot carry, and why. `intervals` are (low, high) ranks by
    method, in their order, under the present weights, `over` heads and `spoken` explains them, `help` is where
    more is said; `instead` stands in their place where these data allow none, whatever the weights. `letters` are
    those of groups not shown to differ, None where there are none. `expected` takes the place of the intervals of
    methods with several checkpoints: the expected best of equal tries, None where a grid is too small. `follows` is
    what is said after the lead while these weights stand, `sure` what is said beside the intervals, `plan` the address
    of a plan for what they cannot tell, `tradeoff` that of the trade-off with these weights; `flip` makes another
    method lead, `others` is where the way of each to the lead stands; `fragile` is said of a first row that little
    weight would topple, empty where it would not. `floors` can be moved, those of `further` added, and a `noun` stands
    to them; `weak` says of each row of utilities in which groups it is last or near zero, which is told of a leader
    where no floor protects.
    """

    metrics: tuple[BoardMetric, ...]
    methods: tuple[BoardMethod, ...]
    utilities: tuple[tuple[float | None, ...], ...]
    weights: Mapping[str, float | None]
    preset: str
    presets: tuple[BoardPreset, ...]
    intervals: tuple[tuple[int, int] | None, ...]
    unfit: tuple[str, ...] = ()
    over: str = ""
    spoken: str = ""
    help: str = ""
    instead: str = ""
    letters: tuple[str | None, ...] | None = None
    expected: tuple[float | None, ...] | None = None
    follows: str = ""
    sure: str = ""
    tradeoff: str = ""
    plan: str = ""
    flip: BoardFlip | None = None
    others: str = ""
    fragile: str = ""
    grids: BoardGrids | None = None
    floors: tuple[BoardFloor, ...] = ()
    further: tuple[BoardChoice, ...] = ()
    noun: str = "method"
    weak: tuple[str, ...] = ()


def board_of(
    result: Ranking,
    names: Labels,
    presets: Sequence[PresetWeights],
    preset: str,
    follows: Sequence[str] = (),
    sure: Sequence[str] = (),
    href: Callable[[Kind, str], str] = lambda kind, own_id: "",
    trust: Mapping[str, str] | None = None,
    tries: Tries | None = None,
    help_at: str = "",
    tradeoff: str = "",
    plan_at: str = "",
    others_at: str = "",
) -> Board:
    """The board of a leaderboard, methods in row order. Labels come as one line each and are never empty.

    `href` gives the address of the page of a method or metric, `trust` says by metric whether it can be trusted,
    `tries` are the methods at equal tries where a row is the best of several checkpoints, `help_at` is the address of
    what the last column means, `tradeoff` that of the trade-off with these weights, `plan_at` that of a plan for
    what cannot be told, `others_at` that of what would make each method lead.
    """
    ids = [m.id for m in result.metrics]
    light, dark = metric_colours(ids, "light"), metric_colours(ids, "dark")
    told = result.summary
    rows, panel, letters = result.in_order, result.panel, result.letters
    scope = result.inferred.board
    spoken = f"No rank interval: {result.inferred.seeds.reason}" if scope is None else HELP[scope.over]
    by_family: dict[str, float | None] = {}
    if tries is not None:
        by_family = {g.family: g.expected_best(tries.tries) for g in tries.rows}
        k = tries.tries
        spoken = f"The expected best score when {k} of a method's checkpoints are drawn: as many tries for all"
    parts, places = all_parts(panel.metrics), [panel.metric(i) for i in ids]
    offered = tuple(
        board_preset(p) for p in presets if p.weights is not None and {m for m, w in p.weights.items() if w} <= set(ids)
    )
    if preset not in {p.name for p in offered}:
        offered = (_partly(preset, presets, {m: told.weights[m] for m in ids}), *offered)
    return Board(
        metrics=tuple(
            BoardMetric(
                id=m.id,
                label=_label(m.label, m.id),
                name=_label(m.name, m.id),
                arrow=m.arrow,
                light=light[m.id],
                dark=dark[m.id],
                map=cleaned(told.utility_maps[m.id]),
                slight=_slight(m.label, told.utility_ranges[m.id]),
                parts=parts[m.id],
                href=href("metrics", m.id),
                trust=(trust or {}).get(m.id, ""),
                group=m.group,
            )
            for m in result.metrics
        ),
        methods=tuple(
            BoardMethod(
                id=r.method,
                label=_label(names.method(r.method), r.method),
                incomplete=cleaned(lacks(result, names, r)) or None,
                href=href("methods", r.method),
            )
            for r in rows
        ),
        utilities=tuple(tuple(map(number, own)) for own in result.utilities[:, places]),
        weights=told.weights,
        preset=preset,
        presets=offered,
        unfit=tuple(f"{p.label}: {p.reason}" for p in presets if p.weights is None and p.name in PURPOSES),
        intervals=tuple(_interval(result, r) for r in rows),
        letters=None if letters is None else tuple(letters.get(r.method) for r in rows),
        over=head(result.inferred) if tries is None else f"Best of {tries.tries}, expected",
        spoken=spoken,
        help=help_at,
        instead="" if scope or tries else IN_SHORT.get(result.inferred.seeds.reason, ""),
        expected=None if tries is None else tuple(by_family.get(r.method) for r in rows),
        follows=cleaned(" ".join(follows)),
        sure=cleaned(" ".join(sure)),
        tradeoff=tradeoff,
        plan=plan_at,
        flip=_flip(result, names),
        others=others_at if len(result.ranked) > 1 else "",
        fragile=FRAGILE_LEAD if any(result.fragile(r) for r in result.leaders) else "",
        grids=BoardGrids(
            rule=result.rule,
            members=tuple(r.members for r in rows),
            labels=tuple(_label(names.method(m), "–") for m in panel.methods),
        )
        if result.rule
        else None,
        floors=tuple(_floor(result, names, standing, value) for standing, value in result.below.scales),
        further=tuple(
            BoardChoice(id=floors.key(f), label=capital(cleaned(floors.subject(names, f))))
            for f in result.below.addable
        ),
        noun=result.below.noun,
        weak=result.weak,
    )


def board_preset(preset: PresetWeights) -> BoardPreset:
    """A preset that these data can carry."""
    return BoardPreset(
        name=preset.name,
        label=_label(preset.label, preset.name),
        weights=preset.weights or {},
        purpose=preset.purpose,
        told=preset.shares,
    )


def _floor(result: Ranking, names: Labels, standing: Standing, value: float) -> BoardFloor:
    """What holds nowhere everything passes."""
    floor, benchmarks = standing.floor, result.panel.benchmarks
    lowest = np.where(np.isinf(standing.lowest), 1.0, rounded(standing.lowest))
    named = [] if floor.benchmark else [cleaned(names.benchmark(b)) for b in benchmarks]
    return BoardFloor(
        id=floors.key(floor),
        subject=cleaned(floors.subject(names, floor)),
        on=cleaned(names.metric(floor.on)),
        share=bool(floor.of),
        value=value,
        usual=result.below.usual.get(floors.key(floor), 0.0),
        kept=tuple(map(number, lowest)),
        where=tuple(named[b] if named and b >= 0 else "" for b in standing.place),
    )


def _flip(result: Ranking, names: Labels) -> BoardFlip | None:
    nearest = result.dethrone
    if nearest.applied is None or nearest.challenger is None:
        return None
    change = f"{moving(names, nearest.moved, nearest.share, 'moved')}: " if nearest.share else ""
    return BoardFlip(weights=nearest.applied, done=cleaned(f"{change}{names.method(nearest.challenger)} leads."))


def _interval(result: Ranking, row: Row) -> tuple[int, int] | None:
    low, high = result.bounds(row)
    return None if low is None or high is None else (low, high)


def lacks(result: Ranking, names: Labels, row: Row) -> str:
    """Why a method has no rank; empty when it has one."""
    if row.rank is not None:
        return ""
    weighted = {m: where for m, where in result.missing(row).items() if result.summary.weights[m]}
    return "; ".join(f"no {names.metric(m)} on {names.listed_benchmarks(where)}" for m, where in weighted.items())


def _partly(name: str, presets: Sequence[PresetWeights], shown: Mapping[str, float | None]) -> BoardPreset:
    """A preset that weighs metrics not measured here: its weights over those that are, else the weights shown."""
    preset = next(p for p in presets if p.name == name)
    kept = {m: (preset.weights or {}).get(m) or 0.0 for m in shown}
    total = sum(kept.values())
    weights = {m: w / total if total else shown[m] or 0.0 for m, w in kept.items()}
    return BoardPreset(name=name, label=_label(preset.label, name), weights=weights)


def _slight(label: str, varies: float | None) -> str:
    if varies is None or varies >= HARDLY:
        return ""
    return f"The utility of {cleaned(label)} ranges over less than {HARDLY:g} here, so its weight hardly moves a score"


def _label(label: str, name: str) -> str:
    return cleaned(label) or name
