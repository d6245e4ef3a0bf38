"""Metric reliability: which metrics follow the oracle, what that is worth, and the weights that come from it."""

from components.views import RELIABILITY
from components.views.reliability import rules as weight_rules
from components.views.reliability import tables as frames
from components.views.reliability import words
from components.views.reliability.figures.forest import forest, forest_height
from components.views.reliability.figures.scatter import reliability_scatter
from components.views.reliability.result import reliability_points
from components.views.reliability.screen import chosen_metric
from components.views.reliability.weight_rules import above
from components.widgets import cached, notices
from components.widgets.glossary import terms
from components.widgets.page import data, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(RELIABILITY)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "transform", "weights")
rows = cached.part("reliability", resolved.selection)
labels = {b: resolved.benchmark_label(b) for b in resolved.panel.benchmarks}
methods = {m: resolved.method_label(m) for m in resolved.panel.methods}
ids = [m.id for m in resolved.tables.scores]
missing = words.explanation(resolved, rows)

if missing:
    notices.notice("info", missing)
else:
    sentence(words.lead_sentence(rows), words.signal_sentence(rows))
    notes(words.disagreement_sentence(rows), *words.constant_sentences(resolved, rows))
    figure(
        forest(rows, [words.p_label(r) for r in rows], labels, ids, mode()),
        name="forest",
        title="Reliability of each metric",
        how=words.HOW_FOREST,
        table=frames.reliability_table(resolved, rows),
        resolved=resolved,
        height=forest_height(len(rows)),
    )
    section("One metric, run by run")
    metric = chosen_metric(resolved, rows)
    points = reliability_points(resolved, metric)
    sentence(words.metric_sentence(resolved, next(r for r in rows if r["metric"] == metric)))
    figure(
        reliability_scatter(points, resolved.panel.metrics[resolved.panel.metric(metric)], labels, methods, mode()),
        name="scatter",
        title=f"{resolved.metric_label(metric)} against the oracle distance",
        how=words.HOW_SCATTER,
        table=frames.points_table(resolved, metric, points),
        resolved=resolved,
        height=440,
    )

section("From reliability to weights", "What every rule gives, and the ranking of the methods shown that follows.")
rules = cached.part("weight_rules", resolved.selection)
sentence(words.rules_sentence(rules))
weight_rules.rules(resolved, rules)
data(frames.rules_table(resolved, rules), name="rules", title="Weights and rankings by rule", resolved=resolved)

if not missing:
    section("Use only the reliable metrics")
    weight_rules.minimum(resolved)
    left = above(resolved, rows, resolved.selection.minimum)
    sentence(words.threshold_sentence(resolved, left, resolved.selection.minimum))
    weight_rules.remaining(resolved, left)

terms(
    "reliability", "no_signal", "rho_within", "stratified_p", "p_min", "bootstrap_interval", "constant", "weight_rule"
)
