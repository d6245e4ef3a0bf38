"""The interface for people: one plain page made from its OpenAPI description."""

from typing import Any

from components.formats.registry import LATEX
from components.markup import document, table, tag, text
from components.web.api.endpoints import PREFIX, RECORDS

EXAMPLES = {
    "the leaderboard with own weights": "leaderboard?weights=FA:0.2,RA:0.8",
    "the same as a table for a paper": f"leaderboard.{LATEX.suffix}?weights=FA:0.2,RA:0.8",
    "the runs behind it, as records of Every Eval Ever": f"runs.{RECORDS}",
}


def page(description: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description."""
    general_info = description["info"]
    examples = []
    for about, path in EXAMPLES.items():
        examples.append(tag("li", text(about), ": ", _link(f"{PREFIX}/{path}")))
    parameters = []
    for parameter in description["components"]["parameters"].values():
        default = parameter["schema"]["default"] or "all"
        about = text(parameter["description"])
        parameters.append((_code(parameter["name"]), _code(default), about))
    addresses = []
    for path, path_item in description["paths"].items():
        queried = [p["name"] for p in path_item["get"]["parameters"] if p.get("in") == "query"]
        address = _code(path) if "{" in path else _link(path)
        addresses.append((address, text(path_item["get"]["summary"]), text(", ".join(queried))))
    link_to_document = tag("a", "openapi.json", href=f"{PREFIX}/openapi.json")
    body = (
        tag("h1", text(general_info["title"])),
        tag("p", text(general_info["description"]), " ", link_to_document),
        tag("h2", "Examples"),
        tag("ul", *examples),
        tag("h2", "Addresses"),
        table(
            "Every address and what it answers with",
            ("Address", "Answer", "Parameters of its own"),
            addresses,
        ),
        tag("h2", "Parameters of every address about a suite"),
        table(
            "Every parameter, its default and what it may be",
            ("Name", "Default", "What it is"),
            parameters,
        ),
    )
    return document(general_info["title"], tag("main", *body))


def _code(name: str) -> str:
    return tag("code", text(name))


def _link(path: str) -> str:
    return tag("a", _code(path), href=path)
