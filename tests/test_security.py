"""What SECURITY.md promises is tested where it says; what the image is made of is fixed, and listed by a command."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
SECURITY = (ROOT / ".github" / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", SECURITY)
DIGEST = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")


def test_every_promise_has_a_test_and_every_test_is_there() -> None:
    rows = [line for line in SECURITY.splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    assert len(rows) == len(NAMED) >= 20
    for path, name in NAMED:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}, f"{path}::{name}"


def test_every_image_is_named_by_what_it_holds() -> None:
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    stages = re.findall(r"^FROM (\S+)(?: AS (\S+))?$", recipe, re.MULTILINE)
    own = {name for _, name in stages if name} | {"unlearning-leaderboard", "unlearning-leaderboard-lake"}
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    named = [image for image, _ in stages] + re.findall(r"^\s*image: (\S+)$", compose, re.MULTILINE)
    foreign = [image for image in named if image not in own]
    assert len(foreign) == 2
    assert [image for image in foreign if not DIGEST.fullmatch(image)] == []


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bill of this checkout, as `make sbom` writes it."""
    out = tmp_path_factory.mktemp("bill") / "new" / "sbom.json"
    subprocess.run([sys.executable, str(ROOT / ".ci" / "sbom.py"), str(out)], check=True, capture_output=True)
    return out


def test_the_bill_lists_every_package_and_image_by_hash(written: Path) -> None:
    bill = json.loads(written.read_text(encoding="utf-8"))
    components: list[dict[str, Any]] = bill["components"]
    listed = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    libraries = [c for c in components if c["type"] == "library"]
    pinned = [line.split(" ")[0] for line in listed.splitlines() if "==" in line and not line.startswith((" ", "#"))]
    assert [f"{c['name']}=={c['version']}" for c in libraries] == pinned
    hashes = [h["content"] for c in libraries for h in c["hashes"]]
    assert [f"--hash=sha256:{h}" for h in hashes] == re.findall(r"--hash=\S+", listed)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {d.split(" ")[0] for d in project["dependencies"]} <= set(pinned)
    assert [c["name"] for c in components if c["type"] == "container"] == ["python", "nginxinc/nginx-unprivileged"]
    assert all(re.fullmatch(r"[0-9a-f]{64}", h["content"]) for c in components for h in c["hashes"] or [{}])


def test_the_bill_is_cyclonedx_and_the_same_each_time(written: Path, tmp_path: Path) -> None:
    bill = json.loads(written.read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    own = bill["metadata"]["component"]
    everything = [own, *bill["components"]]
    for component in everything:
        assert component["type"] in ("application", "library", "container")
        assert component["name"]
        assert component["version"]
    references = [c["bom-ref"] for c in everything]
    assert len(set(references)) == len(references)
    (top,) = bill["dependencies"]
    assert [top["ref"], *top["dependsOn"]] == references
    assert all(re.fullmatch(r"pkg:(pypi|docker)/[\w./-]+@[\w.:+-]+(\?tag=[\w.-]+)?", r) for r in references[1:])
    again = tmp_path / "again.json"
    subprocess.run([sys.executable, str(ROOT / ".ci" / "sbom.py"), str(again)], check=True, capture_output=True)
    assert again.read_bytes() == written.read_bytes()
