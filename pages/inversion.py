"""Model inversion: does the standard evaluator's success survive an independent judge?"""

from components.views import INVERSION
from components.views.inversion import own as inversion_own
from components.views.inversion import screen as inversion
from components.views.inversion.result import panel_with_reconstructions
from components.widgets.glossary import terms
from components.widgets.page import page, section
from components.widgets.selection import filters

page(INVERSION)
resolved, part = inversion_own.found(
    filters("suite", start=panel_with_reconstructions, kept_back=inversion_own.kept_back())
)
if part is None:
    inversion.nothing()
else:
    inversion.choices(resolved, part)
    inversion.compared(resolved, part)
    section("What the standard evaluator gets wrong", "Counts and rates against the judge, attack by attack.")
    inversion.counts(resolved, part)
    section("Do the evaluators agree?", "Every two of them on the same reconstructions.")
    inversion.evaluators(resolved, part)
    section("False positives to look at")
    inversion.pictures(resolved, part)

inversion.cited(resolved)
inversion_own.bring()
terms("standard_evaluator", "false_positive_rate", "wilson", "newcombe", "mcnemar", "kappa", "ac1", "tau_b")
