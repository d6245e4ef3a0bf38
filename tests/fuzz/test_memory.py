"""The measure of memory that the other tests here are held to sees what is taken, whatever was taken before."""

from __future__ import annotations

from tests.fuzz.conftest import CLEAR_PEAK, memory


def test_the_peak_counts_from_when_it_was_cleared() -> None:
    size = 200 * 2**20
    earlier = bytearray(b"x") * (2 * size)
    del earlier
    CLEAR_PEAK.write_text("5")
    before = memory("VmRSS")
    assert memory("VmHWM") - before < size / 2
    block = bytearray(b"x") * size
    assert memory("VmHWM") - before > size * 0.9
    del block
    assert memory("VmHWM") - before > size * 0.9
