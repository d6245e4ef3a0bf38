"""What suites that cover one benchmark say of themselves, and which these are."""

import pytest

from components.suites import Advice, advice, covering
from data import store
from data.registry import Suite

TOFU = {"tofu", "tofu_original", "tofu_seeds", "openunlearning"}
MUSE = {"muse_original", "muse_seeds", "muse_quantization", "openunlearning"}


def suite(own_id: str) -> Suite:
    return next(s for s in store.suites() if s.id == own_id)


@pytest.mark.parametrize("own_id", sorted(TOFU | MUSE))
def test_every_suite_on_tofu_and_muse_says_what_it_is_and_when_to_take_it(own_id: str) -> None:
    told = advice(suite(own_id))
    assert set(told.topics) == {t for t, own in (("TOFU", TOFU), ("MUSE", MUSE)) if own_id in own}
    assert told.when.startswith(("for ", "to "))
    assert 3 <= len(told.what.split()) <= 40
    found = covering(suite(own_id), store.suites())
    assert found[0].id == own_id
    assert {s.id for s in found} == set().union(*(own for own in (TOFU, MUSE) if own_id in own))


def test_a_suite_that_covers_what_no_other_does_stands_alone() -> None:
    assert covering(suite("unified_unlearning"), store.suites()) == ()
    assert advice(suite("unified_unlearning")).when == ""
    assert advice(suite("tofu_seeds")) == Advice(
        "Seven methods on two models and three forget sets of TOFU with five seeds each",
        "for how sure a rank is under other training seeds",
        ("TOFU",),
    )
