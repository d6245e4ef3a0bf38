"""Metric reliability: which metrics follow the oracle, what that is worth, and the weights that come from it."""

from components.figures.reliability import forest, forest_height
from components.figures.reliability_scatter import reliability_scatter
from components.parts import reliability_tables as frames
from components.parts import reliability_words as words
from components.parts.reliability import reliability_points
from components.parts.weight_rules import above
from components.widgets import cached, notices, weight_rules
from components.widgets.glossary import terms
from components.widgets.page import data, figure, mode, notes, page, section, sentence
from components.widgets.reliability import chosen_metric
from components.widgets.selection import filters

page("Metric reliability", "Which metrics follow closeness to a model that never saw the forgotten data?")
view = filters("suite", "panel", "benchmarks", "seeds", "methods", "transform", "weights")
rows = cached.part("reliability", view.selection)
labels = {b: view.benchmark_label(b) for b in view.panel.benchmarks}
methods = {m: view.method_label(m) for m in view.panel.methods}
ids = [m.id for m in view.tables.scores]
missing = words.explanation(view, rows)

if missing:
    notices.notice("info", missing)
else:
    sentence(words.lead_sentence(rows), words.signal_sentence(rows))
    notes(words.disagreement_sentence(rows), *words.constant_sentences(view, rows))
    figure(
        forest(rows, [words.p_label(r) for r in rows], labels, ids, mode()),
        name="forest",
        title="Reliability of each metric",
        how=words.HOW_FOREST,
        table=frames.reliability_table(view, rows),
        view=view,
        height=forest_height(len(rows)),
    )
    section("One metric, run by run")
    metric = chosen_metric(view, rows)
    points = reliability_points(view, metric)
    sentence(words.metric_sentence(view, next(r for r in rows if r["metric"] == metric)))
    figure(
        reliability_scatter(points, view.panel.metrics[view.panel.metric(metric)], labels, methods, mode()),
        name="scatter",
        title=f"{view.metric_label(metric)} against the oracle distance",
        how=words.HOW_SCATTER,
        table=frames.points_table(view, metric, points),
        view=view,
        height=440,
    )

section("From reliability to weights", "What every rule gives, and the ranking of the methods shown that follows.")
rules = cached.part("weight_rules", view.selection)
sentence(words.rules_sentence(rules))
weight_rules.rules(view, rules)
data(frames.rules_table(view, rules), name="rules", title="Weights and rankings by rule", view=view)

if not missing:
    section("Use only the reliable metrics")
    weight_rules.minimum(view)
    left = above(view, rows, view.selection.minimum)
    sentence(words.threshold_sentence(view, left, view.selection.minimum))
    weight_rules.remaining(view, left)

terms(
    "reliability", "no_signal", "rho_within", "stratified_p", "p_min", "bootstrap_interval", "constant", "weight_rule"
)
