"""Cells that should hold numbers: what they hold, and what mending makes of them, digit for digit."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.intake import numbers
from data.plain import number


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("0.5", "number"),
        ("-3e-5", "number"),
        (".5", "number"),
        ("", "empty"),
        ("NaN", "missing"),
        ("n/a", "missing"),
        ("–", "missing"),
        ("#DIV/0!", "missing"),
        ("inf", "infinite"),
        ("-Infinity", "infinite"),
        ("0,85", "comma"),
        ("1,234", "comma"),
        ("1,234.5", "grouped"),
        ("1'234", "grouped"),
        ("1.234,5", "grouped"),
        ("-1.234.567,25", "grouped"),
        ("1.23,5", "text"),
        ("1 234 567", "grouped"),
        ("85 %", "percent"),
        ("85,3%", "percent"),
        ("0.85 ± 0.02", "spread"),
        *((t, "spread") for t in ("0.85 (0.02)", "5.24±0.69 (0.00)", "94.5 (±0.3)")),
        *((t, "text") for t in ("0.85 (n=3)", "0.85 (", "0.85 (0.02", "(0.02)")),
        ("=1+1", "text"),
        ("@SUM(A1)", "text"),
        ("1e400", "text"),
        ("1e16", "text"),
        ("9" * 400, "text"),
        ("abc", "text"),
        ("0x10", "text"),
        ("1_000", "text"),
        ("0.5.1", "text"),
        ("<script>", "text"),
    ],
)
def test_kinds(text: str, kind: str) -> None:
    assert numbers.kind(text) == kind


def test_mending_is_exact() -> None:
    assert numbers.share("85 %") == "0.85"
    assert numbers.share("85,3%") == "0.853"
    assert numbers.share("7") == "0.07"
    assert numbers.share("100") == "1"
    assert numbers.share("abc") == "abc"
    assert numbers.without_comma("0,85") == "0.85"
    assert numbers.ungrouped("1,234,567.5") == "1234567.5"
    assert numbers.ungrouped("1,234") == "1234"
    assert numbers.without_spread("0.85 ± 0.02") == "0.85"
    spreads = ("99,99±0,01", "98±0,6(1,99)", "58.4 (↑ 180%)", "0.0 (↓100%)", r".69 $\pm$ .54", r"0.5 \pm 0.1")
    assert [numbers.without_spread(t) for t in spreads] == ["99,99", "98", "58.4", "0.0", ".69", "0.5"]
    assert numbers.plain(" −0.5\u00a0") == "-0.5"
    powers = ("1×10^-5", "2 · 10⁻⁶", "−1.5 × 10^−3", "10 ^-12", "1.5e−20", "10^2", "10²", "0.12^1")
    assert [numbers.plain(t) for t in powers[:5]] == ["1e-5", "2e-6", "-1.5e-3", "1e-12", "1.5e-20"]
    assert [numbers.plain(t) for t in powers[5:]] == list(powers[5:]), "these may be footnotes"
    assert [numbers.seed(t) for t in ("seed42", "42.0", "run 007", "Seed #5")] == ["42", "42", "7", "5"]
    assert [numbers.seed(t) for t in ("x", "-3", "0.5", "1e3", "2024-01-02", "3 of 5")] == [""] * 6


def test_a_comma_before_three_digits_may_part_thousands() -> None:
    assert [numbers.may_group(t) for t in ("1,234", "-12,345", "0,234", "1,23", "1,2345")] == [True, True, *[False] * 3]


@given(st.integers(0, 10**6), st.integers(0, 6))
def test_a_hundredth_is_the_decimal_hundredth(n: int, places: int) -> None:
    text = str(Decimal(n).scaleb(-places))
    if number(text) is not None:
        assert Decimal(numbers.share(text)) * 100 == Decimal(text)


@given(st.text(max_size=40))
def test_any_text_has_one_kind_and_mending_never_raises(text: str) -> None:
    plain = numbers.plain(text)
    assert numbers.kind(plain)
    for mend in (
        *(numbers.share, numbers.without_comma, numbers.ungrouped),
        *(numbers.without_spread, numbers.seed),
    ):
        assert isinstance(mend(plain), str)
