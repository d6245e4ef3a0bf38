"""The interface for people: one plain page made from its OpenAPI description."""

from typing import Any

from components.markup import document, table, tag, text
from components.web.api.request import PREFIX

EXAMPLES = {
    "the leaderboard with own weights": "leaderboard?weights=FA:0.2,RA:0.8",
    "the same as a table for a paper": "leaderboard.tex?weights=FA:0.2,RA:0.8",
    "the runs behind it, as records of Every Eval Ever": "runs.jsonl",
}


def page(description: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description."""
    info, parameters = description["info"], description["components"]["parameters"].values()
    examples = (
        tag("li", text(about), ": ", _link(f"{PREFIX}/{path}")) for about, path in EXAMPLES.items()
    )
    known = [
        (_code(p["name"]), _code(p["schema"]["default"] or "all"), text(p["description"]))
        for p in parameters
    ]
    addresses = [_address(path, item["get"]) for path, item in description["paths"].items()]
    body = (
        tag("h1", text(info["title"])),
        tag(
            "p",
            text(info["description"]),
            " ",
            tag("a", "openapi.json", href=f"{PREFIX}/openapi.json"),
        ),
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
            known,
        ),
    )
    return document(info["title"], tag("main", *body))


def _address(path: str, asked: dict[str, Any]) -> tuple[str, str, str]:
    own = ", ".join(p["name"] for p in asked["parameters"] if p.get("in") == "query")
    return _code(path) if "{" in path else _link(path), text(asked["summary"]), text(own)


def _code(name: str) -> str:
    return tag("code", text(name))


def _link(path: str) -> str:
    return tag("a", _code(path), href=path)
