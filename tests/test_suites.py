"""Which suites cover one benchmark, as their own descriptions say."""

from components.suites import covering, topics
from data import store

TOFU = {"openunlearning", "tofu", "tofu_original", "tofu_seeds"}
MUSE = {"muse_original", "muse_quantization", "muse_seeds", "openunlearning"}


def test_every_suite_on_tofu_and_muse_says_so_and_no_other_does() -> None:
    suites = store.suites()
    assert {s.id for s in covering("TOFU", suites)} == TOFU
    assert {s.id for s in covering("MUSE", suites)} == MUSE
    assert {s.id for s in suites if topics(s)} == TOFU | MUSE
