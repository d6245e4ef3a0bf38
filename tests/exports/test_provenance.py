"""What stands above every file that leaves."""

from components.exports.provenance import provenance
from tests.answered import view_of
from tests.released import TABLES


def test_provenance_names_what_was_chosen():
    about = provenance(view_of(weights="FA:1,RA:3", seeds="42"))
    assert (
        about["selection"] == "suite=unified_unlearning rows=checkpoints weights=FA:1,RA:3 seeds=42"
    )
    assert about["weights"] == "FA:0.25,RA:0.75,MIA:0,AD:0,JS:0"
    assert about["data version"] == TABLES.data_version
    assert "2605.02206" in about["source"]
    assert "CC BY 4.0" in about["licence"]
    published = provenance(view_of(weights="published"))
    assert published["weights"].startswith("published (FA:0.013556,RA:0.655651,")
