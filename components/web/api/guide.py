"""The interface for people: one plain page made from its OpenAPI description."""

from typing import Any

from components.markup import document, table, tag, text
from components.pages import LEADERBOARD
from components.web.api.openapi import LIMITS
from components.web.api.request import FORMS, PREFIX

EXAMPLES = {
    "the leaderboard with own weights": "leaderboard?weights=FA:0.2,RA:0.8",
    "the same as a table for a paper": "leaderboard.tex?weights=FA:0.2,RA:0.8",
    "agreement as published, on one panel": "agreement.csv?panel=resnet_unimodal&protocol=published",
    "every number of a view": "report",
    "the runs behind it": "runs.csv",
    "the same as records of Every Eval Ever": "runs.jsonl",
}


def page(description: dict[str, Any]) -> str:
    """The page for an OpenAPI description."""
    info = description["info"]
    return document(
        info["title"],
        tag(
            "main",
            tag("h1", text(info["title"])),
            tag("p", text("The numbers of the pages, to the bit. The parameters are those of the page addresses: "
                          "what follows the ? of a page also works here.")),
            tag("p", "The same for programs: ", tag("a", "openapi.json", href=f"{PREFIX}/openapi.json"),
                " (OpenAPI 3.1). ", tag("a", text("To the leaderboard"), href=f"/{LEADERBOARD.path}")),
            tag("h2", "Examples"),
            tag("ul", *(tag("li", text(about), ": ", _link(f"{PREFIX}/{path}")) for about, path in EXAMPLES.items())),
            tag("h2", "Addresses"),
            table("Every address and what it answers with", ("Address", "Answer"), _addresses(description)),
            tag("p", text("Endings: " + ", ".join(f".{form} ({media})" for form, media in FORMS.items())
                          + "; without one the answer is JSON.")),
            tag("h2", "Parameters"),
            table("Every parameter, its default and what it may be", ("Name", "Default", "What it is"),
                  _parameters(description)),
            tag("h2", "Limits and failures"),
            tag("ul", *(tag("li", text(limit)) for limit in LIMITS)),
            tag("p", "A failure is JSON: ", tag("code", text('{"error": sentence, "problems": [{"name", "found", '
                '"expected", "used"}]}')), text(" with status 400 (a parameter cannot be read), 404 (no such address, "
                "table or suite), 414 (too long) or 503 (busy).")),
            tag("p", text("Answers carry an ETag that changes with the data, the choices and the program.")),
        ),
    )  # fmt: skip


def _addresses(description: dict[str, Any]) -> list[tuple[str, str]]:
    """Each address once: those that differ only in their ending share a row."""
    addresses: dict[str, str] = {}
    for path, item in description["paths"].items():
        addresses.setdefault(item["get"]["summary"], tag("code", text(path)) if "{" in path else _link(path))
    return [(address, text(about)) for about, address in addresses.items()]


def _parameters(description: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (tag("code", text(p["name"])), tag("code", text(p["schema"]["default"] or "all")), text(p["description"]))
        for p in description["components"]["parameters"].values()
    ]


def _link(path: str) -> str:
    return tag("a", tag("code", text(path)), href=path)
