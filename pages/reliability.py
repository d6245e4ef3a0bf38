"""Metric reliability: which metrics follow the oracle, what that is worth, and the weights that come from it."""

from components.thinned import told
from components.views import RELIABILITY
from components.views.noise.result import noise
from components.views.noise.tables import noise_table
from components.views.noise.words import NOISE_READING, noise_sentence
from components.views.reliability import screen, tables, words
from components.views.reliability.figures import forest, reliability_scatter
from components.views.reliability.result import metric_runs, reliability
from components.views.reliability.trust import trust
from components.views.reliability.weight_rules import threshold, weight_rules
from components.views.trust.words import TRUST_READING
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import answer, below, data, figure, mode, notes, page, section, sentence, shown
from components.widgets.selection import filters

screen.leave()
page(RELIABILITY)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "transform", "weights")
judged = cached.across(trust, resolved.tables.suite.id)
answer(*words.trust_lead(judged, resolved.tables.suite.title))
screen.trust_table(judged)
data(tables.trust_table(judged), name="trust", title="Which metrics can be trusted", resolved=resolved)
notes(TRUST_READING)

section("Closeness to the retrained model")
result = cached.of(reliability, resolved.selection)
missing = words.explanation(result)

if missing:
    sentence(missing)
else:
    first, *others = words.lead(result)
    sentence(first, words.signal_sentence(result))
    notes(*others, words.disagreement_sentence(result), words.constant_sentence(result))
    figure(
        forest(result, mode()),
        name="forest",
        title="Reliability of each metric",
        reading=words.FOREST_READING,
        table=tables.reliability_table(result),
        resolved=resolved,
    )
    named("metrics", resolved.tables, [r.metric for r in result.rows])


def rest() -> None:
    """What stands below the reliability of each metric."""
    if not missing:
        section("One metric, run by run")
        runs = metric_runs(resolved, screen.chosen_metric(resolved, result))
        sentence(words.metric_sentence(result.row(runs.metric.id), result.labels))
        figure(
            reliability_scatter(runs, mode()),
            name="scatter",
            title=f"{runs.metric.label} against the oracle distance",
            reading=words.SCATTER_READING + told(len(runs.runs), "run"),
            table=tables.runs_table(runs),
            resolved=resolved,
        )
    section("Noise floor")
    floor = cached.of(noise, resolved.selection)
    sentence(noise_sentence(floor))
    shown(noise_table(floor), name="noise_floor", title="Noise floor of each metric", resolved=resolved)
    notes(NOISE_READING)

    section("From reliability to weights", "What every rule gives, and the ranking of the methods shown that follows.")
    rules = cached.of(weight_rules, resolved.selection)
    sentence(words.rules_sentence(rules))
    screen.rules(rules)
    data(tables.rules_table(rules), name="rules", title="Weights and rankings by rule", resolved=resolved)

    if not missing:
        section("Use only the reliable metrics")
        screen.minimum(resolved)
        left = threshold(resolved, result)
        sentence(words.threshold_sentence(left))
        screen.remaining(left)

    terms(
        "reliability",
        "no_signal",
        "rho_within",
        "stratified_p",
        "p_min",
        "bootstrap_interval",
        "constant",
        "noise_floor",
        "weight_rule",
    )


below(rest)
