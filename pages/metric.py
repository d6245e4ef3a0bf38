"""Metric: what one metric is in every suite, and what supports and contradicts trust in it."""

from components.views import METRIC
from components.views.metric import screen, tables, words
from components.views.metric.result import metric
from components.views.noise.words import NOISE_READING
from components.views.trust.words import TRUST_READING
from components.widgets.across import listed, opened, others, shown
from components.widgets.glossary import terms
from components.widgets.page import answer, notes, section

one = opened(METRIC, metric)
result = one.result

if result is not None:
    answer(*words.lead(result))
    if result.findings:
        section("Evidence")
        screen.findings(result, one.served)
        notes(TRUST_READING)
        listed(one, tables.findings_table(result), name="findings", title="Findings about trust")
    section("What it is in every suite")
    screen.meanings(result)
    if result.noise_floor:
        section("Noise floor")
        shown(one, tables.noise_table(result), name="noise_floor", title=f"Noise floor of {result.label}")
        notes(NOISE_READING)
    section("Sources")
    screen.sources(result)
    terms("auc", "false_alarm", "rho_within", "permutation_p", "p_min", "constant", "resolution", "noise_floor")

others(one)
