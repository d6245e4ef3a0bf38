"""Model inversion: does the standard evaluator's success survive an independent judge?"""

from components.parts.inversion import panel_with_reconstructions
from components.widgets import inversion, inversion_own
from components.widgets.glossary import terms
from components.widgets.page import page, section
from components.widgets.selection import filters

page(
    "Model inversion", "Does an attack still succeed when a judge that shares no training with the target looks at it?"
)
view, part = inversion_own.found(
    filters("suite", start=panel_with_reconstructions, kept_back=inversion_own.kept_back())
)
if part is None:
    inversion.nothing()
else:
    inversion.choices(view, part)
    inversion.compared(view, part)
    section("What the standard evaluator gets wrong", "Counts and rates against the judge, attack by attack.")
    inversion.counts(view, part)
    section("Do the evaluators agree?", "Every two of them on the same reconstructions.")
    inversion.evaluators(view, part)
    section("False positives to look at")
    inversion.pictures(view, part)

inversion.cited(view)
inversion_own.bring()
terms("standard_evaluator", "false_positive_rate", "wilson", "newcombe", "mcnemar", "kappa", "ac1", "tau_b")
