"""nginx in front of two replicas, with the configuration that compose.yaml uses."""

import asyncio
import http.client
import json
import os
import re
import shutil
import signal
import socket
import string
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import idle, survives, taken
from tests.cases import text
from tests.sessions import Session, calc_hash, table

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / ".docker" / "nginx.conf.template"
AROUND = text("browser/nginx.conf")
"""What stands around the configuration of the image."""


class Proxy:
    """nginx in front of servers, writing its log to a file."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "access.log"
        replicas = " ".join(f"server 127.0.0.1:{p} max_fails=1 fail_timeout=5s;" for p in ports)
        # as envsubst does in the image: only the names that are set are replaced
        inside = string.Template(TEMPLATE.read_text(encoding="utf-8")).safe_substitute(
            LISTEN=f"127.0.0.1:{self.port}", REPLICAS=replicas
        )
        inside = inside.replace("access_log /dev/stdout", f"access_log {self.log}")
        inside = inside.replace(
            "error_log /dev/stderr", f"error_log {folder / 'requests-error.log'}"
        )
        (folder / "nginx.conf").write_text(
            AROUND.format(folder=folder, inside=inside), encoding="utf-8"
        )
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        assert nginx, "nginx is missing: `make test` installs it"
        start = f"{nginx} -p {folder} -c {folder}/nginx.conf -e {folder}/error.log".split()
        self.process = subprocess.Popen(start, stderr=subprocess.PIPE)
        for _ in range(100):
            if self.process.poll() is not None:
                assert self.process.stderr is not None
                raise RuntimeError(self.process.stderr.read().decode())
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)

    def ask(
        self, path: str, method: str = "GET", body: bytes = b"", **headers: str
    ) -> http.client.HTTPResponse:
        """One request over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        named = {k.replace("_", "-"): v for k, v in headers.items()}
        connection.request(method, path, body or None, named)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def lines(self) -> list[dict[str, Any]]:
        """What was logged, whole lines only."""
        logged = self.log.read_text(encoding="utf-8") if self.log.exists() else ""
        return [json.loads(line) for line in logged.split("\n")[:-1]]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


@pytest.fixture
def proxied(
    fresh_server: Callable[..., Any], tmp_path: Path
) -> Iterator[tuple[Proxy, dict[str, Any]]]:
    """A proxy and its replicas by address."""
    replicas = [fresh_server(), fresh_server()]
    proxy = Proxy(tmp_path, [r.port for r in replicas])
    yield proxy, {f"127.0.0.1:{r.port}": r for r in replicas}
    proxy.stop()


def cookie_of(answer: http.client.HTTPResponse) -> str:
    """The whole cookie that keeps a visitor with a replica; empty when none is set."""
    return next(
        (c for c in answer.headers.get_all("set-cookie") or [] if c.startswith("replica=")), ""
    )


@pytest.mark.long
def test_visitors_stay_with_their_replica_and_both_have_some(proxied):
    proxy, replicas = proxied
    homes = Counter()
    for _ in range(16):
        first = proxy.ask("/_stcore/health")
        cookie, *flags = cookie_of(first).lower().split("; ")
        assert {"httponly", "samesite=lax"} <= set(flags)
        cookie = cookie_of(first).partition(";")[0]
        for _ in range(3):
            assert cookie_of(proxy.ask("/_stcore/health", cookie=cookie)) == ""
        time.sleep(0.02)
        mine = {line["replica"] for line in proxy.lines()[-4:]}
        assert len(mine) == 1, "the first request went elsewhere than the next ones"
        homes.update(mine)
    assert set(homes) == set(replicas)


@pytest.mark.long
def test_headers_limits_and_closed_doors(proxied):
    proxy, replicas = proxied
    plain, tls = proxy.ask("/"), proxy.ask("/", x_forwarded_proto="https")
    assert plain.getheader("strict-transport-security") is None
    assert (tls.getheader("strict-transport-security") or "").startswith("max-age=31536000")
    assert "default-src 'self'" in (plain.getheader("content-security-policy") or "")
    assert plain.getheader("server") == "nginx"
    assert proxy.ask("/_stcore/metrics").status == 404
    assert proxy.ask("/api/v1/report", "POST", b"x" * (64 * 1024 + 1)).status == 413
    with ThreadPoolExecutor(
        8
    ) as visitors:  # more than 10 a second, also where each answer takes long
        seen = Counter(visitors.map(lambda _: proxy.ask("/api/v1/suites").status, range(300)))
    assert set(seen) == {200, 429}
    assert seen[200] >= 20
    answer = proxy.ask("/", x_forwarded_for="203.0.113.9", x_request_id="from-outside-1")
    name = answer.getheader("x-request-id") or ""
    assert re.fullmatch(r"[0-9a-f]{32}", name)
    time.sleep(0.1)
    assert name in {line["request"] for line in proxy.lines()}
    logged = "".join(r.said() for r in replicas.values())
    assert name in logged
    assert "203.0.113.9" not in logged
    assert "127.0.0.1:" not in proxy.log.read_text().replace('"replica":"127.0.0.1:', "")


@pytest.mark.long
def test_no_line_of_nginx_or_a_replica_opens_the_session_of_an_upload(proxied, tmp_path):
    proxy, replicas = proxied

    async def bring() -> Session:
        session = Session(proxy.port, page=calc_hash("your-results"))
        await session.open()
        await session.upload("confidential-name.csv", table("Confidential", 3))
        return session

    with ThreadPoolExecutor(1) as threads:  # a browser may have left a loop in this thread
        session = threads.submit(asyncio.run, bring()).result()
    assert session.errors == []
    upload = f"/_stcore/upload_file/{session.id}/f"
    assert proxy.ask(upload, "PUT", b"x" * (18 * 2**20 + 1)).status == 413
    for replica in replicas.values():
        replica.kill()  # nginx would say of each request that nobody answers
    assert proxy.ask(f"/media/{'0' * 56}.csv?name=secret").status == 502
    time.sleep(0.2)
    masked = [line["path"] for line in proxy.lines() if "upload_file" in line["path"]]
    assert masked == ["/_stcore/upload_file/masked"] * 2
    files = [*tmp_path.glob("*.log"), *(r.log for r in replicas.values())]
    assert len(files) >= 5
    for file in files:
        for word in (session.id, "onfidential", "mllmu_bench", "0" * 56, "secret"):
            assert word not in file.read_text(encoding="utf-8"), file.name


@pytest.mark.long
def test_a_page_works_and_survives_its_replica(page, proxied):
    proxy, replicas = proxied
    page.set_viewport_size({"width": 1440, "height": 1000})
    page.goto(f"{proxy.url}/reproduction")
    idle(page)
    page.goto(f"{proxy.url}/data?suite=unified_unlearning&find=salun")
    idle(page)
    expect(page.get_by_text("12 of 50 rows shown.")).to_be_visible()
    assert taken(page, "CSV").path().read_text(encoding="utf-8").startswith("# suite,")
    streams = [line for line in proxy.lines() if line["path"].endswith("/_stcore/stream")]
    (home,) = {line["replica"] for line in streams} or {proxy.lines()[-1]["replica"]}

    survives(page, lambda: replicas[home].process.kill())
    (other,) = set(replicas) - {home}
    page.reload()
    idle(page)
    page.wait_for_timeout(200)
    assert proxy.lines()[-1]["replica"].split(", ")[-1] == other
