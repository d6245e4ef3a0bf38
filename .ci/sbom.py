"""Writes the bill of materials of the image, as CycloneDX 1.6: `python .ci/sbom.py OUT`.

It lists what the image is made of by name, version and hash: the packages that requirements.txt lets pip install, and
the images that Dockerfile and compose.yaml name. The same files give the same bill, to the byte.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)(?: ; (?P<marker>[^\\\n]+?))? \\\n(?P<hashes>(?: +--hash=.*\n?)+)", re.M
)
IMAGE = re.compile(r"^(?:FROM|\s+image:) (?P<name>[a-z0-9./-]+):(?P<tag>[\w.-]+)@sha256:(?P<hash>[0-9a-f]{64})", re.M)

Component = dict[str, object]


def packages(listed: str) -> list[Component]:
    """The packages of a list with hashes; where one is installed on some systems only, the condition."""
    found: list[Component] = []
    for match in PACKAGE.finditer(listed):
        name, version = match["name"], match["version"]
        address = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{version}"
        hashes = re.findall(r"--hash=sha256:([0-9a-f]{64})", match["hashes"])
        component: Component = {"type": "library", "bom-ref": address, "name": name, "version": version}
        component |= {"purl": address, "hashes": [{"alg": "SHA-256", "content": h} for h in hashes]}
        if match["marker"]:
            component["properties"] = [{"name": "python:marker", "value": match["marker"]}]
        found.append(component)
    return found


def images(recipe: str) -> list[Component]:
    """The images that a recipe names by tag and digest."""
    found: list[Component] = []
    for match in IMAGE.finditer(recipe):
        name, tag, digest = match["name"], match["tag"], match["hash"]
        address = f"pkg:docker/{name}@sha256:{digest}?tag={tag}"
        component: Component = {"type": "container", "bom-ref": address, "name": name, "version": tag}
        found.append(component | {"purl": address, "hashes": [{"alg": "SHA-256", "content": digest}]})
    return found


def bill(root: Path) -> dict[str, object]:
    """The bill of a checkout."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    components = packages((root / "requirements.txt").read_text(encoding="utf-8"))
    for recipe in ("Dockerfile", "compose.yaml"):
        components += images((root / recipe).read_text(encoding="utf-8"))
    own = {"type": "application", "bom-ref": project["name"], "name": project["name"], "version": project["version"]}
    licence = {"licenses": [{"license": {"id": project["license"]}}]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(components))}",
        "version": 1,
        "metadata": {"component": own | licence},
        "components": components,
        "dependencies": [{"ref": project["name"], "dependsOn": [c["bom-ref"] for c in components]}],
    }


if __name__ == "__main__":
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(bill(ROOT), indent=1) + "\n", encoding="utf-8")
    print(out)
