"""Model inversion: does the standard evaluator's success survive an independent judge?"""

from components.views import INVERSION
from components.views.inversion.result import NothingToAudit, panel_with_inversion
from components.views.inversion.screen import audit, upload
from components.widgets.glossary import terms
from components.widgets.page import below, page, section
from components.widgets.selection import filters

page(INVERSION)
resolved, result = upload.audited(filters("suite", start=panel_with_inversion, unshared=upload.unshared()))
if isinstance(result, NothingToAudit):
    audit.nothing()
else:
    audit.choices(result)
    audit.compared(resolved, result)


def rest() -> None:
    """What stands below the slopes of the attacks."""
    if not isinstance(result, NothingToAudit):
        section("What the standard evaluator gets wrong", "Counts and rates against the judge, attack by attack.")
        audit.counts(resolved, result)
        section("Do the evaluators agree?", "Every two of them on the same reconstructions.")
        audit.agreement(resolved, result)
        section("False positives to look at")
        audit.pictures(resolved, result)
    audit.cited(resolved)
    upload.bring()
    terms("standard_evaluator", "false_positive_rate", "wilson", "newcombe", "mcnemar", "kappa", "ac1", "tau_b")


below(rest)
