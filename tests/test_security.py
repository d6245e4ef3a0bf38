"""What SECURITY.md promises is tested where it says; what the image is made of is fixed."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from tests.asking import ask

__all__ = ["ask"]
ROOT = Path(__file__).resolve().parents[1]
SECURITY = (ROOT / ".github" / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", SECURITY)
DIGEST = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")


def test_every_promise_has_a_test_and_every_test_is_there():
    rows = [
        line
        for line in SECURITY.splitlines()
        if line.startswith("| ") and not line.startswith("| promise")
    ]
    assert len(rows) == len(NAMED) >= 20
    for path, name in NAMED:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}, (
            f"{path}::{name}"
        )


def test_every_answer_forbids_other_hosts(ask):
    for path in ("/api/v1/", "/api/v1/report?suite=nope", "/agreement"):
        headers = ask(path, accept_encoding="gzip").headers
        assert (headers.get("content-encoding") == "gzip") == (path != "/api/v1/report?suite=nope")
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_every_package_that_is_imported_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {
        re.split(r"[=<>~ ]", d)[0]
        for d in [*project["dependencies"], *project["optional-dependencies"]["lake"]]
    }
    installed = metadata.packages_distributions()
    sources = [
        p
        for top in ("components", "data", "pages")
        for p in (ROOT / top).rglob("*.py")
        if "source" not in p.parts
    ]
    foreign = set[str]()
    for path in (ROOT / "app.py", *sources):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += (
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            )
            foreign.update(name.partition(".")[0] for name in names)
    foreign -= {*sys.stdlib_module_names, "components", "data", "pages", "_typeshed"}
    assert {"starlette", "pyarrow", "pythonjsonlogger"} <= foreign
    undeclared = {
        name for name in foreign if not declared & {d.lower() for d in installed.get(name, [])}
    }
    assert undeclared <= {"duckdb_extensions"}, "which comes with each of the extensions"


def test_every_image_is_named_by_what_it_holds():
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    stages = re.findall(r"^FROM (\S+)(?: AS (\S+))?$", recipe, re.MULTILINE)
    our_images = {name for _, name in stages if name} | {
        "unlearning-leaderboard",
        "unlearning-leaderboard-lake",
    }
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    named = [image for image, _ in stages] + re.findall(r"^\s*image: (\S+)$", compose, re.MULTILINE)
    foreign = [image for image in named if image not in our_images]
    assert len(foreign) == 2
    assert [image for image in foreign if not DIGEST.fullmatch(image)] == []


@pytest.mark.long
def test_the_bill_lists_every_package_by_hash(tmp_path):
    """The command of `make sbom`."""
    (command,) = re.findall(
        r"^sbom:.*\n\t.*\n\t\$\(BIN\)/(.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M
    )
    out = tmp_path / "sbom.json"
    start = [str(Path(sys.executable).parent / command.split()[0]), *command.split()[1:]]
    subprocess.run([*start[:-1], str(out)], cwd=ROOT, check=True, capture_output=True)
    bill = json.loads(out.read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    listed = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    pinned = {
        line.split(" ")[0]
        for line in listed.splitlines()
        if "==" in line and not line.startswith((" ", "#"))
    }
    assert {f"{c['name']}=={c['version']}" for c in bill["components"]} == pinned
    hashes = {
        h["content"]
        for c in bill["components"]
        for r in c["externalReferences"]
        for h in r["hashes"]
    }
    assert {f"--hash=sha256:{h}" for h in hashes} == set(re.findall(r"--hash=\S+", listed))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {d.split(" ")[0] for d in project["dependencies"]} <= pinned
