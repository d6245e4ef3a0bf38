"""Model inversion: does the standard evaluator's success survive an independent judge?"""

from components.views import INVERSION
from components.views.inversion import screen
from components.views.inversion.result import NothingToAudit, panel_with_inversion
from components.widgets.glossary import terms
from components.widgets.page import below, page, section
from components.widgets.selection import filters

page(INVERSION)
resolved, result = screen.audited(filters("suite", start=panel_with_inversion, unshared=screen.unshared()))
if isinstance(result, NothingToAudit):
    screen.nothing()
else:
    screen.choices(result)
    screen.compared(resolved, result)


def rest() -> None:
    """What stands below the slopes of the attacks."""
    if not isinstance(result, NothingToAudit):
        section("What the standard evaluator gets wrong", "Counts and rates against the judge, attack by attack.")
        screen.counts(resolved, result)
        section("Do the evaluators agree?", "Every two of them on the same reconstructions.")
        screen.agreement(resolved, result)
        section("False positives to look at")
        screen.pictures(resolved, result)
    screen.cited(resolved)
    screen.bring()
    terms("standard_evaluator", "false_positive_rate", "wilson", "newcombe", "mcnemar", "kappa", "ac1", "tau_b")


below(rest)
