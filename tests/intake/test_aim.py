"""What a table is proposed to become: the suite and panel that match best, or a suite of its own."""

import pytest

from components.intake.work import begin
from tests.released import built_in

UNIFIED, CALIBRATION = (built_in(name) for name in ("unified_unlearning", "calibration"))
ALL_TEN = [m.id for m in CALIBRATION.scores]
FIVE = [m.id for m in UNIFIED.scores]
SHARED = ["FA", "RA", "MIA", "AD", "JS", "oracle distance"]


def aim(metrics: list[str], benchmarks: tuple[str, ...] = (), **more: str) -> tuple[str, str]:
    """The suite and panel proposed for a table of one method."""
    names = ["method", *(["benchmark"] if benchmarks else []), *more]
    rows = [["X", *([b] if benchmarks else []), *more.values(), *["0.5"] * len(metrics)] for b in benchmarks or ("",)]
    text = "\n".join(",".join(r) for r in [[*names, *metrics], *rows])
    work = begin([("x.csv", text.encode())], [UNIFIED, CALIBRATION])
    return work.suite, work.panel


@pytest.mark.parametrize(
    ("benchmarks", "panel"),
    [
        (("digits", "MNIST-5k"), "unimodal"),
        (("digit_vqa", "Digit VQA canaries"), "multimodal"),
        (("facts", "digits", "facts_canary"), "sequence"),
        ((), "unimodal"),
    ],
)
def test_all_metrics_of_a_later_suite_are_aimed_at_it(benchmarks: tuple[str, ...], panel: str) -> None:
    assert aim(ALL_TEN, benchmarks) == ("calibration", panel)


def test_benchmarks_and_panels_decide_between_suites() -> None:
    assert aim(SHARED, ("digits", "facts")) == ("calibration", "unimodal")
    assert aim(SHARED, ("CIFAR-10",)) == ("unified_unlearning", "resnet_unimodal")
    assert aim(SHARED, ("mmubench", "cifar10", "unlok_vqa")) == ("unified_unlearning", "llava_multimodal")
    assert aim(FIVE, model="ResNet-18") == ("unified_unlearning", "resnet_unimodal")
    assert aim(FIVE, ("mmubench",), model="ResNet-18") == ("", ""), "nothing of that panel was measured there"
    assert aim(ALL_TEN, ("something else",)) == ("", ""), "and nothing at all on that benchmark"


def test_other_tables_are_suites_of_their_own() -> None:
    assert aim(["FA"]) == ("", "")
    assert aim(["FA"], ("TOFU", "mmubench")) == ("", "")
    assert aim(["FA", "uds"], ("mmubench",)) == ("", "")
    assert aim(["uds", "rouge"], ("mmubench",)) == ("", "")
    assert aim([*FIVE, "x1", "x2", "x3"]) == ("unified_unlearning", "llava_multimodal")
    assert aim([*FIVE, *(f"x{i}" for i in range(9))]) == ("", "")
