"""Who asks, as far as a session can tell."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from components.widgets import client


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_reader_is_told_by_address(monkeypatch: pytest.MonkeyPatch, address: str, told: str) -> None:
    monkeypatch.setattr(client, "st", SimpleNamespace(context=SimpleNamespace(ip_address=address)))
    assert client.client() == told


def test_without_an_address_it_is_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    def session() -> SimpleNamespace:
        return SimpleNamespace(context=SimpleNamespace(ip_address=None), session_state={})

    here, there = session(), session()
    told = []
    for one in (here, here, there):
        monkeypatch.setattr(client, "st", one)
        told.append(client.client())
    assert told[0] == told[1] != told[2]
