"""A second program for rankings: scores, floors, presets and tests by plain loops."""

from functools import cache, cached_property
from itertools import combinations, product
from math import exp, log10, nan
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from data.folders import BUILT_IN

GROUPS = ("forgetting", "privacy", "utility")
TRANSFORMS, AGGREGATES = ("reciprocal", "exponential"), ("score-of-means", "mean-of-scores")
RULES = ("published", "re-derived", "within-benchmark", "cross-validated")
NAMED = ("balanced", "forgetting_first", "privacy_first", "utility_first", "equal", *RULES)


@cache
def table(suite: str, name: str) -> pd.DataFrame:
    path: Path = BUILT_IN / suite / f"{name}.csv"
    return pd.read_csv(path, keep_default_na=name == "runs") if path.is_file() else pd.DataFrame()


class Suite:
    """One panel of a suite; with `best` its rows are methods with several checkpoints."""

    def __init__(self, suite: str, panel: str, best: bool = False) -> None:
        methods, self.suite, self.panel = table(suite, "methods"), suite, panel
        self.role = dict(
            zip(methods["id"], methods.get("role", ["candidate"] * len(methods)), strict=True)
        )
        self.family = dict(zip(methods["id"], methods["family" if best else "id"], strict=True))
        self.metrics = {
            m["id"]: m for m in table(suite, "metrics").to_dict("records") if m["role"] == "score"
        }
        oracle = [
            m["id"] for m in table(suite, "metrics").to_dict("records") if m["role"] == "oracle"
        ]
        self.oracle = oracle[0] if oracle else ""
        every = table(suite, "runs")
        order = [[*column] for column in (table(suite, "benchmarks")["id"], methods["id"])]
        every = every.assign(
            b=every["benchmark"].map(order[0].index), m=every["method"].map(order[1].index)
        )
        self.every = every.sort_values(["b", "seed", "m"])
        panels = table(suite, "panels")
        self.reference_panel = panels.loc[panels["reference"] == "yes", "id"].item()
        self.benchmarks = tuple(dict.fromkeys(self.candidates(panel)["benchmark"]))
        self.utilities, self.below = cache(self._utilities), cache(self._below)

    def candidates(self, panel: str) -> pd.DataFrame:
        runs = self.every[self.every["panel"] == panel]
        return runs[runs["method"].map(self.role) == "candidate"]

    # --- utilities

    def scaled(self, metric: str, values: pd.Series) -> pd.Series:
        traits = self.metrics[metric]
        return (
            np.log10(values.clip(lower=float(traits["lower_bound"])))
            if traits.get("scale") == "log"
            else values
        )

    def utility(self, metric: str, x: float, transform: str, target: float = nan) -> float:
        traits = self.metrics[metric]
        maps = dict((text + ":1").split(":")[:2] for text in traits["utilities"].split())
        name = transform if transform in maps else next(iter(maps))
        falls = traits["direction"] == "lower"
        if name in ("linear", "closeness"):
            low, high = (float(traits[end]) for end in ("lower_bound", "upper_bound"))
            if traits.get("scale") == "log":
                low, high = log10(low), log10(high)
        match name:
            case "identity":
                return x
            case "complement":
                return 1 - x
            case "linear":
                return (high - x) / (high - low) if falls else (x - low) / (high - low)
            case "closeness":
                return 1 - abs(x - target) / max(abs(target - low), abs(high - target))
            case "reciprocal":
                value = 1 / (1 + x / float(maps[name]))
            case "exponential":
                value = exp(-x / float(maps[name]))
        return value if falls else 1 - value

    def target(self, metric: str, benchmark: str) -> float:
        aim = str(self.metrics[metric].get("target", ""))
        if aim != "reference":
            return float(aim) if aim else nan
        runs = self.every[
            (self.every["panel"] == self.panel) & (self.every["benchmark"] == benchmark)
        ]
        return float(
            self.scaled(
                metric, runs.loc[runs["method"].map(self.role) == "reference", metric]
            ).mean()
        )

    def of_cell(
        self, metric: str, runs: pd.DataFrame, benchmark: str, transform: str, by_run: bool
    ) -> float:
        """The utility on one benchmark: of the mean over seeds, or the mean over its runs."""
        values, target = self.scaled(metric, runs[metric].dropna()), self.target(metric, benchmark)
        if values.empty:
            return nan
        if by_run:
            return float(np.mean([self.utility(metric, x, transform, target) for x in values]))
        return self.utility(metric, float(values.mean()), transform, target)

    def _utilities(
        self, benchmarks: tuple[str, ...], transform: str, aggregate: str
    ) -> dict[str, dict[str, float]]:
        """By method and metric; NaN where a benchmark has no value."""
        runs = self.candidates(self.panel)
        utilities: dict[str, dict[str, float]] = {}
        cells = dict(iter(runs.groupby(["method", "benchmark"])))
        for method in dict.fromkeys(runs.loc[runs["benchmark"].isin(benchmarks), "method"]):
            runs_at = {b: cells.get((method, b), runs.iloc[:0]) for b in benchmarks}
            utilities[method] = {}
            for metric, traits in self.metrics.items():
                if aggregate == "mean-of-scores" or traits["direction"] == "target":
                    by_run = aggregate == "mean-of-scores"
                    each = [
                        self.of_cell(metric, r, b, transform, by_run) for b, r in runs_at.items()
                    ]
                    utilities[method][metric] = float(np.mean(each))
                else:
                    means = [float(self.scaled(metric, r[metric]).mean()) for r in runs_at.values()]
                    utilities[method][metric] = self.utility(
                        metric, float(np.mean(means)), transform
                    )
        return utilities

    # --- weights

    @cached_property
    def counted(self) -> dict[str, list[str]]:
        """The metrics with equal weight, and those of each group."""
        runs = self.every[self.every["panel"] == self.panel]
        measured = {
            m for m in self.metrics if runs[m].notna().any() and self.metrics[m]["group"] != "cost"
        }
        parts = {
            m: {*str(traits.get("parts", "")).split()} & {*self.metrics}
            for m, traits in self.metrics.items()
        }
        for _ in self.metrics:  # parts of parts
            parts = {m: p | {q for o in p for q in parts.get(o, ())} for m, p in parts.items()}
        group = {m: traits["group"] for m, traits in self.metrics.items()}
        mixed = {m for m in measured if {group[p] for p in parts[m]} - {group[m]}}

        def without(some: set[str]) -> list[str]:
            inside = {p for m in some for p in parts[m]}
            return [m for m in self.metrics if m in some - inside]

        pure = without(measured - mixed)
        return {"": without(measured), **{g: [m for m in pure if group[m] == g] for g in GROUPS}}

    def weights(self, name: str, benchmarks: tuple[str, ...]) -> dict[str, float] | None:
        """The weights of a preset; None where the panel does not offer it."""
        if name == "equal":
            return dict.fromkeys(self.counted[""], 1 / len(self.counted[""]))
        if name in RULES:
            runs = self.candidates(self.panel if name == "re-derived" else self.reference_panel)
            runs = runs[runs["benchmark"].isin(benchmarks)] if name == "re-derived" else runs
            if not self.oracle or runs[self.oracle].isna().all():
                return None
            return rule(self.reliability(runs, name))
        purposes = {"balanced": "", "forgetting_first": "forgetting", "privacy_first": "privacy"}
        first = purposes.get(name, "utility")
        groups = {g: metrics for g in GROUPS if (metrics := self.counted[g])}
        if first and (first not in groups or len(groups) < 2):
            return None
        total = len(groups) + bool(first)
        return {
            m: (1 + (g == first)) / total / len(metrics)
            for g, metrics in groups.items()
            for m in metrics
        }

    def reliability(self, runs: pd.DataFrame, name: str = "published") -> dict[str, float]:
        sign = {
            m: 1 if traits["direction"] == "higher" else -1 for m, traits in self.metrics.items()
        }

        def rho(own: pd.DataFrame) -> pd.Series:
            far, found = own[self.oracle].to_numpy(), {}
            for metric, s in sign.items():
                x, is_measured = (
                    own[metric].to_numpy(),
                    (own[metric].notna() & own[self.oracle].notna()).to_numpy(),
                )
                varies = is_measured.any() and np.ptp(x[is_measured]) > 0
                found[metric] = (
                    stats.spearmanr(s * x[is_measured], -far[is_measured]).statistic
                    if varies
                    else nan
                )
            return pd.Series(found)

        if name == "within-benchmark":
            cells = runs.groupby(["benchmark", "method"], sort=False)[[*sign, self.oracle]].mean()
            cells = cells.map(lambda x: float(f"{x:.11e}"))  # means that are equal on paper tie
            each = [rho(own) for _, own in cells.groupby(level=0, sort=False)]
        elif name == "cross-validated":
            index = np.arange(len(runs))
            np.random.RandomState(42).shuffle(index)
            each = [rho(runs.drop(runs.index[out])) for out in np.array_split(index, 5)]
        else:
            each = [rho(runs)]
        return dict(pd.concat(each, axis=1).mean(axis=1))

    # --- floors and rows

    def _below(self, benchmarks: tuple[str, ...], transform: str) -> set[str]:
        """The methods below a floor of the suite, or not measured where one holds."""
        floors, out, runs = (
            table(self.suite, "floors"),
            set(),
            self.every[self.every["panel"] == self.panel],
        )
        for floor in (
            floors[floors["panel"] == self.panel].to_dict("records") if len(floors) else []
        ):
            for benchmark in benchmarks:
                here = runs[runs["benchmark"] == benchmark]
                kept = {
                    m: self.of_cell(floor["on"], own, benchmark, transform, by_run=False)
                    for m, own in here.groupby("method", sort=False)
                }
                models = [u for m, u in kept.items() if floor["of"] and self.role[m] == floor["of"]]
                by = float(np.mean(models)) if floor["of"] else 1.0
                candidates = dict.fromkeys(self.candidates(self.panel)["method"])
                mine = {m: kept.get(m, nan) / by for m in candidates}
                if np.isnan(list(mine.values())).all() or not by >= 0.05:
                    continue
                out |= {
                    str(m)
                    for m, share in mine.items()
                    if not round(share, 12) >= float(floor["value"])
                }
        return out

    def ways(self) -> tuple[dict[frozenset[tuple[str, float]], int], int]:
        """Every way of ranking with how many combinations it is; and how many of one row."""
        floors = table(self.suite, "floors")
        lifted = (True, False) if len(floors) and self.panel in set(floors["panel"]) else (True,)
        maps = (
            TRANSFORMS
            if any(" " in traits["utilities"] for traits in self.metrics.values())
            else TRANSFORMS[:1]
        )
        n_of_way: dict[frozenset[tuple[str, float]], int] = {}
        left_out = 0
        for without in ("", *(self.benchmarks if len(self.benchmarks) > 1 else ())):
            kept = tuple(b for b in self.benchmarks if b != without)
            weighed = [w for name in NAMED if (w := self.weights(name, kept)) is not None]
            for choices in product(weighed, maps, AGGREGATES, lifted):
                rows = self.ranking(choices[0], kept, *choices[1:])
                way = frozenset((row, round(score, 9)) for row, score in rows.items())
                if len(way) < 2:
                    left_out += 1
                else:
                    n_of_way[way] = n_of_way.get(way, 0) + 1
        return n_of_way, left_out

    def ranking(
        self,
        weights: dict[str, float],
        benchmarks: tuple[str, ...] = (),
        transform: str = "reciprocal",
        aggregate: str = "score-of-means",
        floors: bool = True,
    ) -> dict[str, float]:
        """The score of each row that has a rank, best first."""
        shown = benchmarks or self.benchmarks
        out = self.below(shown, transform) if floors else set()
        score_of: dict[str, float] = {}
        for method, u in self.utilities(shown, transform, aggregate).items():
            score = sum(w * u[m] for m, w in weights.items() if w)
            if method not in out and not np.isnan(score):
                row = self.family[method]
                score_of[row] = max(score, score_of.get(row, -np.inf))
        return dict(sorted(score_of.items(), key=lambda row: -row[1]))

    # --- tests between rows

    def seed_scores(self, weights: dict[str, float]) -> dict[str, list[float]]:
        """The mean score over benchmarks of each seed that has all of them, by method."""
        by_method: dict[str, list[float]] = {}
        used = [(metric, weight) for metric, weight in weights.items() if weight]
        runs_of_seed = self.candidates(self.panel).groupby(["method", "seed"], sort=False)
        for (method, _), runs in runs_of_seed:
            cells, scores = dict(iter(runs.groupby("benchmark"))), []
            for b in self.benchmarks:
                cell = cells.get(b, runs.iloc[:0])
                scores.append(
                    sum(w * self.of_cell(m, cell, b, "reciprocal", by_run=True) for m, w in used)
                )
            by_method.setdefault(str(method), [])
            if not np.isnan(scores).any():
                by_method[str(method)].append(float(np.mean(scores)))
        return by_method

    def ahead(
        self, weights: dict[str, float], floors: bool
    ) -> tuple[list[str], set[tuple[str, str]]]:
        """The rows by rank, and the pairs of which the first is ahead of the other on new seeds."""
        scores, by_seed = self.ranking(weights, floors=floors), self.seed_scores(weights)
        n_methods = len(set(self.candidates(self.panel)["method"]))
        level, pairs = 0.05 / (n_methods * (n_methods - 1) / 2), set()
        for a, b in combinations(scores, 2):
            x, y = by_seed[a], by_seed[b]
            if (
                min(len(x), len(y)) < 3
                or max(np.std(x), np.std(y)) < 1e-12
                or (np.mean(x) > np.mean(y)) != (scores[a] > scores[b])
            ):
                continue
            if stats.ttest_ind(x, y, equal_var=False).pvalue <= level:
                pairs.add((a, b))
        return [*scores], pairs


def rule(rho: dict[str, float]) -> dict[str, float]:
    """max(ρ, 0.01), normalised; 0.01 where ρ is undefined."""
    raised = {m: max(r, 0.01) if r == r else 0.01 for m, r in rho.items()}
    return {m: r / sum(raised.values()) for m, r in raised.items()}
