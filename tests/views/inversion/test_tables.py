"""The tables of the inversion page hold what is drawn and said."""

from components.stats.audits.claims import Claim
from components.views.inversion import tables
from components.views.inversion.images import sample
from tests import made_inversion

RESULT = made_inversion.result()


def test_every_row_has_its_numbers():
    assert tables.slopes_table(RESULT)["judge"].tolist() == [r.accuracy_judge for r in RESULT.rows]
    assert tables.rates_table(RESULT)["FPR"].tolist() == [r.fpr for r in RESULT.rows]
    low = tables.rates_table(RESULT)["FNR low, identities drawn"]
    assert low.isna().tolist() == [r.fnr_cluster_low is None for r in RESULT.rows]
    assert len(tables.agreement_table(RESULT)) == 3
    assert len(tables.quality_table(RESULT)) == 6
    assert len(tables.gallery_table(sample(RESULT.gallery, RESULT.private_sets))) == 40


def test_the_last_row_of_the_counts_is_all_together():
    table = tables.confusion_table(RESULT)
    assert table["FP"].tolist() == [*(r.fp for r in RESULT.rows), 500]
    assert table.iloc[-1][["private set", "attack"]].tolist() == ["all", "all"]


def test_published_figures_have_the_decimals_they_were_printed_with():
    claim = Claim("inversion_x", "here", "", "context", "cited", "published", "", (), 93.8, 2, "Says yes.")
    (row,) = tables.published_table([claim]).to_dict("records")
    assert (row["printed"], row["status"], row["outcome"]) == ("93.80", "context", "not recomputable")
